import type { ReactNode } from 'react';
import { useText } from '../lib/i18n.tsx';
import { Icon, type IconName } from './icon.tsx';
import { strings } from './strings.ts';

export interface BadgeProps {
  children: ReactNode;
  tone?: 'plain' | 'draft' | 'info' | 'ok' | 'warn' | 'danger';
  icon?: IconName;
}

export function Badge({ children, tone = 'plain', icon }: BadgeProps) {
  return (
    <span className={tone === 'plain' ? 'v-badge' : `v-badge v-badge--${tone}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A number beside what it counts. */
export function Count({ value }: { value: number }) {
  return <span className="v-count">{value}</span>;
}

/** How many open points there are; nothing at all when there are none. */
export function OpenPointCount({ value }: { value: number }) {
  const t = useText(strings);
  if (value === 0) return null;
  return (
    <span className="v-count v-count--open">
      <span aria-hidden="true">{value}</span>
      <span className="v-sr">{t.openPoints(value)}</span>
    </span>
  );
}

/** The number of a point: the same figure in the margin of the page and on its card. */
export function PointNumber({ value }: { value: number }) {
  return <span className="v-point">{value}</span>;
}

export interface StateProps {
  tone: 'plain' | 'ok' | 'warn' | 'bad' | 'wait';
  icon: IconName;
  children: ReactNode;
}

/** How something ended or stands: icon and word. */
export function State({ tone, icon, children }: StateProps) {
  return (
    <span className={tone === 'plain' ? 'v-state' : `v-state v-state--${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

/** A remark that stays. `warn` for what to look at before going on. */
export function Note(props: { children: ReactNode; tone?: 'plain' | 'warn'; icon?: IconName }) {
  const { children, tone = 'plain', icon = tone === 'warn' ? 'alert' : 'info' } = props;
  return (
    <div className={tone === 'warn' ? 'v-note v-note--warn' : 'v-note'}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
