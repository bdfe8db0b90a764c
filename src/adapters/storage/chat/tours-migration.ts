import { TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Series of tours over several pages: one row a series, its pages as JSON, since they change together. */
export const toursMigration: Migration = {
  name: '0015-tours',
  up: async (db) => {
    await db.schema
      .createTable('tour_series')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('owner_user_id', 'text', (column) => column.notNull())
      .addColumn('skill_uid', 'integer', (column) => column.notNull())
      .addColumn('skill_name', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('code', 'text')
      .addColumn('pages', 'text', (column) => column.notNull())
      .addColumn('running_conversation', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tour_series_owner')
      .on('tour_series')
      .columns(['owner_user_id', 'created_at_ms'])
      .execute();
    await db.schema.createIndex('tour_series_state').on('tour_series').column('state').execute();
    await db.schema
      .createIndex('tour_series_conversation')
      .on('tour_series')
      .column('running_conversation')
      .execute();
  },
};
