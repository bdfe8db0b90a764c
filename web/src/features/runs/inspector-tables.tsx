import { useQuery } from '@tanstack/react-query';
import type { InspectedRun } from '../../../../src/contracts/index.ts';
import { Digest, ErrorLine, Table, Time, ToolName } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { eventText } from './event-words.ts';
import { inspectorWords } from './inspector-words.ts';
import { isOver } from './run-state.tsx';

/** What the model called, with its effect and how it came out. */
export function CallsTable({ found }: { found: InspectedRun }) {
  const t = useText(inspectorWords);
  if (found.calls.length === 0) return null;
  return (
    <section className="v-part" aria-label={t.calls}>
      <h2 className="v-group__title">{t.calls}</h2>
      <Table
        label={t.calls}
        rows={found.calls}
        rowKey={({ callId }) => callId}
        columns={[
          { id: 'tool', label: t.call, cell: ({ tool }) => <ToolName name={tool} /> },
          { id: 'effect', label: t.effect, cell: ({ effect }) => t.effects[effect] },
          { id: 'state', label: t.state, cell: ({ state }) => t.callStates[state] },
          {
            id: 'result',
            label: t.result,
            cell: ({ resultBytes, write }) => (
              <>
                {resultBytes === null ? '–' : t.bytes(resultBytes)}
                {write !== null && (
                  <span className="v-mono">
                    {' '}
                    {write.target === null
                      ? ''
                      : `${write.target.table} ${String(write.target.uid)}`}{' '}
                    {write.completeness ?? ''}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Who decided what, on which card. */
export function DecisionsTable({ found }: { found: InspectedRun }) {
  const t = useText(inspectorWords);
  if (found.decisions.length === 0) return null;
  const wordOf = (approved: boolean | null) =>
    approved === null ? t.answered : approved ? t.approved : t.denied;
  return (
    <section className="v-part" aria-label={t.decisions}>
      <h2 className="v-group__title">{t.decisions}</h2>
      <Table
        label={t.decisions}
        rows={found.decisions}
        rowKey={({ sequence }) => sequence}
        columns={[
          {
            id: 'state',
            label: t.state,
            cell: ({ approved, reason }) =>
              `${wordOf(approved)}${reason === null ? '' : ` (${reason})`}`,
          },
          {
            id: 'tools',
            label: t.call,
            cell: ({ tools }) => <ToolName name={tools.join(', ')} isPlain />,
          },
          {
            id: 'by',
            label: t.by,
            cell: ({ by, byName }) => byName ?? <span className="v-mono">{by}</span>,
          },
          { id: 'card', label: t.card, cell: ({ cardDigest }) => <Digest value={cardDigest} /> },
          { id: 'when', label: t.when, numeric: true, cell: ({ atMs }) => <Time atMs={atMs} /> },
        ]}
      />
    </section>
  );
}

/** The log of the run in words, as it grows; as it was written and what was said is a press away. */
export function Timeline({ found, everyMs }: { found: InspectedRun; everyMs: number }) {
  const t = useText(inspectorWords);
  const { locale } = useLocale();
  const { run } = found;
  const said = new Map(found.contents?.map(({ sequence, content }) => [sequence, content]));
  const events = useQuery({
    queryKey: ['runs', run.uuid, 'events', run.status],
    queryFn: ({ signal }) => api.runEvents(run.uuid, signal),
    refetchInterval: isOver(run) ? false : everyMs,
    placeholderData: (before) => before,
  });
  return (
    <section className="v-part" aria-label={t.timeline}>
      <h2 className="v-group__title">{t.timeline}</h2>
      {events.error !== null && <ErrorLine error={events.error} />}
      <Table
        label={t.timeline}
        rows={events.data ?? []}
        rowKey={({ sequence }) => sequence}
        columns={[
          { id: 'sequence', label: '#', cell: ({ sequence }) => sequence },
          { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
          { id: 'event', label: t.event, cell: ({ kind }) => t.kinds[kind] },
          {
            id: 'details',
            label: t.details,
            cell: (event) => (
              <>
                {eventText(event, locale)}
                {event.payload['contentRedacted'] === true && (
                  <span className="v-muted"> {t.notKept}</span>
                )}
                {said.has(event.sequence) && (
                  <details>
                    <summary>{t.said}</summary>
                    <pre className="v-mono v-wrap">
                      {JSON.stringify(said.get(event.sequence), null, 2)}
                    </pre>
                  </details>
                )}
                <details>
                  <summary className="v-caption">{t.asWritten}</summary>
                  <span className="v-mono v-wrap">{detailsOf(event.payload)}</span>
                </details>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

function detailsOf(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
