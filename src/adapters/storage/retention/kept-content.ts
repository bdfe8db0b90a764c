import type { Transaction } from '../../../base/index.ts';
import { inTransaction } from '../transactions.ts';
import type { Old } from './ended-runs.ts';

/** What was said and is kept: in the steps of ended runs, and as answers of tasks. Nothing else goes with it. */
export interface KeptContent {
  /** Removes what was said in runs that ended before a time; their events stay. At most `limit` runs; tells how many rows. */
  removeSteps(transaction: Transaction, old: Old): Promise<number>;
  /** Removes results of tasks, at most `limit`; tells how many. */
  removeTaskResults(transaction: Transaction, old: Old): Promise<number>;
}

export const keptContentStore: KeptContent = {
  removeSteps: async (transaction, { beforeMs, limit }) => {
    const { numDeletedRows } = await inTransaction(transaction)
      .deleteFrom('run_content')
      .where('run_uuid', 'in', (query) =>
        query
          .selectFrom('run')
          .select('run.uuid')
          .where('finished_at_ms', '<', beforeMs)
          .where((run) =>
            run.exists(
              run
                .selectFrom('run_content as kept')
                .select('kept.sequence')
                .whereRef('kept.run_uuid', '=', 'run.uuid'),
            ),
          )
          .orderBy('finished_at_ms')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
  removeTaskResults: async (transaction, { beforeMs, limit }) => {
    const { numDeletedRows } = await inTransaction(transaction)
      .deleteFrom('task_result')
      .where('uuid', 'in', (query) =>
        query
          .selectFrom('task_result')
          .select('uuid')
          .where('finished_at_ms', '<', beforeMs)
          .orderBy('finished_at_ms')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
