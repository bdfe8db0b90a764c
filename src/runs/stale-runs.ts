import { isAdministrator, type Actor } from '../actors/index.ts';
import type { StaleRun, StaleRunKind } from '../contracts/index.ts';
import type { RuntimeContext } from './deps.ts';
import type { RunRow } from './run-store.ts';
import { viewing } from './views.ts';

/** A worker takes a due run within seconds; one that waits longer waits for a worker that is not there. */
const PICKED_UP_WITHIN_MS = 60_000;
/** How many of the newest runs are searched for dead letters, and how many of the other kinds are named. */
const NEWEST = 200;

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
      return termination === 'not_retryable' || termination === 'retries_exhausted'
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
  const found = await findStale(context, isAdministrator(actor) ? null : actor.userId);
  const viewOf = await viewing(
    context,
    found.map(({ run }) => run),
  );
  return found.map(({ kind, sinceMs, run }) => ({ kind, sinceMs, run: viewOf(run) }));
}

/** How many there are of each kind, whoever started them. */
export async function countStale(
  context: RuntimeContext,
): Promise<Readonly<Record<StaleRunKind, number>>> {
  const counts = { interrupted: 0, not_picked_up: 0, dead_letter: 0 };
  for (const { kind } of await findStale(context, null)) counts[kind] += 1;
  return counts;
}

async function findStale({ store, clock }: RuntimeContext, userId: string | null) {
  const nowMs = clock.now();
  const rows = [
    ...(await store.interrupted(nowMs, NEWEST)),
    ...(await store.due(nowMs - PICKED_UP_WITHIN_MS, NEWEST)),
    ...(await store.recent(userId, NEWEST)),
  ];
  const byUuid = new Map(rows.map((run) => [run.uuid, run]));
  return [...byUuid.values()]
    .filter((run) => userId === null || run.initiatorUserId === userId)
    .flatMap((run) => {
      const stale = staleness(run, nowMs);
      return stale === null ? [] : [{ ...stale, run }];
    })
    .sort((a, b) => b.sinceMs - a.sinceMs);
}
