import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Driver,
} from 'kysely';
import { AppError, type Clock } from '../../base/index.ts';
import type { Database, SqliteConfig } from './database.ts';
import type { Schema } from './schema.ts';
import { SqliteDriver } from './sqlite-driver.ts';

const DEFAULT_BUSY_TIMEOUT_MS = 10_000;
/**
 * Pages of the write-ahead log (16 MB) before they are brought into the file. SQLite's own 1,000 are reached by two or three
 * conversations, and each time the disk is waited for.
 */
const CHECKPOINT_PAGES = 4_000;

/** Opens (and creates) a SQLite file in write-ahead mode, with one connection for writes and one for reads. */
export async function openSqlite(config: SqliteConfig, clock: Clock): Promise<Database> {
  if (config.file === ':memory:' || config.file === '') {
    throw new AppError('database_unavailable', 'SQLite needs a file; name one as database.file.');
  }
  const busyTimeoutMs = config.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
  const opened: BetterSqlite3.Database[] = [];
  // Kysely closes only what a query has used.
  const closeFiles = () => {
    for (const database of opened) database.close();
  };
  const open = () => {
    const database = openFile(config, busyTimeoutMs);
    opened.unshift(database);
    return database;
  };
  try {
    const writer = open();
    writer.pragma('journal_mode = WAL');
    writer.pragma(`wal_autocheckpoint = ${String(CHECKPOINT_PAGES)}`);
    const reader = open();
    reader.pragma('query_only = ON');
    const driver = new SqliteDriver(writer, { clock, timeoutMs: busyTimeoutMs });
    const writes = kyselyOn(driver);
    const inside = kyselyOn(driver.insideTransaction());
    const reads = kyselyOn(new SqliteDriver(reader, null));
    // A first statement: a file that is no database is told here, not in the middle of a request.
    await reads.executeQuery(CompiledQuery.raw('select count(*) from sqlite_master'));
    return {
      dialect: 'sqlite',
      reads,
      writes,
      transact: (work) => driver.transact(() => work(inside)),
      direct: (sql, parameters) => driver.direct(sql, parameters),
      close: async () => {
        await reads.destroy();
        await writes.destroy();
        closeFiles();
      },
    };
  } catch (error) {
    closeFiles();
    throw new AppError(
      'database_unavailable',
      `The database file ${config.file} cannot be opened: ${reasonOf(error)}. Check that its folder exists and can be written.`,
      { cause: error },
    );
  }
}

function openFile(config: SqliteConfig, busyTimeoutMs: number): BetterSqlite3.Database {
  const database = new BetterSqlite3(config.file, { timeout: busyTimeoutMs });
  database.pragma(`synchronous = ${config.synchronous ?? 'full'}`);
  database.pragma('foreign_keys = ON');
  return database;
}

function kyselyOn(driver: Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
