import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

export const contentMigration: Migration = {
  name: '0003-content',
  up: async (db, dialect) => {
    await db.schema
      .createTable('content_identity')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('record_table', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.unique())
      .addColumn('version', 'text')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('page_uid', 'bigint')
      .addColumn('element_uid', 'bigint')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('sample', 'text', (column) => column.notNull())
      .addColumn('gone', FLAG, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('content_identity_page')
      .on('content_identity')
      .columns(['page_uid', 'gone'])
      .execute();
    await db.schema
      .createTable('record_history')
      .addColumn('sequence', ...countedId(dialect))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('page_uid', 'bigint', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('record_table', 'text', (column) => column.notNull())
      .addColumn('record_uid', 'bigint', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('edits', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('run_uuid', 'text')
      .addColumn('at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('undoes', 'text')
      .addColumn('base_version', 'text', (column) => column.notNull())
      .addColumn('new_version', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('before_image', 'text', (column) => column.notNull())
      .addColumn('overwritten', 'text')
      .execute();
    await db.schema
      .createIndex('record_history_page')
      .on('record_history')
      .columns(['page_uid', 'state'])
      .execute();
    await db.schema
      .createIndex('record_history_undoes')
      .on('record_history')
      .column('undoes')
      .execute();
  },
};
