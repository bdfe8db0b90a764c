import { ICON_PATHS } from './icon-paths.tsx';

export type IconName = keyof typeof ICON_PATHS;

export interface IconProps {
  name: IconName;
  /** `md` 20 px, `sm` 16 px. Default `md`. */
  size?: 'md' | 'sm';
  className?: string | undefined;
}

/** A drawing beside a word. Never read aloud: where it stands alone, the control carries the label. */
export function Icon({ name, size = 'md', className }: IconProps) {
  const classes = ['v-icon', size === 'sm' && 'v-icon--sm', className].filter(Boolean).join(' ');
  return (
    <svg className={classes} viewBox="0 0 20 20" aria-hidden="true">
      {ICON_PATHS[name]}
    </svg>
  );
}
