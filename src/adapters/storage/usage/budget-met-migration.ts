import type { Migration } from '../migrate.ts';

/** For which day or month a budget was last told to be used up, so that it is told once. */
export const budgetMetMigration: Migration = {
  name: '0038-budget-met',
  up: async (db) => {
    await db.schema
      .createTable('budget_met')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_met_key', ['scope', 'id', 'period'])
      .execute();
  },
};
