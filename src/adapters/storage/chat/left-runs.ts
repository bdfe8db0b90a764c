import type { Kysely } from 'kysely';
import type { ConversationChange, LeftRun } from '../../../chat/index.ts';
import { TERMINAL_STATUSES, WAITING_STATUSES } from '../../../contracts/index.ts';
import type { Schema } from '../schema.ts';

/** Runs whose cards a conversation went on without. */
export async function leftRuns(db: Kysely<Schema>, uuid: string): Promise<readonly LeftRun[]> {
  const rows = await db
    .selectFrom('conversation_left_run')
    .select(['run_uuid', 'event_sequence'])
    .where('conversation_uuid', '=', uuid)
    .orderBy('run_uuid')
    .execute();
  return rows.map((row) => ({ runUuid: row.run_uuid, eventSequence: row.event_sequence }));
}

export async function putLeftRuns(
  tx: Kysely<Schema>,
  conversationUuid: string,
  left: NonNullable<ConversationChange['left']>,
): Promise<void> {
  for (const { runUuid, eventSequence } of left) {
    await tx
      .deleteFrom('conversation_left_run')
      .where('conversation_uuid', '=', conversationUuid)
      .where('run_uuid', '=', runUuid)
      .execute();
    if (eventSequence === null) continue;
    await tx
      .insertInto('conversation_left_run')
      .values({
        conversation_uuid: conversationUuid,
        run_uuid: runUuid,
        event_sequence: eventSequence,
      })
      .execute();
  }
}

/** Conversations at rest that were not told yet what became of a run they left: it was decided, paused anew or ended. */
export function leftRunsToTell(
  db: Kysely<Schema>,
): Promise<readonly { readonly uuid: string; readonly owner_user_id: string }[]> {
  return db
    .selectFrom('conversation_left_run as left')
    .innerJoin('conversation', 'conversation.uuid', 'left.conversation_uuid')
    .innerJoin('run', 'run.uuid', 'left.run_uuid')
    .select(['conversation.uuid', 'conversation.owner_user_id'])
    .distinct()
    .where('conversation.status', '<>', 'processing')
    .where((eb) =>
      eb.or([
        eb('run.status', 'in', TERMINAL_STATUSES),
        eb.exists(
          eb
            .selectFrom('run_event')
            .select('run_event.sequence')
            .whereRef('run_event.run_uuid', '=', 'run.uuid')
            .whereRef('run_event.sequence', '>', 'left.event_sequence')
            .where((event) =>
              event.or([
                event('run_event.kind', 'in', ['approval', 'input']),
                event.and([
                  event('run_event.kind', '=', 'llm'),
                  event('run.status', 'in', WAITING_STATUSES),
                ]),
              ]),
            ),
        ),
      ]),
    )
    .execute();
}
