import { sql } from 'kysely';
import { countedId } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * The search index of a site: FTS5 on SQLite, a `tsvector` on PostgreSQL. It can be emptied at any time: it fills again. And
 * what a run wrote is found by its run.
 */
export const contentSearchMigration: Migration = {
  name: '0021-content-search',
  up: async (db, dialect) => {
    await db.schema
      .createTable('content_search')
      .addColumn('page_uid', 'bigint', (column) => column.primaryKey())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('stamp', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('texts', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('content_link')
      .addColumn('id', ...countedId(dialect))
      .addColumn('page_uid', 'bigint', (column) => column.notNull())
      .addColumn('element', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('content_link_page')
      .on('content_link')
      .column('page_uid')
      .execute();
    await db.schema
      .createIndex('content_link_address')
      .on('content_link')
      .column('address')
      .execute();
    await db.schema
      .createIndex('record_history_run')
      .on('record_history')
      .column('run_uuid')
      .execute();
    if (dialect === 'sqlite') {
      // The words alone; the texts are in the table above. They come folded, so nothing is folded again.
      await sql`create virtual table content_words using fts5(title, description, body,
        content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0')`.execute(db);
    } else {
      await sql`alter table content_search add column words tsvector not null`.execute(db);
      await sql`create index content_search_words on content_search using gin (words)`.execute(db);
    }
  },
};
