import type { Migration } from '../migrate.ts';

export const peopleMigration: Migration = {
  name: '0001-people',
  up: async (db) => {
    await db.schema
      .createTable('person')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .execute();
  },
};
