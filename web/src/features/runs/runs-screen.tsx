import { useQuery } from '@tanstack/react-query';
import type { RunView } from '../../../../src/contracts/index.ts';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  Loading,
  State,
  Table,
  Time,
  type IconName,
} from '../../components/index.ts';
import { formatDuration } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { strings } from './strings.ts';

/** What the assistant did for this person. */
export function RunsScreen() {
  const t = useText(strings);
  useTitle(t.title);
  const runs = useQuery({ ...queries.runs(), refetchOnMount: 'always' });
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        <header className="v-page__head">
          <div>
            <h1 className="v-title">{t.title}</h1>
            <p className="v-muted">{t.intro}</p>
          </div>
        </header>
        {runs.isPending && <Loading lines={6} />}
        {runs.data === undefined && runs.error !== null && (
          <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
        )}
        {runs.data?.length === 0 && (
          <EmptyState
            title={t.empty}
            icon="inbox"
            action={<ButtonLink to="/pages">{t.toPages}</ButtonLink>}
          >
            {t.emptyHint}
          </EmptyState>
        )}
        {runs.data !== undefined && runs.data.length > 0 && <RunTable runs={runs.data} />}
      </div>
    </main>
  );
}

function RunTable({ runs }: { runs: readonly RunView[] }) {
  const t = useText(strings);
  const { locale } = useLocale();
  // Processes are named by what may be started anywhere; one that may not any more is just "Process".
  const { data: catalogue } = useQuery(queries.catalogue(null));
  const nameOf = (run: RunView) =>
    // Only a process reports where it is.
    run.processSkillUid === null && run.progress === null
      ? t.conversation
      : (catalogue?.find(({ uid }) => uid === run.processSkillUid)?.name ?? t.process);
  return (
    <Table
      label={t.title}
      rows={runs}
      rowKey={({ uuid }) => uuid}
      columns={[
        { id: 'state', label: t.state, cell: (run) => <RunState run={run} /> },
        {
          id: 'what',
          label: t.what,
          cell: (run) => (
            <>
              {nameOf(run)}
              {run.progress !== null && run.progress.total > 0 && (
                <span className="v-muted">
                  {' · '}
                  {t.point(run.progress.current, run.progress.total)}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'run',
          label: t.id,
          cell: ({ uuid }) => (
            <span className="v-mono" title={uuid}>
              {uuid.slice(-6)}
            </span>
          ),
        },
        {
          id: 'began',
          label: t.began,
          numeric: true,
          cell: (run) => <Time atMs={run.createdAtMs} />,
        },
        {
          id: 'took',
          label: t.took,
          numeric: true,
          cell: ({ createdAtMs, finishedAtMs }) =>
            finishedAtMs === null ? '–' : formatDuration(locale, finishedAtMs - createdAtMs),
        },
      ]}
    />
  );
}

function RunState({ run }: { run: RunView }) {
  const t = useText(strings);
  const look = lookOf(run);
  const word =
    run.termination !== null && isOver(run) ? t.ends[run.termination] : t.statuses[run.status];
  return (
    <State tone={look.tone} icon={look.icon}>
      {word}
    </State>
  );
}

const isOver = ({ status }: RunView) => ['completed', 'failed', 'cancelled'].includes(status);

function lookOf(run: RunView): { tone: 'plain' | 'ok' | 'bad' | 'wait'; icon: IconName } {
  switch (run.status) {
    case 'queued':
    case 'running':
      return { tone: 'plain', icon: 'clock' };
    case 'waiting_for_approval':
    case 'waiting_for_input':
      return { tone: 'wait', icon: 'clock' };
    case 'completed':
      return { tone: 'ok', icon: 'ok' };
    case 'failed':
      return { tone: 'bad', icon: 'bad' };
    case 'cancelled':
      return { tone: 'plain', icon: 'minus' };
  }
}
