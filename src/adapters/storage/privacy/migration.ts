import { TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/**
 * What was said in steps is kept apart from the events, so that it can be left out and removed by itself. Tasks answer
 * without a run: answers get a table of their own. Runs keep which snippets were forced on them, skills their data class.
 */
export const privacyMigration: Migration = {
  name: '0016-privacy',
  up: async (db) => {
    await db.schema
      .createTable('run_content')
      .addColumn('run_uuid', 'text', (column) =>
        column.notNull().references('run.uuid').onDelete('cascade'),
      )
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_content_key', ['run_uuid', 'sequence'])
      .execute();
    await db.schema
      .alterTable('run')
      .addColumn('forced_snippet_uids', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    // Whether a waiting conversation has gone on with another run.
    await db.schema
      .createIndex('run_wake')
      .on('run')
      .columns(['wake_id', 'created_at_ms'])
      .execute();
    await db.schema.alterTable('skill').addColumn('data_class', 'text').execute();
    // The runs that answered tasks so far stay among the runs.
    await db.schema.dropTable('task_run').execute();
    await db.schema
      .createTable('task_result')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('task_uid', 'bigint', (column) => column.notNull())
      .addColumn('task_name', 'text', (column) => column.notNull())
      .addColumn('output_format', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('termination', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('started_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('finished_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('task_result_user')
      .on('task_result')
      .columns(['user_id', 'finished_at_ms'])
      .execute();
  },
};
