import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';
import { SELDOM } from './indexes-migration.ts';

/**
 * Lists of runs are read in their order, among runs of one moment too. On SQLite events are kept in their key's own tree, since a second one is a page more to write with every step.
 */
export const runOrderMigration: Migration = {
  name: '0030-run-order',
  up: async (db, dialect) => {
    await db.schema.dropIndex('run_created').execute();
    await db.schema
      .createIndex('run_created')
      .on('run')
      .columns(['created_at_ms', 'uuid'])
      .execute();
    await db.schema.dropIndex('run_initiator').execute();
    await db.schema
      .createIndex('run_initiator')
      .on('run')
      .columns(['initiator_user_id', 'created_at_ms', 'uuid'])
      .execute();
    if (dialect === 'postgres') return;
    await sql`create table run_event_kept (
      run_uuid text not null references run (uuid) on delete cascade,
      sequence integer not null,
      kind text not null,
      payload text not null,
      at_ms bigint not null,
      primary key (run_uuid, sequence)
    ) without rowid`.execute(db);
    await sql`insert into run_event_kept select run_uuid, sequence, kind, payload, at_ms from run_event`.execute(
      db,
    );
    await db.schema.dropTable('run_event').execute();
    await sql`alter table run_event_kept rename to run_event`.execute(db);
    await sql`create index run_event_kind on run_event (run_uuid, kind, sequence) where ${SELDOM}`.execute(
      db,
    );
  },
};
