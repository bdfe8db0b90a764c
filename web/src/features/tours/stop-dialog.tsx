import { Button, Dialog, ErrorLine } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';
import { useTourAction } from './use-tour-action.ts';

/** Asks before a whole tour is ended for good. */
export function StopDialog(props: { uuid: string; isOpen: boolean; onClose: () => void }) {
  const { uuid, isOpen, onClose } = props;
  const t = useText(strings);
  const action = useTourAction(uuid);
  return (
    <Dialog
      kind="alert"
      width={30}
      title={t.stopAsk}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.stopKeep}</Button>
          <Button
            variant="danger"
            isPending={action.isPending}
            onPress={() => {
              action.mutate({ do: 'stop' }, { onSuccess: onClose });
            }}
          >
            {t.stop}
          </Button>
        </>
      }
    >
      <p>{t.stopWhat}</p>
      {action.error !== null && <ErrorLine error={action.error} />}
    </Dialog>
  );
}
