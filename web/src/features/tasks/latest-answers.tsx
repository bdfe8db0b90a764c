import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useParams } from 'react-router';
import { ErrorState, Loading, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import '../runs/runs.css';
import { AnswerText } from './answer.tsx';
import { strings } from './strings.ts';

/** The latest answers of tasks; nothing while there are none. */
export function LatestAnswers() {
  const t = useText(strings);
  const id = useId();
  const results = useQuery({ ...queries.taskResults(), refetchOnMount: 'always' });
  if (results.data === undefined) {
    return results.error === null ? null : (
      <ErrorState error={results.error} onRetry={() => void results.refetch()} />
    );
  }
  if (results.data.length === 0) return null;
  return (
    <section className="v-section" aria-labelledby={id}>
      <h2 className="v-group__title" id={id}>
        {t.latest}
      </h2>
      <Table
        label={t.latest}
        rows={results.data}
        rowKey={({ uuid }) => uuid}
        columns={[
          {
            id: 'name',
            label: t.name,
            cell: ({ uuid, taskName }) => <Link to={`/tasks/answers/${uuid}`}>{taskName}</Link>,
          },
          {
            id: 'status',
            label: t.status,
            cell: ({ status }) => (status === 'completed' ? t.finished : t.notFinished),
          },
          {
            id: 'when',
            label: t.when,
            cell: ({ finishedAtMs }) => <Time atMs={finishedAtMs} />,
          },
        ]}
      />
    </section>
  );
}

/** One answer, as far as it is kept. */
export function AnswerScreen() {
  const { uuid = '' } = useParams();
  const t = useText(strings);
  const result = useQuery(queries.taskResult(uuid));
  useTitle(result.data?.taskName ?? t.title);
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        {result.isPending && <Loading lines={6} />}
        {result.data === undefined && result.error !== null && (
          <ErrorState error={result.error} onRetry={() => void result.refetch()} />
        )}
        {result.data !== undefined && (
          <>
            <header className="v-page__head">
              <div>
                <Link to="/tasks">{t.back}</Link>
                <h1 className="v-title">{result.data.taskName}</h1>
                <p className="v-muted">
                  <Time atMs={result.data.finishedAtMs} />
                </p>
              </div>
            </header>
            <section className="v-section" aria-label={t.answer}>
              <AnswerText result={result.data} />
            </section>
          </>
        )}
      </div>
    </main>
  );
}
