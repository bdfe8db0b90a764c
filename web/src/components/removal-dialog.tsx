import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface RemovalDialogProps {
  readonly words: { readonly removeOf: (name: string) => string; readonly remove: string };
  /** What is removed, as people call it. */
  readonly name: string;
  /** The request that removes it. */
  readonly removal: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (nothing: undefined) => void;
  };
  readonly onClose: () => void;
  /** What goes with it. */
  readonly children: ReactNode;
}

/** Asks before something is removed for good. */
export function RemovalDialog({ words, name, removal, onClose, children }: RemovalDialogProps) {
  return (
    <ConfirmDialog
      title={words.removeOf(name)}
      action={words.remove}
      isPending={removal.isPending}
      error={removal.error}
      onConfirm={() => {
        removal.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
