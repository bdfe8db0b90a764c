import { useQuery } from '@tanstack/react-query';
import { Loaded, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { snippetQueries } from './snippet-queries.ts';
import { TextDigest } from './text-digest.tsx';
import { snippetWords } from './words.ts';

/** Who did what to a snippet, newest first. */
export function SnippetTrail({ uid }: { uid: number }) {
  const t = useText(snippetWords);
  const events: Readonly<Record<string, string>> = t.event;
  const audit = useQuery(snippetQueries.audit(uid));
  return (
    <section aria-labelledby="trail">
      <h2 className="v-h" id="trail">
        {t.audit}
      </h2>
      <Loaded query={audit} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="v-muted">{t.auditNone}</p>
          ) : (
            <Table
              label={t.audit}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
                { id: 'what', label: t.what, cell: ({ event }) => events[event] ?? event },
                {
                  id: 'digest',
                  label: t.digest,
                  cell: ({ digest }) => (digest === null ? '' : <TextDigest value={digest} />),
                },
                { id: 'who', label: t.who, cell: ({ actorName }) => actorName || t.somebody },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}
