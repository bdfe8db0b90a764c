import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { PeopleAuditField, type PeopleAuditEntry } from '../../../../src/contracts/index.ts';
import { Loaded, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { accountWords } from './account-words.ts';
import { LogValue } from './log-value.tsx';
import { logWords } from './log-words.ts';
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
              {
                id: 'what',
                label: t.what,
                cell: ({ event }) => <span className="v-people__words">{t.event[event]}</span>,
              },
              {
                id: 'whom',
                label: t.whom,
                cell: ({ subject }) => <span className="v-wrap">{subject}</span>,
              },
              {
                id: 'who',
                label: t.who,
                cell: ({ actorKind, actorName }) => (
                  <span className="v-people__words">
                    {actorKind === 'sign_in_provider'
                      ? t.provider(actorName ?? '')
                      : (actorName ?? t.actor[actorKind])}
                  </span>
                ),
              },
              { id: 'detail', label: t.detail, cell: (entry) => <Detail entry={entry} /> },
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** The fields by name, and opened their values. */
function Detail({ entry }: { entry: PeopleAuditEntry }) {
  const { event, detail } = entry;
  const t = useText(logWords);
  const fields = Object.entries(detail);
  if (fields.length === 0) return '';
  const nameOf = (field: string) => {
    const known = PeopleAuditField.safeParse(field);
    return known.success ? t.field[known.data] : field;
  };
  const isChange = event.endsWith('_changed');
  return (
    <details>
      <summary className="v-wrap">{fields.map(([field]) => nameOf(field)).join(', ')}</summary>
      <dl className="v-people__facts">
        {fields.map(([field, value]) => (
          <Fragment key={field}>
            <dt>{nameOf(field)}</dt>
            <dd className="v-wrap">
              <LogValue field={field} value={value} isChange={isChange} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
