import type { McpServerView } from '../../../../src/contracts/index.ts';
import { Button, Dialog, ErrorLine } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { mcpApi, useMcpChange } from './mcp-queries.ts';
import { mcpWords } from './words.ts';

/** Asks before a server and its approval are forgotten. */
export function RemoveDialog(props: { server: McpServerView; onClose: () => void }) {
  const { server, onClose } = props;
  const t = useText(mcpWords);
  const remove = useMcpChange(() => mcpApi.remove(server.uid), onClose);
  return (
    <Dialog
      isOpen
      kind="alert"
      onClose={onClose}
      title={t.removeOf(server.name)}
      actions={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button
            variant="danger"
            isPending={remove.isPending}
            onPress={() => {
              remove.mutate(undefined);
            }}
          >
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeHint}</p>
      {remove.error !== null && <ErrorLine error={remove.error} />}
    </Dialog>
  );
}
