import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useParams } from 'react-router';
import { ErrorState, Loaded, Screen, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
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
    <section className="v-part" aria-labelledby={id}>
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
  return (
    <Screen
      title={result.data?.taskName ?? t.title}
      lead={result.data !== undefined && <Time atMs={result.data.finishedAtMs} />}
      back={{ to: '/tasks', label: t.back }}
    >
      <Loaded query={result}>
        {(data) => (
          <section className="v-part" aria-label={t.answer}>
            <h2 className="v-group__title">{data.status === 'completed' ? t.answer : t.failed}</h2>
            <AnswerText result={data} />
          </section>
        )}
      </Loaded>
    </Screen>
  );
}
