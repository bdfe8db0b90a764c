import { FLAG } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Which models are shown images: none that nobody said so of. */
export const modelImagesMigration: Migration = {
  name: '0036-model-images',
  up: async (db) => {
    await db.schema
      .alterTable('model')
      .addColumn('sees_images', FLAG, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
