import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Links that set a password, service accounts with their keys, and who changed what about people. */
export const peopleAdministrationMigration: Migration = {
  name: '0023-people-administration',
  up: async (db, dialect) => {
    await db.schema
      .createTable('password_link')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('person.user_id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('issued_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('expires_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('closed_at_ms', TIME_MS)
      .execute();
    await db.schema
      .createIndex('password_link_user')
      .on('password_link')
      .column('user_id')
      .execute();
    await db.schema
      .createTable('service_account')
      .addColumn('account_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('rights', 'text', (column) => column.notNull())
      .addColumn('is_disabled', FLAG, (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('api_key')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('service_account.account_id').onDelete('cascade'),
      )
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('expires_at_ms', TIME_MS)
      .addColumn('revoked_at_ms', TIME_MS)
      .addColumn('last_used_at_ms', TIME_MS)
      .execute();
    await db.schema
      .createTable('people_audit')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('subject_id', 'text', (column) => column.notNull())
      .addColumn('subject_name', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute();
  },
};
