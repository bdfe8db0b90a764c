import { ConfirmDialog } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';
import { useTourAction } from './use-tour-action.ts';

/** Asks before a whole tour is ended for good. */
export function StopDialog({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const t = useText(strings);
  const action = useTourAction(uuid);
  return (
    <ConfirmDialog
      title={t.stopAsk}
      action={t.stop}
      keep={t.stopKeep}
      isPending={action.isPending}
      error={action.error}
      onConfirm={() => {
        action.mutate({ do: 'stop' }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <p>{t.stopWhat}</p>
    </ConfirmDialog>
  );
}
