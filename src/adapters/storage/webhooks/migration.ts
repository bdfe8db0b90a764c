import { FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Receivers of events, and what is to be delivered to them. */
export const webhooksMigration: Migration = {
  name: '0033-webhooks',
  up: async (db) => {
    await db.schema
      .createTable('webhook')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('sealed_former', 'text')
      .addColumn('former_until_ms', TIME_MS)
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('since_ms', TIME_MS, (column) => column.notNull())
      .addColumn('next_at_ms', TIME_MS)
      .addColumn('held_by', 'text')
      .addColumn('held_until_ms', TIME_MS)
      .addColumn('status', 'integer')
      .addColumn('problem', 'text')
      .addColumn('delivered_at_ms', TIME_MS)
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('webhook_delivery_due')
      .on('webhook_delivery')
      .columns(['webhook_id', 'state', 'next_at_ms'])
      .execute();
    await db.schema
      .createIndex('webhook_delivery_created')
      .on('webhook_delivery')
      .columns(['webhook_id', 'created_at_ms'])
      .execute();
  },
};
