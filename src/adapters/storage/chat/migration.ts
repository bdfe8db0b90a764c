import type { Kysely } from 'kysely';
import { FLAG, TIME_MS } from '../columns.ts';
import type { AnySchema, Migration } from '../migrate.ts';

/** Conversations and open points. */
export const chatMigration: Migration = {
  name: '0005-chat',
  up: async (db) => {
    await createConversations(db);
    await createOpenPoints(db);
  },
};

async function createConversations(db: Kysely<AnySchema>): Promise<void> {
  await db.schema
    .createTable('conversation')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('owner_user_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('page_uid', 'integer')
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('configuration_uid', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('run_uuid', 'text')
    .addColumn('event_sequence', 'integer', (column) => column.notNull())
    .addColumn('claimed_from', 'text')
    .addColumn('decision', 'text')
    .addColumn('end_process', FLAG, (column) => column.notNull())
    .addColumn('tour_start', 'integer')
    .addColumn('process', 'text')
    .addColumn('progress', 'text')
    .addColumn('highlight', 'text')
    .addColumn('last_sequence', 'integer', (column) => column.notNull())
    .addColumn('pinned', FLAG, (column) => column.notNull())
    .addColumn('archived_at_ms', TIME_MS)
    .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('work_owner', 'text')
    .addColumn('work_until_ms', TIME_MS, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('conversation_owner')
    .on('conversation')
    .columns(['owner_user_id', 'updated_at_ms'])
    .execute();
  await db.schema.createIndex('conversation_status').on('conversation').column('status').execute();
  await db.schema.createIndex('conversation_run').on('conversation').column('run_uuid').execute();
  await db.schema
    .createTable('conversation_entry')
    .addColumn('conversation_uuid', 'text', (column) =>
      column.notNull().references('conversation.uuid').onDelete('cascade'),
    )
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_entry_key', ['conversation_uuid', 'sequence'])
    .execute();
  await db.schema
    .createTable('proposal_outcome')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_uuid', 'text', (column) =>
      column.notNull().references('conversation.uuid').onDelete('cascade'),
    )
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('target_table', 'text')
    .addColumn('target_uid', 'integer')
    .addColumn('history_id', 'text')
    .addColumn('undone', FLAG, (column) => column.notNull())
    .addColumn('point', 'integer')
    .execute();
  await db.schema
    .createIndex('proposal_outcome_conversation')
    .on('proposal_outcome')
    .columns(['conversation_uuid', 'sequence'])
    .execute();
  await db.schema
    .createIndex('proposal_outcome_history')
    .on('proposal_outcome')
    .column('history_id')
    .execute();
}

async function createOpenPoints(db: Kysely<AnySchema>): Promise<void> {
  await db.schema
    .createTable('open_point')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('skill_uid', 'integer', (column) => column.notNull())
    .addColumn('subject_table', 'text', (column) => column.notNull())
    .addColumn('subject_uid', 'integer', (column) => column.notNull())
    .addColumn('target_table', 'text', (column) => column.notNull())
    .addColumn('target_uid', 'integer', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('recorded_by', 'text', (column) => column.notNull())
    .addColumn('at_ms', TIME_MS, (column) => column.notNull())
    .addUniqueConstraint('open_point_key', [
      'skill_uid',
      'subject_table',
      'subject_uid',
      'target_table',
      'target_uid',
      'field',
    ])
    .execute();
  await db.schema
    .createIndex('open_point_target')
    .on('open_point')
    .columns(['target_table', 'target_uid'])
    .execute();
}
