import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Runs whose cards a conversation went on without, so that it hears of what becomes of them. */
export const leftRunsMigration: Migration = {
  name: '0039-left-runs',
  up: async (db) => {
    await db.schema
      .createTable('conversation_left_run')
      .addColumn('conversation_uuid', 'text', (column) =>
        column.notNull().references('conversation.uuid').onDelete('cascade'),
      )
      .addColumn('run_uuid', 'text', (column) => column.notNull())
      .addColumn('event_sequence', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversation_left_run_key', ['conversation_uuid', 'run_uuid'])
      .execute();
    // Cards that were left before wait still; what was decided of others is not told any more.
    await sql`insert into conversation_left_run (conversation_uuid, run_uuid, event_sequence)
      select conversation.uuid, run.uuid, run.event_count
      from conversation join run on run.wake_topic = 'conversation' and run.wake_id = conversation.uuid
      where run.uuid <> conversation.run_uuid and run.process_skill_uid is null
        and run.status in ('waiting_for_approval', 'waiting_for_input')`.execute(db);
  },
};
