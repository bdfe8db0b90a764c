import type { ReactNode } from 'react';
import { useErrorText } from '../lib/error-text.ts';
import { useText } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { strings } from './strings.ts';

export interface EmptyStateProps {
  title: string;
  /** What would make it not empty. */
  children?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
  /** The title is the heading of the whole screen. Default false. */
  isScreen?: boolean;
}

/** Nothing to show, and why, and what one can do. */
export function EmptyState(props: EmptyStateProps) {
  const { title, children, icon = 'page', action, isScreen = false } = props;
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className="v-empty">
      <Icon name={icon} />
      <Title className="v-empty__title">{title}</Title>
      {children !== undefined && <div className="v-muted">{children}</div>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** What could not be done; default "That did not work". */
  title?: string;
}

/** What happened, in the reader's words, and a way to try again. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const t = useText(strings);
  const sentence = useErrorText()(error);
  return (
    <div className="v-empty" role="alert">
      <Icon name="alert" className="v-empty__alert" />
      <p className="v-empty__title">{title ?? t.failed}</p>
      <div className="v-muted">{sentence}</div>
      {onRetry !== undefined && <Button onPress={onRetry}>{t.retry}</Button>}
    </div>
  );
}

/** A line for an error inside a form or a panel. */
export function ErrorLine({ error }: { error: unknown }) {
  const sentence = useErrorText()(error);
  return (
    <div className="v-note v-note--warn" role="alert">
      <Icon name="alert" />
      <div>{sentence}</div>
    </div>
  );
}

/** Grey lines where text will be. `label` is read aloud; default "Loading". */
export function Loading({ lines = 4, label }: { lines?: number; label?: string }) {
  const t = useText(strings);
  return (
    <div className="v-skeleton" role="status">
      <span className="v-sr">{label ?? t.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
