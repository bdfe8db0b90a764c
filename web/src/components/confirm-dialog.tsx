import type { ReactNode } from 'react';
import { useText } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorLine } from './states.tsx';
import { strings } from './strings.ts';

export interface ConfirmDialogProps {
  title: string;
  description?: ReactNode;
  /** The word of the button that does it. */
  action: string;
  /** `plain` for what can be taken back. Default `danger`. */
  tone?: 'danger' | 'plain';
  /** The word of the button that leaves everything as it is; default "Cancel". */
  keep?: string;
  isPending: boolean;
  /** Why it could not be done; `null` = nothing went wrong yet. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
}

/** Asks once more before something is done. A refusal is said here; the question stays. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, keep, isPending, error, onConfirm, onClose } = props;
  const { tone = 'danger' } = props;
  const t = useText(strings);
  return (
    <Dialog
      isOpen
      kind={tone === 'danger' ? 'alert' : 'plain'}
      width={32}
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      actions={
        <>
          <Button onPress={onClose}>{keep ?? t.cancel}</Button>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {props.children}
      {error !== null && <ErrorLine error={error} />}
    </Dialog>
  );
}
