import { sql, type Kysely } from 'kysely';
import type { Attachment, ConversationWriter } from '../../../chat/index.ts';
import type { AttachmentKind, AttachmentView } from '../../../contracts/index.ts';
import type { Schema } from '../schema.ts';

/** Files of a conversation that wait to be sent, oldest first. */
export async function waitingAttachments(
  db: Kysely<Schema>,
  conversationUuid: string,
): Promise<readonly AttachmentView[]> {
  const rows = await db
    .selectFrom('conversation_attachment')
    .select(['uuid', 'name', 'kind', 'bytes', 'pages', 'width', 'height'])
    .select(sql<number | string>`length(body)`.as('characters'))
    .where('conversation_uuid', '=', conversationUuid)
    .where('sequence', 'is', null)
    .orderBy('created_at_ms')
    .orderBy('uuid')
    .execute();
  return rows.map(({ width, height, ...row }) => ({
    ...row,
    kind: row.kind as AttachmentKind,
    characters: Number(row.characters),
    ...imageOf({ width, height }),
  }));
}

/** The sealed pieces of an image in their order; empty when there is none. */
export async function imagePieces(db: Kysely<Schema>, uuid: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('conversation_image')
    .select('piece')
    .where('attachment_uuid', '=', uuid)
    .orderBy('position')
    .execute();
  return rows.map(({ piece }) => piece);
}

function imageOf(row: {
  readonly width: number | null;
  readonly height: number | null;
}): Pick<AttachmentView, 'image'> {
  const { width, height } = row;
  return width === null || height === null ? {} : { image: { width, height } };
}

/** All files of a conversation with their text. */
export async function attachmentsOf(
  db: Kysely<Schema>,
  conversationUuid: string,
): Promise<readonly Attachment[]> {
  const rows = await db
    .selectFrom('conversation_attachment')
    .selectAll()
    .where('conversation_uuid', '=', conversationUuid)
    .orderBy('created_at_ms')
    .orderBy('uuid')
    .execute();
  return rows.map((row) => ({
    uuid: row.uuid,
    conversationUuid: row.conversation_uuid,
    sequence: row.sequence,
    name: row.name,
    kind: row.kind as AttachmentKind,
    bytes: row.bytes,
    pages: row.pages,
    characters: Array.from(row.body).length,
    text: row.body,
    createdAtMs: row.created_at_ms,
    ...imageOf(row),
  }));
}

export function attachmentWriter(
  tx: Kysely<Schema>,
): Pick<
  ConversationWriter,
  'waitingAttachments' | 'addAttachment' | 'removeAttachment' | 'sendAttachments'
> {
  return {
    waitingAttachments: (conversationUuid) => waitingAttachments(tx, conversationUuid),
    addAttachment: async (attachment, pieces = []) => {
      await tx
        .insertInto('conversation_attachment')
        .values({
          uuid: attachment.uuid,
          conversation_uuid: attachment.conversationUuid,
          sequence: attachment.sequence,
          name: attachment.name,
          kind: attachment.kind,
          bytes: attachment.bytes,
          pages: attachment.pages,
          body: attachment.text,
          created_at_ms: attachment.createdAtMs,
          width: attachment.image?.width ?? null,
          height: attachment.image?.height ?? null,
        })
        .execute();
      for (const [position, piece] of pieces.entries()) {
        await tx
          .insertInto('conversation_image')
          .values({ attachment_uuid: attachment.uuid, position, piece })
          .execute();
      }
    },
    removeAttachment: async (conversationUuid, uuid) => {
      await tx
        .deleteFrom('conversation_attachment')
        .where('conversation_uuid', '=', conversationUuid)
        .where('uuid', '=', uuid)
        .where('sequence', 'is', null)
        .execute();
    },
    sendAttachments: async (conversationUuid, uuids, sequence) => {
      if (uuids.length === 0) return 0;
      const { numUpdatedRows } = await tx
        .updateTable('conversation_attachment')
        .set({ sequence })
        .where('conversation_uuid', '=', conversationUuid)
        .where('uuid', 'in', [...uuids])
        .where('sequence', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}
