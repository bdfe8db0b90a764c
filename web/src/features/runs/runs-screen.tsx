import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RunListItem } from '../../../../src/contracts/index.ts';
import {
  ButtonLink,
  EmptyState,
  Loaded,
  Screen,
  Segments,
  Table,
  Time,
} from '../../components/index.ts';
import { formatDuration } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { RunState } from './run-state.tsx';
import { runName } from './run-name.ts';
import { strings } from './strings.ts';

type Whose = 'all' | 'mine';

/** What the assistant did for this person; for administrators, for everybody. */
export function RunsScreen() {
  const t = useText(strings);
  const { isAdministrator } = useMe();
  const [whose, setWhose] = useState<Whose>(isAdministrator ? 'all' : 'mine');
  const runs = useQuery({ ...queries.runs(whose), refetchOnMount: 'always' });
  return (
    <Screen
      title={t.title}
      lead={whose === 'all' ? t.introOfAll : t.intro}
      acts={
        isAdministrator && (
          <Segments<Whose>
            label={t.whose}
            value={whose}
            onChange={setWhose}
            segments={[
              { id: 'all', label: t.all },
              { id: 'mine', label: t.mine },
            ]}
          />
        )
      }
    >
      <Loaded query={runs}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title={t.empty}
              icon="inbox"
              action={<ButtonLink to="/pages">{t.toPages}</ButtonLink>}
            >
              {t.emptyHint}
            </EmptyState>
          ) : (
            <RunTable runs={all} isOfAll={whose === 'all'} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function RunTable({ runs, isOfAll }: { runs: readonly RunListItem[]; isOfAll: boolean }) {
  const t = useText(strings);
  const { locale } = useLocale();
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
              <Link to={`/runs/${run.uuid}`}>{runName(run, t)}</Link>
              {run.progress !== null && run.progress.total > 0 && (
                <span className="v-muted">
                  {' · '}
                  {t.point(run.progress.current, run.progress.total)}
                </span>
              )}
            </>
          ),
        },
        ...(isOfAll
          ? [{ id: 'who', label: t.who, cell: (run: RunListItem) => whoseName(run, t) }]
          : []),
        {
          id: 'page',
          label: t.page,
          cell: ({ page }) =>
            page === null ? '–' : <Link to={`/pages/${String(page.uid)}`}>{page.title}</Link>,
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

function whoseName(
  { startedBy, isMine }: RunListItem,
  t: Pick<(typeof strings)['en'], 'me' | 'service'>,
): string {
  if (startedBy === '') return t.service;
  return isMine ? t.me(startedBy) : startedBy;
}
