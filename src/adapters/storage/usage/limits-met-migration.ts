import type { Migration } from '../migrate.ts';

/**
 * Which limits were told to be met, so that one that is raised can be told of again. What was told before knew no limit: it is
 * forgotten, and a budget that is used up then is told of once more.
 */
export const limitsMetMigration: Migration = {
  name: '0040-limits-met',
  up: async (db) => {
    await db.schema.dropTable('budget_met').execute();
    await db.schema
      .createTable('budget_met')
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('measure', 'text', (column) => column.notNull())
      .addColumn('met_limit', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('limits_met_key', [
        'scope',
        'id',
        'period',
        'since',
        'measure',
        'met_limit',
      ])
      .execute();
  },
};
