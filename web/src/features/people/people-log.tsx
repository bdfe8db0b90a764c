import { useQuery } from '@tanstack/react-query';
import { Loaded, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { accountWords } from './account-words.ts';
import { peopleQueries } from './people-queries.ts';

/** Who changed what about people, newest first. */
export function PeopleLog() {
  const t = useText(accountWords);
  const audit = useQuery({ ...peopleQueries.audit(), refetchOnMount: 'always' });
  return (
    <Loaded query={audit}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="v-muted">{t.noLog}</p>
        ) : (
          <Table
            label={t.what}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
              { id: 'what', label: t.what, cell: ({ event }) => t.event[event] },
              {
                id: 'whom',
                label: t.whom,
                cell: ({ subject }) => <span className="v-wrap">{subject}</span>,
              },
              {
                id: 'who',
                label: t.who,
                cell: ({ actorKind, actorName }) =>
                  actorKind === 'sign_in_provider'
                    ? t.provider(actorName ?? '')
                    : (actorName ?? t.actor[actorKind]),
              },
              {
                id: 'detail',
                label: t.detail,
                cell: ({ detail }) =>
                  Object.keys(detail).length === 0 ? (
                    ''
                  ) : (
                    <details>
                      <summary className="v-wrap">{Object.keys(detail).join(', ')}</summary>
                      <code className="v-mono v-wrap">{JSON.stringify(detail)}</code>
                    </details>
                  ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
