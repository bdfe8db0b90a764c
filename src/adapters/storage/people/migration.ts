import type { Kysely } from 'kysely';
import { FLAG, TIME_MS } from '../columns.ts';
import type { DialectName } from '../database.ts';
import type { AnySchema, Migration } from '../migrate.ts';

/** People, groups, sessions and set-up links. */
export const peopleMigration: Migration = {
  name: '0001-people',
  up: async (db, dialect) => {
    await createSignInTables(db, dialect);
    await db.schema
      .createTable('person')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('auth_user.id').onDelete('cascade'),
      )
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('is_administrator', FLAG, (column) => column.notNull())
      .addColumn('is_disabled', FLAG, (column) => column.notNull())
      .addColumn('grants', 'text', (column) => column.notNull())
      .addColumn('rights', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('people_group')
      .addColumn('group_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('grants', 'text', (column) => column.notNull())
      .addColumn('rights', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('group_membership')
      .addColumn('group_id', 'text', (column) =>
        column.notNull().references('people_group.group_id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('person.user_id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('group_membership_pk', ['group_id', 'user_id'])
      .execute();
    await db.schema
      .createTable('setup_link')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('issued_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('spent_at_ms', TIME_MS)
      .execute();
  },
};

/** The tables the sign-in library reads and writes, as its own schema check wants them. */
async function createSignInTables(db: Kysely<AnySchema>, dialect: DialectName): Promise<void> {
  const time = dialect === 'sqlite' ? 'date' : 'timestamptz';
  const flag = dialect === 'sqlite' ? 'integer' : 'boolean';
  await db.schema
    .createTable('auth_user')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('emailVerified', flag, (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('auth_session')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expiresAt', time, (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('auth_user.id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('auth_account')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('accountId', 'text', (column) => column.notNull())
    .addColumn('providerId', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('auth_user.id').onDelete('cascade'),
    )
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', time)
    .addColumn('refreshTokenExpiresAt', time)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('auth_verification')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expiresAt', time, (column) => column.notNull())
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('auth_rate_limit')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('lastRequest', 'bigint', (column) => column.notNull())
    .execute();
  for (const [table, column] of [
    ['auth_session', 'userId'],
    ['auth_account', 'userId'],
    ['auth_verification', 'identifier'],
  ] as const) {
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
  }
}
