import type { ReceiptGuard, ReceiptStore } from '../../../base/index.ts';
import { fromFlag, toFlag } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';

/** Receipts of requests in the database. */
export function createReceiptStore(database: Database): ReceiptStore {
  return {
    receipt: async (userId, key) => {
      const row = await database.reads
        .selectFrom('request_receipt')
        .selectAll()
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        userId,
        key,
        digest: row.digest,
        ticket: row.ticket,
        begunAtMs: row.begun_at_ms,
        isDone: fromFlag(row.is_done),
        reference: row.reference,
      };
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      const update = ({ userId, key, ticket }: ReceiptGuard) =>
        tx
          .updateTable('request_receipt')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .where('ticket', '=', ticket)
          .where('is_done', '=', toFlag(false));
      return {
        insert: async ({ userId, key, digest, ticket, begunAtMs }) => {
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto('request_receipt')
            .values({
              user_id: userId,
              key,
              digest,
              ticket,
              begun_at_ms: begunAtMs,
              is_done: toFlag(false),
              reference: null,
            })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst();
          return numInsertedOrUpdatedRows === 1n;
        },
        takeOver: async (guard, { ticket, atMs }) => {
          const result = await update(guard).set({ ticket, begun_at_ms: atMs }).executeTakeFirst();
          return result.numUpdatedRows === 1n;
        },
        finish: async (guard, reference) => {
          const result = await update(guard)
            .set({ is_done: toFlag(true), reference })
            .executeTakeFirst();
          return result.numUpdatedRows === 1n;
        },
        withdraw: async ({ userId, key, ticket }) => {
          const result = await tx
            .deleteFrom('request_receipt')
            .where('user_id', '=', userId)
            .where('key', '=', key)
            .where('ticket', '=', ticket)
            .where('is_done', '=', toFlag(false))
            .executeTakeFirst();
          return result.numDeletedRows === 1n;
        },
        removeOld: async (beforeMs) => {
          const result = await tx
            .deleteFrom('request_receipt')
            .where('begun_at_ms', '<', beforeMs)
            .executeTakeFirst();
          return Number(result.numDeletedRows);
        },
      };
    },
  };
}
