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
export { ChoiceList } from './choice-list.tsx';
export { ComboBox, ManyComboBox } from './combo-box.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { Dialog } from './dialog.tsx';
export { Drawer } from './drawer.tsx';
export {
  Checkbox,
  PasswordField,
  RadioField,
  RadioList,
  SearchField,
  TextField,
} from './field.tsx';
export { Form, FormActs } from './form.tsx';
export { FormDialog } from './form-dialog.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Loaded } from './loaded.tsx';
export { Menu, type MenuEntry, type MenuGroup } from './menu.tsx';
export { NameFields } from './name-fields.tsx';
export { RemovalDialog } from './removal-dialog.tsx';
export { Rich } from './rich.tsx';
export { AdministrationArea, AdministrationDetail, Screen, type ScreenProps } from './screen.tsx';
export { Digest, ReferenceOnly, Seal, SealLockup, SealMark } from './seal.tsx';
export { SecretFields } from './secret-fields.tsx';
export { Segments, type Segment } from './segments.tsx';
export { Select, type SelectOption } from './select.tsx';
export { Stamp } from './stamp.tsx';
export { EmptyState, ErrorLine, ErrorState, Loading } from './states.tsx';
export { Table, type Column } from './table.tsx';
export { Tabs } from './tabs.tsx';
export { Time } from './time.tsx';
export { ToastProvider, useToast } from './toast.tsx';
export { ToolName } from './tool-name.tsx';
export { Tree, type TreeNode } from './tree.tsx';
export { useCopy } from './use-copy.ts';
export { WordDiff } from './word-diff.tsx';
export { WordMark } from './word-mark.tsx';
