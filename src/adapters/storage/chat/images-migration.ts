import type { Migration } from '../migrate.ts';

/**
 * Images of messages. What they show is kept beside their row, sealed and in pieces: a row of a document is read with its
 * text, and keys are changed many rows at a time.
 */
export const imagesMigration: Migration = {
  name: '0035-images',
  up: async (db) => {
    await db.schema.alterTable('conversation_attachment').addColumn('width', 'integer').execute();
    await db.schema.alterTable('conversation_attachment').addColumn('height', 'integer').execute();
    await db.schema
      .createTable('conversation_image')
      .addColumn('attachment_uuid', 'text', (column) =>
        column.notNull().references('conversation_attachment.uuid').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('piece', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversation_image_key', ['attachment_uuid', 'position'])
      .execute();
  },
};
