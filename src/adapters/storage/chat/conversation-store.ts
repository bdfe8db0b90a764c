import { sql, type Kysely } from 'kysely';
import type {
  ConversationChange,
  ConversationStore,
  ConversationWriter,
} from '../../../chat/index.ts';
import { WAITING_STATUSES } from '../../../contracts/index.ts';
import { orNull, toFlag } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import {
  fromConversation,
  fromEntry,
  fromOutcome,
  saidFolded,
  stateColumns,
  toConversation,
  toEntries,
} from './conversation-rows.ts';
import {
  attachmentsOf,
  attachmentWriter,
  imagePieces,
  waitingAttachments,
} from './attachment-rows.ts';
import { toPins } from '../runs/rows.ts';
import { findConversations, keeper } from './conversation-keeping.ts';
import { isAsRead, touchResting } from './conversation-guard.ts';
import { leftRuns, leftRunsToTell, putLeftRuns } from './left-runs.ts';

/** Conversations in the database. */
export function createConversationStore(database: Database): ConversationStore {
  const { reads } = database;
  return {
    conversation: (uuid) => readConversation(reads, uuid),
    entries: async (uuid) => {
      const [rows, outcomes] = await Promise.all([
        reads
          .selectFrom('conversation_entry')
          .selectAll()
          .where('conversation_uuid', '=', uuid)
          .orderBy('sequence')
          .execute(),
        reads
          .selectFrom('proposal_outcome')
          .selectAll()
          .where('conversation_uuid', '=', uuid)
          .orderBy('sequence')
          .execute(),
      ]);
      return toEntries(rows, outcomes);
    },
    activeOf: (ownerUserId, filter) =>
      findConversations(reads, ownerUserId, { ...filter, archived: false }),
    waitingAttachments: (uuid) => waitingAttachments(reads, uuid),
    attachments: (uuid) => attachmentsOf(reads, uuid),
    imagePieces: (attachmentUuid) => imagePieces(reads, attachmentUuid),
    find: (ownerUserId, filter) => findConversations(reads, ownerUserId, filter),
    counts: (ownerUserId) => readCounts(reads, ownerUserId),
    versions: async (uuids) => {
      if (uuids.length === 0) return new Map();
      const rows = await reads
        .selectFrom('conversation')
        .select(['uuid', 'version'])
        .where('uuid', 'in', [...uuids])
        .execute();
      return new Map(rows.map(({ uuid, version }) => [uuid, version]));
    },
    processing: async () => {
      const rows = await reads
        .selectFrom('conversation')
        .select('uuid')
        .where('status', '=', 'processing')
        .orderBy('updated_at_ms')
        .execute();
      return rows.map(({ uuid }) => uuid);
    },
    leftRuns: (uuid) => leftRuns(reads, uuid),
    overtaken: async () => {
      const rows = await reads
        .selectFrom('conversation')
        .innerJoin('run', 'run.uuid', 'conversation.run_uuid')
        .select(['conversation.uuid', 'conversation.owner_user_id'])
        .where('conversation.status', 'in', ['awaiting_approval', 'awaiting_input'])
        .where((eb) =>
          eb.or([
            eb('run.status', 'not in', WAITING_STATUSES),
            eb.exists(
              eb
                .selectFrom('run_event')
                .select('run_event.sequence')
                .whereRef('run_event.run_uuid', '=', 'run.uuid')
                .whereRef('run_event.sequence', '>', 'conversation.event_sequence')
                .where('run_event.kind', 'in', ['approval', 'input']),
            ),
          ]),
        )
        .execute();
      const owners = new Map(
        [...rows, ...(await leftRunsToTell(reads))].map((row) => [row.uuid, row.owner_user_id]),
      );
      return [...owners].map(([uuid, ownerUserId]) => ({ uuid, ownerUserId }));
    },
    holding: async ({ skillUid, digest }) => {
      const rows = await reads
        .selectFrom('conversation')
        .innerJoin('run', 'run.uuid', 'conversation.run_uuid')
        .selectAll('conversation')
        .select('run.pins')
        .where('conversation.archived_at_ms', 'is', null)
        .where('run.pins', 'like', `%${digest}%`)
        .orderBy('conversation.updated_at_ms', 'desc')
        .execute();
      return rows
        .filter(({ pins }) =>
          toPins(pins).some((pin) => pin.skillUid === skillUid && pin.digest === digest),
        )
        .map(toConversation);
    },
    held: async () => {
      const rows = await reads
        .selectFrom('conversation')
        .innerJoin('run', 'run.uuid', 'conversation.run_uuid')
        .select(['run.pins', ({ fn }) => fn.countAll<number | string>().as('conversations')])
        .where('conversation.archived_at_ms', 'is', null)
        .where('run.pins', '<>', '[]')
        .groupBy('run.pins')
        .execute();
      const held = new Map<string, { skillUid: number; digest: string; count: number }>();
      for (const { pins, conversations } of rows) {
        const versions = new Map(
          toPins(pins).map(({ skillUid, digest }) => [
            `${String(skillUid)}/${digest}`,
            { skillUid, digest },
          ]),
        );
        for (const [key, version] of versions) {
          const count = (held.get(key)?.count ?? 0) + Number(conversations);
          held.set(key, { ...version, count });
        }
      }
      return [...held.values()];
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        ...conversationWriter(tx),
        ...keeper(tx),
        ...attachmentWriter(tx),
        ...workWriter(tx),
        lockOwner: (ownerUserId) => lockName(transaction, `conversations of ${ownerUserId}`),
      };
    },
  };
}

type Tx = Kysely<Schema>;

function conversationWriter(
  tx: Tx,
): Pick<ConversationWriter, 'counts' | 'insert' | 'change' | 'markUndone'> {
  return {
    counts: (ownerUserId) => readCounts(tx, ownerUserId),
    insert: async (conversation) => {
      await tx.insertInto('conversation').values(fromConversation(conversation)).execute();
    },
    change: async (guard, { set, append = [], left = [] }, atMs) => {
      const row = await tx
        .updateTable('conversation')
        .set({
          ...stateColumns(set),
          version: guard.version + 1,
          last_sequence: sql<number>`last_sequence + ${sql.lit(append.length)}`,
          updated_at_ms: atMs,
        })
        .where(isAsRead(guard))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const first = row.last_sequence - append.length + 1;
      await appendEntries(tx, append, { conversationUuid: row.uuid, first, atMs });
      await putLeftRuns(tx, row.uuid, left);
      return toConversation(row);
    },
    markUndone: async (historyId, { undone, atMs }) => {
      const rows = await tx
        .updateTable('proposal_outcome')
        .set({ undone: toFlag(undone) })
        .where('history_id', '=', historyId)
        .returning('conversation_uuid')
        .execute();
      const uuids = [...new Set(rows.map(({ conversation_uuid }) => conversation_uuid))];
      await touchResting(tx, uuids, { updated_at_ms: atMs });
      return uuids;
    },
  };
}

async function appendEntries(
  tx: Tx,
  append: NonNullable<ConversationChange['append']>,
  place: { readonly conversationUuid: string; readonly first: number; readonly atMs: number },
): Promise<void> {
  const { conversationUuid, first, atMs } = place;
  for (const [index, entry] of append.entries()) {
    const sequence = first + index;
    if (entry.kind === 'outcome') {
      await tx
        .insertInto('proposal_outcome')
        .values(fromOutcome(entry.outcome, { conversationUuid, sequence }))
        .execute();
    }
    await tx
      .insertInto('conversation_entry')
      .values({
        conversation_uuid: conversationUuid,
        sequence,
        at_ms: atMs,
        body: fromEntry(entry),
        said_folded: saidFolded(entry),
      })
      .execute();
  }
}

function workWriter(
  tx: Tx,
): Pick<ConversationWriter, 'takeWork' | 'keepWork' | 'leaveWork' | 'freeWorkOfOthers'> {
  return {
    takeWork: async (uuid, { owner, untilMs, nowMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('conversation')
        .set({ work_owner: owner, work_until_ms: untilMs })
        .where('uuid', '=', uuid)
        .where('status', '=', 'processing')
        .where((where) =>
          where.or([
            where('work_owner', 'is', null),
            where('work_owner', '=', owner),
            where('work_until_ms', '<', nowMs),
          ]),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    keepWork: async (uuid, { owner, untilMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('conversation')
        .set({ work_until_ms: untilMs })
        .where('uuid', '=', uuid)
        .where('work_owner', '=', owner)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    leaveWork: async (uuid, owner) => {
      await tx
        .updateTable('conversation')
        .set({ work_owner: null, work_until_ms: 0 })
        .where('uuid', '=', uuid)
        .where('work_owner', '=', owner)
        .execute();
    },
    freeWorkOfOthers: async (owner) => {
      await tx
        .updateTable('conversation')
        .set({ work_owner: null, work_until_ms: 0 })
        .where('work_owner', 'is not', null)
        .where('work_owner', '!=', owner)
        .execute();
    },
  };
}

async function readConversation(db: Kysely<Schema>, uuid: string) {
  const row = await db
    .selectFrom('conversation')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return orNull(row, toConversation);
}

async function readCounts(db: Kysely<Schema>, ownerUserId: string) {
  const rows = await db
    .selectFrom('conversation')
    .select(['status', (select) => select.fn.countAll<number | string>().as('count')])
    .where('owner_user_id', '=', ownerUserId)
    .where('archived_at_ms', 'is', null)
    .groupBy('status')
    .execute();
  const of = (status?: string) =>
    rows
      .filter((row) => status === undefined || row.status === status)
      .reduce((sum, { count }) => sum + Number(count), 0);
  return { active: of(), processing: of('processing') };
}
