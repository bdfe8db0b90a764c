import type { Transaction } from '../../../base/index.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';

/** Runs that have ended, to be counted and removed by when they ended (decisions §33). */
export interface EndedRuns {
  count(beforeMs: number): Promise<number>;
  /** Removes the oldest, at most `limit`, with their events and what is left of their journals; tells how many. */
  remove(
    transaction: Transaction,
    what: { readonly beforeMs: number; readonly limit: number },
  ): Promise<number>;
}

const ENDED = ['completed', 'failed', 'cancelled'];

export function createEndedRuns({ reads }: Database): EndedRuns {
  return {
    count: async (beforeMs) => {
      const { count } = await reads
        .selectFrom('run')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('status', 'in', ENDED)
        .where('finished_at_ms', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return count;
    },
    remove: async (transaction, { beforeMs, limit }) => {
      const { numDeletedRows } = await inTransaction(transaction)
        .deleteFrom('run')
        .where('uuid', 'in', (query) =>
          query
            .selectFrom('run')
            .select('uuid')
            .where('status', 'in', ENDED)
            .where('finished_at_ms', '<', beforeMs)
            .orderBy('finished_at_ms')
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
