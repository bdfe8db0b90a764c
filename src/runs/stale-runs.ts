import { isAdministrator, type Actor } from '../actors/index.ts';
import type { RunTermination, StaleRun, StaleRunKind } from '../contracts/index.ts';
import type { RuntimeContext } from './deps.ts';
import type { RunRow } from './run-store.ts';
import { viewing } from './views.ts';

/** A worker takes a due run within seconds; one that waits longer waits for a worker that is not there. */
const PICKED_UP_WITHIN_MS = 60_000;
/** How many of each kind are named at most. */
const NEWEST = 200;
/** Ended for good without a result, and not by what an administrator set or a person did. */
const DEAD: readonly RunTermination[] = ['not_retryable', 'retries_exhausted'];

type StaleFacts = Pick<
  RunRow,
  'status' | 'termination' | 'leaseExpiresAtMs' | 'notBeforeMs' | 'finishedAtMs'
>;

/** Whether a run asks for an operator, and since when. */
export function staleness(
  run: StaleFacts,
  nowMs: number,
): { readonly kind: StaleRunKind; readonly sinceMs: number } | null {
  const { status, termination, leaseExpiresAtMs, notBeforeMs, finishedAtMs } = run;
  switch (status) {
    case 'running':
      return leaseExpiresAtMs !== null && leaseExpiresAtMs < nowMs
        ? { kind: 'interrupted', sinceMs: leaseExpiresAtMs }
        : null;
    case 'queued':
      return notBeforeMs + PICKED_UP_WITHIN_MS < nowMs
        ? { kind: 'not_picked_up', sinceMs: notBeforeMs }
        : null;
    case 'failed':
      return termination !== null && DEAD.includes(termination)
        ? { kind: 'dead_letter', sinceMs: finishedAtMs ?? nowMs }
        : null;
    case 'waiting_for_approval':
    case 'waiting_for_input':
    case 'completed':
    case 'cancelled':
      return null;
  }
}

/** The stale runs somebody may read: everybody's for an administrator, one's own otherwise; latest trouble first. */
export async function staleRuns(
  context: RuntimeContext,
  actor: Actor,
): Promise<readonly StaleRun[]> {
  if (actor.kind !== 'user') return [];
  const whose = isAdministrator(actor) ? null : actor.userId;
  const found = namedStale(context, [
    ...(await unattended(context)).filter((run) => whose === null || run.initiatorUserId === whose),
    ...(await context.store.failed(DEAD, whose, NEWEST)),
  ]);
  const viewOf = await viewing(
    context,
    found.map(({ run }) => run),
  );
  return found.map(({ kind, sinceMs, run }) => ({ kind, sinceMs, run: viewOf(run) }));
}

/** How many there are of each kind, whoever started them; of those that are not ended at most 200. */
export async function countStale(
  context: RuntimeContext,
): Promise<Readonly<Record<StaleRunKind, number>>> {
  const counts = {
    interrupted: 0,
    not_picked_up: 0,
    dead_letter: await context.store.countFailed(DEAD),
  };
  for (const { kind } of namedStale(context, await unattended(context))) counts[kind] += 1;
  return counts;
}

/** Whoever started them: runs nobody works on, although somebody should. */
async function unattended({ store, clock }: RuntimeContext): Promise<readonly RunRow[]> {
  const nowMs = clock.now();
  return [
    ...(await store.interrupted(nowMs, NEWEST)),
    ...(await store.due(nowMs - PICKED_UP_WITHIN_MS, NEWEST)),
  ];
}

function namedStale({ clock }: RuntimeContext, runs: readonly RunRow[]) {
  const nowMs = clock.now();
  // Between two reads a run can have gone from one list to the other.
  const byUuid = new Map(runs.map((run) => [run.uuid, run]));
  return [...byUuid.values()]
    .flatMap((run) => {
      const stale = staleness(run, nowMs);
      return stale === null ? [] : [{ ...stale, run }];
    })
    .sort((a, b) => b.sinceMs - a.sinceMs);
}
