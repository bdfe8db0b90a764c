import type { PasswordLink } from '../../../../src/contracts/index.ts';
import { Button, Dialog, Note, Time, useCopy } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { peopleWords } from './words.ts';

interface LinkDialogProps {
  readonly name: string;
  readonly link: PasswordLink;
  readonly onClose: () => void;
}

/** A link as it is handed over, this once. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  const t = useText(peopleWords);
  const copy = useCopy();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={40}
      title={t.linkTitle(name)}
      actions={
        <>
          <Button icon="copy" onPress={() => void copy(link.url, t.copied)}>
            {t.copy}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="v-people">
        <p>{link.kind === 'invitation' ? t.linkInvited : t.linkReset}</p>
        <code className="v-mono v-people__secret">{link.url}</code>
        <p className="v-caption">
          {t.linkUntil} <Time atMs={link.expiresAtMs} />
        </p>
        <Note>{t.linkOnce}</Note>
      </div>
    </Dialog>
  );
}
