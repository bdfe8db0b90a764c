import { FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Where people have accounts they sign in with. An account there is one person's at most. */
export const signInProvidersMigration: Migration = {
  name: '0031-sign-in-providers',
  up: async (db) => {
    await db.schema
      .createTable('sign_in_provider')
      .addColumn('provider_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('sealed_secret', 'text')
      .addColumn('secret_variable', 'text')
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('email_domains', 'text', (column) => column.notNull())
      .addColumn('admits_unknown', FLAG, (column) => column.notNull())
      .addColumn('groups_claim', 'text')
      .addColumn('group_map', 'text', (column) => column.notNull())
      .addColumn('administrator_value', 'text')
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('auth_account_provider_account')
      .unique()
      .on('auth_account')
      .columns(['providerId', 'accountId'])
      .execute();
  },
};
