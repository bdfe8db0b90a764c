import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Tasks: one prompt, one answer. A run that is cleared away takes its line with it. */
export const tasksMigration: Migration = {
  name: '0010-tasks',
  up: async (db, dialect) => {
    await db.schema
      .createTable('task')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('identifier', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('configuration_uid', 'bigint')
      .addColumn('prompt_template', 'text', (column) => column.notNull())
      .addColumn('inputs', 'text', (column) => column.notNull())
      .addColumn('output_format', 'text', (column) => column.notNull())
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('task_skill')
      .addColumn('task_uid', 'bigint', (column) => column.notNull())
      .addColumn('skill_uid', 'bigint', (column) => column.notNull())
      .addColumn('load_mode', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_skill_key', ['task_uid', 'skill_uid'])
      .execute();
    await db.schema
      .createTable('task_run')
      .addColumn('run_uuid', 'text', (column) =>
        column.primaryKey().references('run.uuid').onDelete('cascade'),
      )
      .addColumn('task_uid', 'bigint', (column) => column.notNull())
      .addColumn('task_name', 'text', (column) => column.notNull())
      .addColumn('output_format', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
  },
};
