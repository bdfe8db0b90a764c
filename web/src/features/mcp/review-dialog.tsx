import { useQuery } from '@tanstack/react-query';
import type { McpReview, McpServerView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  Dialog,
  Digest,
  ErrorLine,
  Loaded,
  Note,
  WordDiff,
  ToolName,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { mcpApi, mcpReviewQuery, useMcpChange } from './mcp-queries.ts';
import { mcpWords } from './words.ts';

type ReviewedTool = McpReview['tools'][number];

/** What a server says of its tools, beside what was approved; the approval is of exactly what is shown. */
export function ReviewDialog(props: { server: McpServerView; onClose: () => void }) {
  const { server, onClose } = props;
  const t = useText(mcpWords);
  const review = useQuery({ ...mcpReviewQuery(server.uid), refetchOnMount: 'always' });
  const approve = useMcpChange((digest: string) => mcpApi.approve(server.uid, digest), onClose);
  const digest = review.data?.digest ?? null;
  const isApproved = review.data?.server.state === 'ready';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={56}
      title={t.reviewOf(server.name)}
      description={t.reviewLead}
      actions={
        <>
          <Button onPress={onClose}>{t.close}</Button>
          {digest !== null && !isApproved && (
            <Button
              variant="primary"
              isPending={approve.isPending}
              onPress={() => {
                approve.mutate(digest);
              }}
            >
              {t.approve}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={review}>
        {(data) => (
          <div className="v-mcp__body">
            {data.digest !== null && (
              <p className="v-caption">
                {t.fingerprint} <Digest value={data.digest} />
              </p>
            )}
            <Warning review={data} />
            <ul className="v-cards">
              {data.tools.map((tool) => (
                <Tool key={(tool.now ?? tool.before)?.name} tool={tool} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
      {approve.error !== null && <ErrorLine error={approve.error} />}
    </Dialog>
  );
}

function Warning({ review }: { review: McpReview }) {
  const t = useText(mcpWords);
  if (review.server.dataClass === null) return <Note tone="warn">{t.classFirst}</Note>;
  if (review.server.state !== 'changed') return null;
  return (
    <Note tone="warn">{review.digest === review.approvedDigest ? t.changedBack : t.changed}</Note>
  );
}

const TONES = { same: 'plain', added: 'ok', changed: 'warn', removed: 'danger' } as const;

function Tool({ tool: { change, before, now } }: { tool: ReviewedTool }) {
  const t = useText(mcpWords);
  const shown = now ?? before;
  if (shown === null) return null;
  const isChanged = change === 'changed';
  return (
    <li className="v-mcp__tool">
      <p className="v-acts">
        <strong>
          <ToolName name={shown.name} />
        </strong>
        <Badge tone={TONES[change]}>{t.changes[change]}</Badge>
      </p>
      {shown.problem !== null && <Note tone="warn">{t.problems[shown.problem]}</Note>}
      <div className="v-wrap">
        {isChanged ? (
          <WordDiff before={before?.description ?? ''} after={shown.description} />
        ) : (
          <p className="v-mcp__text">{shown.description}</p>
        )}
      </div>
      {shown.claims.length > 0 && (
        <p className="v-caption">
          {t.claims} {shown.claims.join(', ')}
        </p>
      )}
      <details {...(isChanged && before?.schema !== shown.schema ? { open: true } : {})}>
        <summary>{t.schema}</summary>
        <div className="v-mono v-wrap">
          {isChanged ? (
            <WordDiff before={before?.schema ?? ''} after={shown.schema} />
          ) : (
            <pre className="v-mcp__text">{shown.schema}</pre>
          )}
        </div>
      </details>
    </li>
  );
}
