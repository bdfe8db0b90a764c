import type { McpServerView } from '../../../../src/contracts/index.ts';
import { RemovalDialog } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { mcpApi, useMcpChange } from './mcp-queries.ts';
import { mcpWords } from './words.ts';

/** Asks before a server and its approval are forgotten. */
export function RemoveDialog(props: { server: McpServerView; onClose: () => void }) {
  const { server, onClose } = props;
  const t = useText(mcpWords);
  const remove = useMcpChange(() => mcpApi.remove(server.uid), onClose);
  return (
    <RemovalDialog words={t} name={server.name} removal={remove} onClose={onClose}>
      {t.removeHint}
    </RemovalDialog>
  );
}
