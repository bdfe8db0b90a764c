import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Configurations: the model, the prompt and the gates of a run (facts §8). */
export const modelsMigration: Migration = {
  name: '0006-models',
  up: async (db, dialect) => {
    await db.schema
      .createTable('configuration')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('identifier', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('system_prompt', 'text', (column) => column.notNull())
      .addColumn('temperature', 'double precision')
      .addColumn('max_output_tokens', 'integer')
      .addColumn('max_iterations', 'integer', (column) => column.notNull())
      .addColumn('allowed_group_ids', 'text', (column) => column.notNull())
      .addColumn('require_second_approver', FLAG, (column) => column.notNull())
      .addColumn('allowed_tool_groups', 'text', (column) => column.notNull())
      .addColumn('snippet_tags', 'text', (column) => column.notNull())
      .addColumn('snippets_in_caller_system_message', FLAG, (column) => column.notNull())
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('is_default', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
  },
};
