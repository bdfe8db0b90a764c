import { sql, type Kysely } from 'kysely';
import type { Conversation, ConversationFilter, ConversationWriter } from '../../../chat/index.ts';
import type { Schema } from '../schema.ts';
import { isAsRead, touchResting } from './conversation-guard.ts';
import { stateColumns, toConversation } from './conversation-rows.ts';
import { containsPattern } from './folded-text.ts';

/** What one person has, newest change first. */
export async function findConversations(
  db: Kysely<Schema>,
  ownerUserId: string,
  { page, archived, text = '', limit }: ConversationFilter,
): Promise<readonly Conversation[]> {
  let query = db.selectFrom('conversation').selectAll().where('owner_user_id', '=', ownerUserId);
  if (archived !== undefined) {
    query = query.where('archived_at_ms', archived ? 'is not' : 'is', null);
  }
  if (page !== undefined) query = query.where('page_uid', '=', page);
  if (text.trim() !== '') {
    const pattern = containsPattern(text);
    query = query.where((where) =>
      where.or([
        sql<boolean>`title_folded like ${pattern} escape '\\'`,
        where.exists(
          where
            .selectFrom('conversation_entry')
            .select('sequence')
            .whereRef('conversation_entry.conversation_uuid', '=', 'conversation.uuid')
            .where('said_folded', 'is not', null)
            .where(sql<boolean>`said_folded like ${pattern} escape '\\'`),
        ),
      ]),
    );
  }
  const rows = await query
    .orderBy('updated_at_ms', 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toConversation);
}

/** How conversations are named, kept and cleared away. */
export function keeper(
  tx: Kysely<Schema>,
): Pick<ConversationWriter, 'label' | 'touch' | 'remove' | 'archiveUnused' | 'deleteArchived'> {
  return {
    label: async (uuid, label) => {
      const { numUpdatedRows } = await tx
        .updateTable('conversation')
        .set(stateColumns(label))
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    touch: (uuids) => touchResting(tx, uuids),
    remove: async (guard, atMs) => {
      const row = await tx
        .updateTable('conversation')
        .set({ version: guard.version + 1, updated_at_ms: atMs })
        .where(isAsRead(guard))
        .returning('uuid')
        .executeTakeFirst();
      if (row === undefined) return false;
      await removeAll(tx, [row.uuid]);
      return true;
    },
    archiveUnused: async (beforeMs, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('conversation')
        .set({ archived_at_ms: atMs, opened_at_ms: null, version: sql<number>`version + 1` })
        .where('archived_at_ms', 'is', null)
        .where('pinned', '=', 0)
        .where('status', 'in', ['idle', 'failed'])
        .where('updated_at_ms', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
    deleteArchived: async (beforeMs) => {
      const old = await tx
        .selectFrom('conversation')
        .select('uuid')
        .where('archived_at_ms', '<', beforeMs)
        .execute();
      await removeAll(
        tx,
        old.map(({ uuid }) => uuid),
      );
      return old.length;
    },
  };
}

/** So many at once: a database takes only so many values in one statement. */
const REMOVED_AT_ONCE = 500;

async function removeAll(tx: Kysely<Schema>, uuids: readonly string[]): Promise<void> {
  for (let from = 0; from < uuids.length; from += REMOVED_AT_ONCE) {
    const some = uuids.slice(from, from + REMOVED_AT_ONCE);
    await tx.deleteFrom('conversation_attachment').where('conversation_uuid', 'in', some).execute();
    await tx.deleteFrom('conversation_left_run').where('conversation_uuid', 'in', some).execute();
    await tx.deleteFrom('proposal_outcome').where('conversation_uuid', 'in', some).execute();
    await tx.deleteFrom('conversation_entry').where('conversation_uuid', 'in', some).execute();
    await tx.deleteFrom('conversation').where('uuid', 'in', some).execute();
  }
}
