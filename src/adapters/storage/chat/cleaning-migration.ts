import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Every sweep asks for the unused among the open conversations, and for the old ones in the archive. */
export const conversationCleaningMigration: Migration = {
  name: '0042-conversation-cleaning',
  up: async (db) => {
    await sql`create index conversation_unused on conversation (status, updated_at_ms) where archived_at_ms is null`.execute(
      db,
    );
    await sql`create index conversation_archived on conversation (archived_at_ms) where archived_at_ms is not null`.execute(
      db,
    );
  },
};
