import {
  createEndedRuns,
  createUsageStore,
  keptContentStore,
  type Database,
} from '../adapters/storage/index.ts';
import type { Clock, Transaction, Transactions } from '../base/index.ts';
import type { Logger } from './log.ts';
import type { Settings } from './settings.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Rows a transaction; a sweep goes on until a kind has no old ones left. */
const BATCH = 200;

/** What the removal of old rows needs. */
export interface RemovalDeps {
  readonly transactions: Transactions;
  readonly clock: Clock;
}

/** What ended before this time is older than so many days. */
export function olderThan(days: number, clock: Clock): number {
  return clock.now() - days * DAY_MS;
}

/** Removes what is older than so many days, a batch a transaction, until nothing is left; tells how much. */
export async function removeOlder(
  { transactions, clock }: RemovalDeps,
  days: number,
  work: {
    readonly batch: (
      transaction: Transaction,
      old: { readonly beforeMs: number; readonly limit: number },
    ) => Promise<number>;
    /** After each batch, with how much is gone by then. */
    readonly onProgress?: (removed: number) => void;
  },
): Promise<number> {
  const beforeMs = olderThan(days, clock);
  for (let removed = 0; ;) {
    const count = await transactions.transact((transaction) =>
      work.batch(transaction, { beforeMs, limit: BATCH }),
    );
    removed += count;
    work.onProgress?.(removed);
    if (count === 0) return removed;
  }
}

/** How many rows of each kind were removed. */
export interface Removed {
  readonly runs: number;
  readonly steps: number;
  readonly taskResults: number;
  readonly modelCalls: number;
}

/**
 * Removes what is older than its setting allows (SEC-05); 0 days = for good. What waits or works stays, and so do approvals,
 * revocations, audits, page history, and the run a conversation would go on from: it goes with its conversation.
 */
export async function removeOld(
  deps: RemovalDeps & {
    readonly database: Database;
    readonly log: Pick<Logger, 'info'>;
  },
  { runDays, stepDays, taskDays, usageDays }: Settings['privacy'],
): Promise<Removed> {
  const runs = createEndedRuns(deps.database);
  const usage = createUsageStore(deps.database);
  const remove = (days: number, batch: Parameters<typeof removeOlder>[2]['batch']) =>
    days === 0 ? Promise.resolve(0) : removeOlder(deps, days, { batch });
  const removed = {
    steps: await remove(stepDays, (transaction, old) =>
      keptContentStore.removeSteps(transaction, old),
    ),
    taskResults: await remove(taskDays, (transaction, old) =>
      keptContentStore.removeTaskResults(transaction, old),
    ),
    runs: await remove(runDays, (transaction, old) =>
      runs.remove(transaction, { ...old, keepNewest: true }),
    ),
    modelCalls: await remove(usageDays, (transaction, { beforeMs, limit }) =>
      usage.within(transaction).removeBefore(new Date(beforeMs).toISOString().slice(0, 10), limit),
    ),
  };
  if (Object.values(removed).some((count) => count > 0)) {
    deps.log.info(removed, 'What was kept long enough has been removed');
  }
  return removed;
}
