import { createEndedRuns, keptContentStore, type Database } from '../adapters/storage/index.ts';
import type { Clock, Transaction, Transactions } from '../base/index.ts';
import type { Logger } from './log.ts';
import type { Settings } from './settings.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Rows a transaction; a sweep goes on until a kind has no old ones left. */
const BATCH = 200;

/** How many rows of each kind were removed. */
export interface Removed {
  readonly runs: number;
  readonly steps: number;
  readonly taskResults: number;
}

/**
 * Removes what is older than its setting allows (SEC-05); 0 days = for good. What waits or works stays, and so do approvals,
 * revocations, audits, page history, and the run a conversation would go on from: it goes with its conversation.
 */
export async function removeOld(
  deps: {
    readonly database: Database;
    readonly transactions: Transactions;
    readonly clock: Clock;
    readonly log: Pick<Logger, 'info'>;
  },
  { runDays, stepDays, taskDays }: Settings['privacy'],
): Promise<Removed> {
  const runs = createEndedRuns(deps.database);
  const remove = async (
    days: number,
    batch: (
      transaction: Transaction,
      old: { readonly beforeMs: number; readonly limit: number },
    ) => Promise<number>,
  ): Promise<number> => {
    if (days === 0) return 0;
    const beforeMs = deps.clock.now() - days * DAY_MS;
    for (let removed = 0; ;) {
      const count = await deps.transactions.transact((transaction) =>
        batch(transaction, { beforeMs, limit: BATCH }),
      );
      if (count === 0) return removed;
      removed += count;
    }
  };
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
  };
  if (Object.values(removed).some((count) => count > 0)) {
    deps.log.info(removed, 'What was kept long enough has been removed');
  }
  return removed;
}
