import { useQuery } from '@tanstack/react-query';
import type { PersonView, SessionView } from '../../../../src/contracts/index.ts';
import { Badge, Button, Dialog, ErrorLine, Loaded, Table, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { browserOf } from './browser-name.ts';
import { peopleApi, peopleQueries, usePeopleChange } from './people-queries.ts';
import { peopleWords } from './words.ts';

/** Where somebody is signed in, and the way to end all of it. */
export function SessionsDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(peopleWords);
  const sessions = useQuery({ ...peopleQueries.sessions(person.id), refetchOnMount: 'always' });
  const signOut = usePeopleChange(() => peopleApi.signOut(person.id), onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={48}
      title={t.sessionsOf(person.name)}
      actions={
        <>
          <Button onPress={onClose}>{t.close}</Button>
          {(sessions.data?.length ?? 0) > 0 && (
            <Button
              variant="danger"
              isPending={signOut.isPending}
              onPress={() => {
                signOut.mutate(undefined);
              }}
            >
              {t.signOut}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={sessions}>{(data) => <SessionTable sessions={data} />}</Loaded>
      {signOut.error !== null && <ErrorLine error={signOut.error} />}
    </Dialog>
  );
}

interface SessionTableProps {
  readonly sessions: readonly SessionView[];
  /** One of them is ended; without it, they are only looked at. */
  readonly onEnd?: (session: SessionView) => void;
}

/** Signed-in browsers, in words; pointed at, as they call themselves. */
export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const t = useText(peopleWords);
  if (sessions.length === 0) return <p className="v-muted">{t.noSessions}</p>;
  return (
    <Table
      label={t.sessions}
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'browser',
          label: t.browser,
          cell: (row) => (
            <span className="v-acts">
              <span className="v-wrap" title={row.userAgent}>
                {nameOf(row, t)}
              </span>
              {row.isCurrent && <Badge tone="info">{t.thisOne}</Badge>}
            </span>
          ),
        },
        { id: 'address', label: t.address, cell: ({ address }) => address || t.unknown },
        { id: 'since', label: t.since, cell: (row) => <Time atMs={row.signedInAtMs} /> },
        {
          id: 'used',
          label: t.used,
          // What is stored is written down now and then only; this one is used as one reads it.
          cell: ({ usedAtMs, isCurrent }) =>
            isCurrent ? t.usedNow : <Time atMs={usedAtMs} form="relative" />,
        },
        ...(onEnd === undefined
          ? []
          : [
              {
                id: 'actions',
                label: t.actions,
                cell: (row: SessionView) =>
                  row.isCurrent ? null : (
                    <Button
                      size="sm"
                      aria-label={t.endSessionOf(nameOf(row, t))}
                      onPress={() => {
                        onEnd(row);
                      }}
                    >
                      {t.endSession}
                    </Button>
                  ),
              },
            ]),
      ]}
    />
  );
}

function nameOf(
  { userAgent }: SessionView,
  t: Pick<(typeof peopleWords)['en'], 'unknown' | 'browserOn'>,
): string {
  const { browser, system } = browserOf(userAgent);
  if (browser === null) return t.unknown;
  return system === null ? browser : t.browserOn(browser, system);
}
