import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { TaskView } from '../../../../src/contracts/index.ts';
import { Badge, ButtonLink, EmptyState, Loaded, Screen, Table } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries, useMe } from '../../lib/queries.ts';
import { LatestAnswers } from './latest-answers.tsx';
import { strings } from './strings.ts';

/** The tasks this person may run; an administrator also writes them. */
export function TasksScreen() {
  const t = useText(strings);
  const { isAdministrator } = useMe();
  const tasks = useQuery({ ...queries.tasks(), refetchOnMount: 'always' });
  return (
    <Screen
      title={t.title}
      lead={t.intro}
      acts={
        isAdministrator && (
          <ButtonLink to="/tasks/new" variant="primary">
            {t.add}
          </ButtonLink>
        )
      }
    >
      <Loaded query={tasks}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.empty} icon="inbox">
              {t.emptyHint}
            </EmptyState>
          ) : (
            <TaskTable tasks={all} />
          )
        }
      </Loaded>
      <LatestAnswers />
    </Screen>
  );
}

function TaskTable({ tasks }: { tasks: readonly TaskView[] }) {
  const t = useText(strings);
  return (
    <Table
      label={t.title}
      rows={tasks}
      rowKey={({ uid }) => uid}
      columns={[
        {
          id: 'name',
          label: t.name,
          cell: ({ uid, name, isActive }) => (
            <>
              <Link to={`/tasks/${String(uid)}`}>{name}</Link> {!isActive && <Badge>{t.off}</Badge>}
            </>
          ),
        },
        { id: 'description', label: t.description, cell: ({ description }) => description },
        { id: 'category', label: t.category, cell: ({ category }) => t.categories[category] },
      ]}
    />
  );
}
