import { sql, type Kysely } from 'kysely';
import { TIME_MS } from '../columns.ts';
import type { AnySchema, Migration } from '../migrate.ts';
import { foldedText } from './folded-text.ts';

/** Open tabs, what a search looks through, and attachments of messages. */
export const conversationsMigration: Migration = {
  name: '0014-conversations',
  up: async (db) => {
    await db.schema
      .alterTable('conversation')
      .addColumn('title_folded', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('conversation').addColumn('opened_at_ms', TIME_MS).execute();
    await db.schema.alterTable('conversation_entry').addColumn('said_folded', 'text').execute();
    await sql`create index conversation_entry_said on conversation_entry (conversation_uuid) where said_folded is not null`.execute(
      db,
    );
    await fold(db);
    await db.schema
      .createTable('conversation_attachment')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('conversation_uuid', 'text', (column) =>
        column.notNull().references('conversation.uuid').onDelete('cascade'),
      )
      .addColumn('sequence', 'integer')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('pages', 'integer')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('conversation_attachment_conversation')
      .on('conversation_attachment')
      .columns(['conversation_uuid', 'sequence'])
      .execute();
  },
};

/** What was said before can be found too, and what is not archived is open. */
async function fold(db: Kysely<AnySchema>): Promise<void> {
  const conversations = (await db
    .selectFrom('conversation')
    .select(['uuid', 'title', 'updated_at_ms', 'archived_at_ms'])
    .execute()) as Pick<Row, 'uuid' | 'title' | 'updated_at_ms' | 'archived_at_ms'>[];
  for (const { uuid, title, updated_at_ms, archived_at_ms } of conversations) {
    await db
      .updateTable('conversation')
      .set({
        title_folded: foldedText(title),
        opened_at_ms: archived_at_ms === null ? updated_at_ms : null,
      })
      .where('uuid', '=', uuid)
      .execute();
    const entries = (await db
      .selectFrom('conversation_entry')
      .select(['sequence', 'body'])
      .where('conversation_uuid', '=', uuid)
      .where('body', 'like', '%"user"%')
      .execute()) as Pick<Row, 'sequence' | 'body'>[];
    for (const { sequence, body } of entries) {
      const said = JSON.parse(body) as { readonly kind: string; readonly text?: string };
      if (said.kind !== 'user') continue;
      await db
        .updateTable('conversation_entry')
        .set({ said_folded: foldedText(said.text ?? '') })
        .where('conversation_uuid', '=', uuid)
        .where('sequence', '=', sequence)
        .execute();
    }
  }
}

interface Row {
  readonly uuid: string;
  readonly title: string;
  readonly updated_at_ms: number;
  readonly archived_at_ms: number | null;
  readonly sequence: number;
  readonly body: string;
}
