import { TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** When a person was deleted: the row stays under a pseudonym, for what others rest on. */
export const erasureMigration: Migration = {
  name: '0032-erasure',
  up: async (db) => {
    await db.schema.alterTable('person').addColumn('erased_at_ms', TIME_MS).execute();
  },
};
