import type { Transaction } from '../../../base/index.ts';
import { TERMINAL_STATUSES } from '../../../contracts/index.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';

/** Which rows are old: those of what ended before a time, at most `limit` at once. */
export interface Old {
  readonly beforeMs: number;
  readonly limit: number;
}

/** Runs that have ended, to be counted and removed by when they ended (decisions §33). */
export interface EndedRuns {
  count(beforeMs: number): Promise<number>;
  /**
   * Removes the oldest, at most `limit`, with their events and what is left of their journals; tells how many.
   * `keepNewest`: not those a conversation would go on from. Default `false`.
   */
  remove(transaction: Transaction, what: Old & { readonly keepNewest?: boolean }): Promise<number>;
}

export function createEndedRuns({ reads }: Database): EndedRuns {
  return {
    count: async (beforeMs) => {
      const { count } = await reads
        .selectFrom('run')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('status', 'in', TERMINAL_STATUSES)
        .where('finished_at_ms', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return count;
    },
    remove: async (transaction, { beforeMs, limit, keepNewest = false }) => {
      const { numDeletedRows } = await inTransaction(transaction)
        .deleteFrom('run')
        .where('uuid', 'in', (query) => {
          const old = query
            .selectFrom('run')
            .select('uuid')
            .where('status', 'in', TERMINAL_STATUSES)
            .where('finished_at_ms', '<', beforeMs)
            .orderBy('finished_at_ms')
            .limit(limit);
          if (!keepNewest) return old;
          return old.where((run) =>
            run.not(
              run.exists(
                run
                  .selectFrom('conversation')
                  .select('conversation.uuid')
                  .whereRef('conversation.run_uuid', '=', 'run.uuid'),
              ),
            ),
          );
        })
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
