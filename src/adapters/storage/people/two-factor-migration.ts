import type { Migration } from '../migrate.ts';

/** Second factors, as the sign-in library's own schema check wants them. */
export const twoFactorMigration: Migration = {
  name: '0024-two-factor',
  up: async (db, dialect) => {
    const time = dialect === 'sqlite' ? 'date' : 'timestamptz';
    const flag = dialect === 'sqlite' ? 'integer' : 'boolean';
    await db.schema.alterTable('auth_user').addColumn('twoFactorEnabled', flag).execute();
    await db.schema
      .createTable('auth_two_factor')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('backupCodes', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) =>
        column.notNull().references('auth_user.id').onDelete('cascade'),
      )
      .addColumn('verified', flag)
      .addColumn('failedVerificationCount', 'integer')
      .addColumn('lockedUntil', time)
      .execute();
    for (const column of ['secret', 'userId']) {
      await db.schema
        .createIndex(`auth_two_factor_${column}_idx`)
        .on('auth_two_factor')
        .column(column)
        .execute();
    }
  },
};
