import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Rows of writes that are not settled, in SQL, word for word as indexed. */
export const UNSETTLED = sql<boolean>`state = 'planned'`;

/** Every look at a history asks for the few writes that are not settled, among all that ever were. */
export const unsettledWritesMigration: Migration = {
  name: '0041-unsettled-writes',
  up: async (db) => {
    await sql`create index record_history_planned on record_history (sequence) where ${UNSETTLED}`.execute(
      db,
    );
  },
};
