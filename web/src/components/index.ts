export { AnnouncerProvider, useAnnounce } from './announcer.tsx';
export { Badge, Count, Note, OpenPointCount, PointNumber, State } from './badge.tsx';
export {
  AnswerButton,
  Button,
  ButtonLink,
  Chip,
  IconButton,
  IconToggle,
  TextButton,
  WithTip,
} from './button.tsx';
export { Dialog } from './dialog.tsx';
export { Drawer } from './drawer.tsx';
export {
  Checkbox,
  FieldError,
  PasswordField,
  RadioList,
  SearchField,
  TextField,
} from './field.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Menu, type MenuEntry, type MenuGroup } from './menu.tsx';
export { Rich } from './rich.tsx';
export { Digest, ReferenceOnly, Seal, SealLockup, SealMark } from './seal.tsx';
export { Segments, type Segment } from './segments.tsx';
export { Select, type SelectOption } from './select.tsx';
export { Stamp } from './stamp.tsx';
export { EmptyState, ErrorLine, ErrorState, Loading } from './states.tsx';
export { Table, type Column } from './table.tsx';
export { Tabs } from './tabs.tsx';
export { Time } from './time.tsx';
export { ToastProvider, useToast } from './toast.tsx';
export { Tree, type TreeNode } from './tree.tsx';
export { WordDiff } from './word-diff.tsx';
export { WordMark } from './word-mark.tsx';
