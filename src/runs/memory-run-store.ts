import { onRollback } from '../base/index.ts';
import { isTerminal, isWaiting, type RunEvent, type RunTermination } from '../contracts/index.ts';
import type {
  NewRunEvent,
  RunChange,
  RunGuard,
  RunRow,
  RunStepContent,
  RunStore,
  RunWriter,
} from './run-store.ts';

/** A run as this store holds it; replaced as a whole at every change. */
export interface StoredRun {
  readonly row: RunRow;
  readonly events: readonly RunEvent[];
  readonly journal: readonly string[];
  readonly contents: readonly RunStepContent[];
}

/** Runs in memory that can be looked at, kept and put back as a whole. */
export interface MemoryRunStore extends RunStore {
  snapshot(): ReadonlyMap<string, StoredRun>;
  restore(snapshot: ReadonlyMap<string, StoredRun>): void;
}

/** Runs that live in memory; passes the same contract suite as the database. Use it with `createMemoryTransactions`. */
export function createMemoryRunStore(): MemoryRunStore {
  const runs = new Map<string, StoredRun>();
  const rows = () => [...runs.values()].map(({ row }) => row);
  const oldest = (found: readonly RunRow[], limit: number) =>
    [...found].sort((a, b) => a.createdAtMs - b.createdAtMs).slice(0, limit);
  const newest = (found: readonly RunRow[]) =>
    [...found].sort((a, b) => b.createdAtMs - a.createdAtMs || (a.uuid < b.uuid ? 1 : -1));
  const isOf =
    (userId: string | null) =>
    ({ initiatorUserId }: RunRow) =>
      userId === null || initiatorUserId === userId;
  const failed = (terminations: readonly RunTermination[]) =>
    rows().filter(
      ({ status, termination }) =>
        status === 'failed' && termination !== null && terminations.includes(termination),
    );
  return {
    snapshot: () => new Map(runs),
    restore: (snapshot) => {
      runs.clear();
      for (const [uuid, run] of snapshot) runs.set(uuid, run);
    },
    run: (uuid) => Promise.resolve(runs.get(uuid)?.row ?? null),
    events: (uuid, after) =>
      Promise.resolve((runs.get(uuid)?.events ?? []).filter(({ sequence }) => sequence > after)),
    latestEvents: (uuids, kinds) =>
      Promise.resolve(
        uuids.flatMap((uuid) =>
          kinds.flatMap(
            (kind) => runs.get(uuid)?.events.findLast((event) => event.kind === kind) ?? [],
          ),
        ),
      ),
    contents: (uuid) => Promise.resolve(runs.get(uuid)?.contents ?? []),
    journal: (uuid, from = 0) => Promise.resolve(runs.get(uuid)?.journal.slice(from) ?? []),
    interrupted: (nowMs, limit) =>
      Promise.resolve(
        oldest(
          rows().filter(
            ({ status, leaseExpiresAtMs }) =>
              status === 'running' && leaseExpiresAtMs !== null && leaseExpiresAtMs < nowMs,
          ),
          limit,
        ),
      ),
    due: (nowMs, limit) =>
      Promise.resolve(
        oldest(
          rows().filter(({ status, notBeforeMs }) => status === 'queued' && notBeforeMs <= nowMs),
          limit,
        ),
      ),
    recent: (userId, limit) => Promise.resolve(newest(rows().filter(isOf(userId))).slice(0, limit)),
    latestFor: ({ topic, id }) =>
      Promise.resolve(
        newest(rows().filter(({ wake }) => wake.topic === topic && wake.id === id))[0]?.uuid ??
          null,
      ),
    failed: (terminations, userId, limit) =>
      Promise.resolve(newest(failed(terminations).filter(isOf(userId))).slice(0, limit)),
    countFailed: (terminations) => Promise.resolve(failed(terminations).length),
    open: (userId) =>
      Promise.resolve(
        newest(rows().filter(({ status }) => !isTerminal(status))).filter(isOf(userId)),
      ),
    waiting: (userId) =>
      Promise.resolve(
        newest(rows().filter(({ status }) => isWaiting(status))).filter(isOf(userId)),
      ),
    within: (transaction): RunWriter => {
      const put = (uuid: string, run: StoredRun) => {
        const before = runs.get(uuid);
        onRollback(transaction, () => {
          if (before === undefined) runs.delete(uuid);
          else runs.set(uuid, before);
        });
        runs.set(uuid, run);
      };
      return {
        insert: (run, events) => {
          if (runs.has(run.uuid)) return Promise.reject(new Error(`run ${run.uuid} exists`));
          const stored = number(run.uuid, 0, events);
          put(run.uuid, {
            row: { ...run, eventCount: stored.length, journalCount: 0 },
            events: stored,
            journal: [],
            contents: contentsOf(events, 0),
          });
          return Promise.resolve();
        },
        change: (uuid, guard, change) => {
          const before = runs.get(uuid);
          if (before === undefined || !holds(before.row, guard)) return Promise.resolve(null);
          const { run, events } = changed(before, change);
          put(uuid, run);
          return Promise.resolve({ events });
        },
      };
    },
  };
}

function holds(row: RunRow, guard: RunGuard): boolean {
  return (
    guard.statuses.includes(row.status) &&
    (guard.leaseOwner === undefined || row.leaseOwner === guard.leaseOwner) &&
    (guard.leaseExpiredAtMs === undefined ||
      (row.leaseExpiresAtMs !== null && row.leaseExpiresAtMs < guard.leaseExpiredAtMs)) &&
    (guard.dueAtMs === undefined || row.notBeforeMs <= guard.dueAtMs) &&
    (guard.asRead === undefined || isAsRead(row, guard.asRead))
  );
}

function isAsRead(row: RunRow, read: NonNullable<RunGuard['asRead']>): boolean {
  return (
    row.eventCount === read.eventCount &&
    row.journalCount === read.journalCount &&
    (row.pendingEffect === null) === (read.pendingEffect === null)
  );
}

function changed(
  before: StoredRun,
  change: RunChange,
): { readonly run: StoredRun; readonly events: readonly RunEvent[] } {
  const { row } = before;
  const events = number(row.uuid, row.eventCount, change.events);
  const journal = change.forgetJournal === true ? [] : [...before.journal, ...change.journal];
  return {
    events,
    run: {
      row: {
        ...row,
        ...change.set,
        eventCount: row.eventCount + events.length,
        journalCount: row.journalCount + change.journal.length,
      },
      events: [...before.events, ...events],
      journal,
      contents: [...before.contents, ...contentsOf(change.events, row.eventCount)],
    },
  };
}

function contentsOf(events: readonly NewRunEvent[], after: number): readonly RunStepContent[] {
  return events.flatMap(({ content }, index) =>
    content === undefined ? [] : [{ sequence: after + index + 1, content }],
  );
}

function number(
  runUuid: string,
  after: number,
  events: readonly NewRunEvent[],
): readonly RunEvent[] {
  return events.map(({ kind, payload, atMs }, index) => ({
    runUuid,
    sequence: after + index + 1,
    kind,
    payload: structuredClone(payload),
    atMs,
  }));
}
