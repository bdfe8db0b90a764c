import { countedId } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Writes that touch several files, or make or remove one: each file with what it was before. */
export const contentFilesMigration: Migration = {
  name: '0022-content-files',
  up: async (db, dialect) => {
    await db.schema
      .createTable('record_history_file')
      .addColumn('sequence', ...countedId(dialect))
      .addColumn('history_id', 'text', (column) => column.notNull())
      .addColumn('page_uid', 'bigint', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('base_version', 'text')
      .addColumn('new_version', 'text')
      .addColumn('edits', 'text', (column) => column.notNull())
      .addColumn('before_image', 'text')
      .execute();
    await db.schema
      .createIndex('record_history_file_history')
      .on('record_history_file')
      .column('history_id')
      .execute();
    await db.schema
      .createIndex('record_history_file_page')
      .on('record_history_file')
      .column('page_uid')
      .execute();
  },
};
