import { FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Where synced sources come from, how their syncs went, and what those knew of every file. */
export const skillSourcesMigration: Migration = {
  name: '0007-skill-sources',
  up: async (db) => {
    await db.schema
      .createTable('skill_remote')
      .addColumn('source_uid', 'bigint', (column) =>
        column.primaryKey().references('skill_source.uid'),
      )
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('ref', 'text')
      .addColumn('path_prefix', 'text')
      .addColumn('sealed_token', 'text')
      .addColumn('expected_fingerprint', 'text')
      .addColumn('computed_fingerprint', 'text')
      .addColumn('pinned_commit', 'text')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('counts', 'text')
      .addColumn('lines', 'text', (column) => column.notNull())
      .addColumn('sync_owner', 'text')
      .addColumn('heartbeat_at_ms', TIME_MS)
      .addColumn('progress', 'text')
      .addColumn('cancel_requested', FLAG, (column) => column.notNull())
      .addColumn('last_synced_at_ms', TIME_MS)
      .addColumn('index_hash', 'text')
      .addColumn('index_text', 'text')
      .execute();
    await db.schema
      .createTable('skill_file')
      .addColumn('source_uid', 'bigint', (column) =>
        column.notNull().references('skill_source.uid'),
      )
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('repository', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('commit_sha', 'text', (column) => column.notNull())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('read_as', 'integer', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('lines', 'text', (column) => column.notNull())
      .addColumn('findings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('skill_file_key', ['source_uid', 'identifier'])
      .execute();
  },
};
