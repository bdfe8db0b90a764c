import { Link } from 'react-router';
import type { McpServerView } from '../../../../src/contracts/index.ts';
import { Badge, Button, ErrorLine, Note, Time } from '../../components/index.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { mcpApi, useMcpChange } from './mcp-queries.ts';
import { mcpWords } from './words.ts';

interface ServerCardProps {
  readonly server: McpServerView;
  readonly onOpen: (what: 'edit' | 'review' | 'remove') => void;
}

/** One server: how it is reached, whether its tools can be used and if not why, and how it did when last asked. */
export function ServerCard({ server, onOpen }: ServerCardProps) {
  const t = useText(mcpWords);
  const classes = useText(dataClassWords);
  const titleId = `mcp-${String(server.uid)}`;
  const look = useMcpChange(() => mcpApi.look(server.uid));
  const tone = server.state === 'ready' ? 'ok' : server.state === 'changed' ? 'warn' : 'draft';
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head v-mcp__head">
          <div className="v-mcp__title v-wrap">
            <h2 className="v-h" id={titleId}>
              {server.name}
            </h2>
            <p className="v-caption v-mono v-wrap">
              {server.url ?? [server.command, ...server.arguments].join(' ')}
            </p>
          </div>
          <Badge tone={tone}>{t.states[server.state]}</Badge>
          <div className="v-acts">
            <Button
              size="sm"
              icon="test"
              aria-label={t.lookAt(server.name)}
              isPending={look.isPending}
              onPress={() => {
                look.mutate(undefined);
              }}
            >
              {look.isPending ? t.looking : t.look}
            </Button>
            {server.toolCount !== null && (
              <Button
                size="sm"
                aria-label={t.reviewOf(server.name)}
                onPress={() => {
                  onOpen('review');
                }}
              >
                {t.review}
              </Button>
            )}
            <Button
              size="sm"
              aria-label={t.editOf(server.name)}
              onPress={() => {
                onOpen('edit');
              }}
            >
              {t.edit}
            </Button>
            <Button
              size="sm"
              aria-label={t.removeOf(server.name)}
              onPress={() => {
                onOpen('remove');
              }}
            >
              {t.remove}
            </Button>
          </div>
        </div>
        <div className="v-card__body v-mcp__body">
          <p className="v-muted">
            {t.hints[server.state]}
            {server.state === 'ready' && (
              <>
                {' '}
                <Link className="v-link" to="/administration/tools">
                  {t.toTools}
                </Link>
              </>
            )}
          </p>
          <p className="v-caption">
            {server.toolCount === null ? t.neverAsked : t.toolCount(server.toolCount)} ·{' '}
            {server.dataClass === null ? t.noClass : classes[server.dataClass]} ·{' '}
            {server.requiresApproval ? t.asks : t.doesNotAsk}
            {server.answeredAtMs !== null && (
              <>
                {' '}
                · {t.answered} <Time atMs={server.answeredAtMs} form="relative" />
              </>
            )}
            {server.approvedAtMs !== null && (
              <>
                {' '}
                · {t.approvedBy(server.approvedBy ?? '')} <Time atMs={server.approvedAtMs} />
              </>
            )}
          </p>
          <div role="status" className="v-wrap">
            {server.failure !== null && <Note tone="warn">{t.fails(server.failure.message)}</Note>}
            {look.error !== null && <ErrorLine error={look.error} />}
          </div>
        </div>
      </article>
    </li>
  );
}
