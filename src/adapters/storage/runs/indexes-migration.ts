import { sql } from 'kysely';
import type { RunEventKind } from '../../../contracts/index.ts';
import type { Migration } from '../migrate.ts';

/** Whether events of a kind come less often than with every step of a run, and the same in SQL, word for word as indexed. */
export function isSeldom(kind: RunEventKind): boolean {
  return !['context', 'llm', 'tool'].includes(kind);
}
export const SELDOM = sql<boolean>`kind not in ('context', 'llm', 'tool')`;

/**
 * Indexes that a step does not touch: runs by what changes seldom (a lease is renewed at every step), events by kind
 * without those that come with every step.
 */
export const runIndexesMigration: Migration = {
  name: '0020-run-indexes',
  up: async (db) => {
    await db.schema.dropIndex('run_status').execute();
    await db.schema
      .createIndex('run_status')
      .on('run')
      .columns(['status', 'created_at_ms'])
      .execute();
    await db.schema.dropIndex('run_event_kind').execute();
    await sql`create index run_event_kind on run_event (run_uuid, kind, sequence) where ${SELDOM}`.execute(
      db,
    );
  },
};
