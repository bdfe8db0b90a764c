import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Providers and their models as data, and whom a configuration falls back on (facts §8). */
export const providersMigration: Migration = {
  name: '0011-providers',
  up: async (db, dialect) => {
    await db.schema
      .createTable('provider')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('identifier', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('base_url', 'text')
      .addColumn('sealed_key', 'text')
      .addColumn('key_variable', 'text')
      .addColumn('trust_zone', 'text', (column) => column.notNull())
      .addColumn('silence_ms', 'integer', (column) => column.notNull())
      .addColumn('retries', 'integer', (column) => column.notNull())
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('model')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('provider_uid', 'bigint', (column) => column.notNull().references('provider.uid'))
      .addColumn('model_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('context_window_tokens', 'integer')
      .addColumn('max_output_tokens', 'integer')
      .addColumn('input_cents_per_million', 'double precision')
      .addColumn('output_cents_per_million', 'double precision')
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .addUniqueConstraint('model_provider_model_id', ['provider_uid', 'model_id'])
      .execute();
    await db.schema
      .alterTable('configuration')
      .addColumn('fallback_identifiers', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
