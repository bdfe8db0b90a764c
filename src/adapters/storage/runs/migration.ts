import type { Kysely } from 'kysely';
import { FLAG, TIME_MS } from '../columns.ts';
import type { AnySchema, Migration } from '../migrate.ts';

/** Runs, events, journals, tool switches. */
export const runsMigration: Migration = {
  name: '0004-runs',
  up: async (db) => {
    await createRuns(db);
    await createLogs(db);
    await db.schema
      .createTable('tool_state')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('enabled', FLAG, (column) => column.notNull())
      .addPrimaryKeyConstraint('tool_state_key', ['kind', 'name'])
      .execute();
  },
};

async function createRuns(db: Kysely<AnySchema>): Promise<void> {
  await db.schema
    .createTable('run')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('termination', 'text')
    .addColumn('configuration_uid', 'integer', (column) => column.notNull())
    .addColumn('initiator_user_id', 'text')
    .addColumn('pins', 'text', (column) => column.notNull())
    .addColumn('process_skill_uid', 'integer')
    .addColumn('invocation', 'text')
    .addColumn('subject', 'text')
    .addColumn('forced_skill_uids', 'text', (column) => column.notNull())
    .addColumn('allow_list', 'text')
    .addColumn('predecessor', 'text')
    .addColumn('wake_topic', 'text', (column) => column.notNull())
    .addColumn('wake_id', 'text', (column) => column.notNull())
    .addColumn('request', 'text')
    .addColumn('suspended', 'text')
    .addColumn('text', 'text')
    .addColumn('pause_ordinal', 'integer', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_expires_at_ms', TIME_MS)
    .addColumn('pending_effect', 'text')
    .addColumn('requeue_count', 'integer', (column) => column.notNull())
    .addColumn('not_before_ms', TIME_MS, (column) => column.notNull())
    .addColumn('event_count', 'integer', (column) => column.notNull())
    .addColumn('journal_count', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('finished_at_ms', TIME_MS)
    .execute();
  // What the recovery and the lists ask for.
  await db.schema
    .createIndex('run_status')
    .on('run')
    .columns(['status', 'lease_expires_at_ms'])
    .execute();
  await db.schema
    .createIndex('run_initiator')
    .on('run')
    .columns(['initiator_user_id', 'created_at_ms'])
    .execute();
  await db.schema.createIndex('run_created').on('run').column('created_at_ms').execute();
}

async function createLogs(db: Kysely<AnySchema>): Promise<void> {
  await db.schema
    .createTable('run_event')
    .addColumn('run_uuid', 'text', (column) =>
      column.notNull().references('run.uuid').onDelete('cascade'),
    )
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addPrimaryKeyConstraint('run_event_key', ['run_uuid', 'sequence'])
    .execute();
  await db.schema
    .createIndex('run_event_kind')
    .on('run_event')
    .columns(['run_uuid', 'kind', 'sequence'])
    .execute();
  await db.schema
    .createTable('run_journal')
    .addColumn('run_uuid', 'text', (column) =>
      column.notNull().references('run.uuid').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_journal_key', ['run_uuid', 'position'])
    .execute();
}
