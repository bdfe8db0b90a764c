import { useMutation } from '@tanstack/react-query';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { ConfirmDialog, FormDialog, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useForm } from '../../lib/use-form.ts';
import { keepWords } from './keep-words.ts';
import type { Keeping } from './use-keeping.ts';

const LONGEST_TITLE = 255;

/** What is asked before a conversation is changed; `null` = nothing. */
export interface Asking {
  readonly what: 'rename' | 'remove';
  readonly conversation: ConversationView;
}

interface ConversationDialogsProps {
  readonly asking: Asking | null;
  readonly keeping: Keeping;
  readonly onDone: () => void;
}

export function ConversationDialogs({ asking, keeping, onDone }: ConversationDialogsProps) {
  if (asking === null) return null;
  const { conversation } = asking;
  const shared = { conversation, keeping, onDone };
  return asking.what === 'rename' ? <RenameDialog {...shared} /> : <DeleteDialog {...shared} />;
}

interface OneDialogProps {
  readonly conversation: ConversationView;
  readonly keeping: Keeping;
  readonly onDone: () => void;
}

function RenameDialog({ conversation, keeping, onDone }: OneDialogProps) {
  const t = useText(keepWords);
  const rename = useMutation({
    mutationFn: ({ title }: Titled) => keeping.rename(conversation.uuid, title),
    onSuccess: onDone,
  });
  const { field, submit } = useForm<Titled>({
    initial: () => ({ title: conversation.title }),
    wrongFields: ({ title }) => (title.trim() === '' ? ['title'] : []),
    onSubmit: rename.mutate,
  });
  return (
    <FormDialog
      title={t.renameTitle}
      width={28}
      isPending={rename.isPending}
      error={rename.error}
      onClose={onDone}
      onSubmit={submit}
    >
      <TextField
        {...field('title', t.titleMissing)}
        label={t.title}
        maxLength={LONGEST_TITLE}
        autoFocus
      />
    </FormDialog>
  );
}

interface Titled {
  readonly title: string;
}

function DeleteDialog({ conversation, keeping, onDone }: OneDialogProps) {
  const t = useText(keepWords);
  const remove = useMutation({
    mutationFn: () => keeping.remove(conversation.uuid),
    onSuccess: onDone,
  });
  const waits = conversation.status.startsWith('awaiting');
  return (
    <ConfirmDialog
      title={t.removeTitle}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => {
        remove.mutate();
      }}
      onClose={onDone}
    >
      <p>{t.removeWhat(conversation.title === '' ? t.untitled : conversation.title)}</p>
      {waits && <p>{t.removeCard}</p>}
    </ConfirmDialog>
  );
}
