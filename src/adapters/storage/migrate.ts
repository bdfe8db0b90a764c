import { sql, type Kysely } from 'kysely';
import { AppError, type Clock } from '../../base/index.ts';
import type { Database, DialectName } from './database.ts';

/** Tables as they are while they are being made: a migration knows no table types. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Kysely's own type for a schema that is not known.
export type AnySchema = any;

/** One step of the schema. Its name orders it (`0001-people`) and is never changed once released. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<AnySchema>, dialect: DialectName): Promise<void>;
}

const LOCK = 'vouch-migrate';

/**
 * Brings the schema up to date, in one transaction that two starting servers cannot run at once: either every missing
 * migration is in afterwards or none. Returns the names it ran. Throws `database_newer` for a database of a later version
 * and `migration_failed` with the migration's name.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<readonly string[]> {
  return (database.writes as Kysely<AnySchema>).transaction().execute(async (db) => {
    if (database.dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(db);
    }
    await db.schema
      .createTable('vouch_migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    const rows = await db.selectFrom('vouch_migration').select('name').execute();
    const missing = missingMigrations(
      migrations.map(({ name }) => name),
      rows.map((row: { name: string }) => row.name),
    );
    for (const migration of migrations.filter(({ name }) => missing.includes(name))) {
      await runOne(migration, db, database.dialect);
      await db
        .insertInto('vouch_migration')
        .values({ name: migration.name, applied_at_ms: clock.now() })
        .execute();
    }
    return missing;
  });
}

/**
 * Which migrations a database lacks, in order. Throws `database_newer` when it holds one that this version does not know.
 */
export function missingMigrations(
  known: readonly string[],
  applied: readonly string[],
): readonly string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new AppError(
      'database_newer',
      `The database was written by a newer version of Vouch (it holds ${unknown.join(', ')}). Start that version, or restore a backup.`,
      { data: { unknown } },
    );
  }
  return known.filter((name) => !applied.includes(name)).sort();
}

async function runOne(
  migration: Migration,
  db: Kysely<AnySchema>,
  dialect: DialectName,
): Promise<void> {
  try {
    await migration.up(db, dialect);
  } catch (error) {
    throw new AppError(
      'migration_failed',
      `The database could not be brought up to date: step ${migration.name} failed (${error instanceof Error ? error.message : String(error)}). Nothing was changed.`,
      { cause: error, data: { migration: migration.name } },
    );
  }
}
