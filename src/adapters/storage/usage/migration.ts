import { countedId, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** What models are used for, a row a call, and the budgets those are checked against (facts §8). */
export const usageMigration: Migration = {
  name: '0025-usage',
  up: async (db, dialect) => {
    await db.schema
      .createTable('model_usage')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('configuration_uid', 'bigint', (column) => column.notNull())
      .addColumn('process_skill_uid', 'bigint')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('prompt_tokens', 'bigint', (column) => column.notNull())
      .addColumn('completion_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cost_micros', 'bigint', (column) => column.notNull())
      .execute();
    // What a budget adds up is read from the index alone, whatever the table has grown to.
    for (const [name, column] of [
      ['model_usage_person', 'actor_id'],
      ['model_usage_configuration', 'configuration_uid'],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on('model_usage')
        .columns([column, 'day', 'state', 'prompt_tokens', 'completion_tokens', 'cost_micros'])
        .execute();
    }
    await db.schema.createIndex('model_usage_day').on('model_usage').column('day').execute();
    await db.schema
      .createTable('budget')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('daily_requests', 'bigint')
      .addColumn('daily_tokens', 'bigint')
      .addColumn('daily_cost_cents', 'double precision')
      .addColumn('monthly_requests', 'bigint')
      .addColumn('monthly_tokens', 'bigint')
      .addColumn('monthly_cost_cents', 'double precision')
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_key', ['scope', 'id'])
      .execute();
  },
};
