import { FLAG } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Whether an address a provider says nothing about counts as verified; no provider there is has that said of it. */
export const checkedEmailsMigration: Migration = {
  name: '0037-checked-emails',
  up: async (db) => {
    await db.schema
      .alterTable('sign_in_provider')
      .addColumn('emails_are_checked', FLAG, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
