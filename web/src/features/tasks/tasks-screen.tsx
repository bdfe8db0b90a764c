import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  Badge,
  ButtonLink,
  EmptyState,
  ErrorState,
  Loading,
  Table,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { LatestAnswers } from './latest-answers.tsx';
import { strings } from './strings.ts';

/** The tasks this person may run; an administrator also writes them. */
export function TasksScreen() {
  const t = useText(strings);
  useTitle(t.title);
  const { isAdministrator } = useMe();
  const tasks = useQuery({ ...queries.tasks(), refetchOnMount: 'always' });
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        <header className="v-page__head">
          <div>
            <h1 className="v-title">{t.title}</h1>
            <p className="v-muted">{t.intro}</p>
          </div>
          {isAdministrator && (
            <ButtonLink to="/tasks/new" variant="primary">
              {t.add}
            </ButtonLink>
          )}
        </header>
        {tasks.isPending && <Loading lines={6} />}
        {tasks.data === undefined && tasks.error !== null && (
          <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
        )}
        {tasks.data?.length === 0 && (
          <EmptyState title={t.empty} icon="inbox">
            {t.emptyHint}
          </EmptyState>
        )}
        {tasks.data !== undefined && tasks.data.length > 0 && (
          <Table
            label={t.title}
            rows={tasks.data}
            rowKey={({ uid }) => uid}
            columns={[
              {
                id: 'name',
                label: t.name,
                cell: ({ uid, name, isActive }) => (
                  <>
                    <Link to={`/tasks/${String(uid)}`}>{name}</Link>{' '}
                    {!isActive && <Badge>{t.off}</Badge>}
                  </>
                ),
              },
              { id: 'description', label: t.description, cell: ({ description }) => description },
              {
                id: 'category',
                label: t.category,
                cell: ({ category }) => t.categories[category],
              },
            ]}
          />
        )}
        <LatestAnswers />
      </div>
    </main>
  );
}
