import { useState } from 'react';
import type { ConversationView } from '../../../../src/contracts/index.ts';
import { Button, Dialog, TextField } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
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
  const [title, setTitle] = useState(conversation.title);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (title.trim() === '') return;
    setSaving(true);
    const saved = await keeping.rename(conversation.uuid, title);
    setSaving(false);
    if (saved) onDone();
  };
  return (
    <Dialog
      isOpen
      title={t.renameTitle}
      onClose={onDone}
      width={28}
      actions={
        <>
          <Button onPress={onDone}>{t.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={title.trim() === ''}
            isPending={isSaving}
            onPress={() => void save()}
          >
            {t.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t.title}
          value={title}
          onChange={setTitle}
          maxLength={LONGEST_TITLE}
          autoFocus
        />
      </form>
    </Dialog>
  );
}

function DeleteDialog({ conversation, keeping, onDone }: OneDialogProps) {
  const t = useText(keepWords);
  const [isDeleting, setDeleting] = useState(false);
  const waits = conversation.status.startsWith('awaiting');
  return (
    <Dialog
      isOpen
      kind="alert"
      title={t.removeTitle}
      onClose={onDone}
      width={28}
      actions={
        <>
          <Button onPress={onDone}>{t.cancel}</Button>
          <Button
            variant="danger"
            isPending={isDeleting}
            onPress={() => {
              setDeleting(true);
              void keeping.remove(conversation.uuid).then(onDone);
            }}
          >
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeWhat(conversation.title === '' ? t.untitled : conversation.title)}</p>
      {waits && <p>{t.removeCard}</p>}
    </Dialog>
  );
}
