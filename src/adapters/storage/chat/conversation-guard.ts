import { sql, type ExpressionBuilder, type Kysely, type Updateable } from 'kysely';
import type { ConversationGuard } from '../../../chat/index.ts';
import type { Schema } from '../schema.ts';
import type { ConversationTable } from './tables.ts';

/** Whether a conversation still is what whoever changes it has read: the compare of a compare-and-set. */
export function isAsRead({ uuid, status, version, runUuid }: ConversationGuard) {
  return (where: ExpressionBuilder<Schema, 'conversation'>) =>
    where.and([
      where('uuid', '=', uuid),
      where('status', '=', status),
      where('version', '=', version),
      where('run_uuid', runUuid === null ? 'is' : '=', runUuid),
    ]);
}

/**
 * Counts the versions of conversations up, so that their readers look. A conversation at work is left alone: its next
 * change tells its readers, and no compare-and-set of it is lost.
 */
export async function touchResting(
  tx: Kysely<Schema>,
  uuids: readonly string[],
  set: Updateable<ConversationTable> = {},
): Promise<void> {
  if (uuids.length === 0) return;
  await tx
    .updateTable('conversation')
    .set({ ...set, version: sql<number>`version + 1` })
    .where('uuid', 'in', [...uuids])
    .where('status', '<>', 'processing')
    .execute();
}
