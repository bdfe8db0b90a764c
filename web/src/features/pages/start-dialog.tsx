import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, Loading, Note } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { strings } from './strings.ts';

interface StartDialogProps {
  pageUid: number;
  skillUid: number;
  onStart: () => void;
  onClose: () => void;
}

/** A link asks for a process: what it would start, and one click before anything begins. */
export function StartDialog({ pageUid, skillUid, onStart, onClose }: StartDialogProps) {
  const t = useText(strings);
  const { data: catalogue } = useQuery(queries.catalogue(pageUid));
  const entry = catalogue?.find(({ uid }) => uid === skillUid);
  const isKnown = entry !== undefined && entry.instruction;
  return (
    <Dialog
      width={30}
      title={isKnown ? t.startAsk(entry.name) : t.start}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.notNow}</Button>
          {isKnown && (
            <Button autoFocus variant="primary" icon="play" onPress={onStart}>
              {t.start}
            </Button>
          )}
        </>
      }
    >
      {catalogue === undefined ? (
        <Loading lines={2} />
      ) : isKnown ? (
        <p>{t.startWhat}</p>
      ) : (
        <p>{t.noSuchProcess}</p>
      )}
      {entry?.fitsLanguage === false && <Note tone="warn">{t.startMisfit}</Note>}
    </Dialog>
  );
}
