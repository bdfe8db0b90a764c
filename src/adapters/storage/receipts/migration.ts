import { FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** What is kept of requests that may be sent again; no content. */
export const receiptsMigration: Migration = {
  name: '0019-idempotency',
  up: async (db) => {
    await db.schema
      .createTable('request_receipt')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('ticket', 'text', (column) => column.notNull())
      .addColumn('begun_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('is_done', FLAG, (column) => column.notNull())
      .addColumn('reference', 'text')
      .addPrimaryKeyConstraint('request_receipt_key', ['user_id', 'key'])
      .execute();
    await db.schema
      .createIndex('request_receipt_begun')
      .on('request_receipt')
      .column('begun_at_ms')
      .execute();
  },
};
