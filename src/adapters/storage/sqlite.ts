import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
} from 'kysely';
import { AppError, type Clock } from '../../base/index.ts';
import type { Database, SqliteConfig } from './database.ts';
import type { Schema } from './schema.ts';

const DEFAULT_BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 10;

/** Opens (and creates) a SQLite file in write-ahead mode, with one connection for writes and one for reads. */
export async function openSqlite(config: SqliteConfig, clock: Clock): Promise<Database> {
  if (config.file === ':memory:' || config.file === '') {
    throw new AppError('database_unavailable', 'SQLite needs a file; name one as database.file.');
  }
  const busyTimeoutMs = config.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
  let writer: BetterSqlite3.Database | undefined;
  try {
    writer = openFile(config, busyTimeoutMs);
    writer.pragma('journal_mode = WAL');
    const reader = openFile(config, busyTimeoutMs);
    reader.pragma('query_only = ON');
    const writes = kyselyOn(
      writer,
      (database) => new ImmediateSqliteDriver(database, { clock, busyTimeoutMs }),
    );
    const reads = kyselyOn(reader, (database) => new SqliteDriver({ database }));
    // A first statement: a file that is no database is told here, not in the middle of a request.
    await reads.executeQuery(CompiledQuery.raw('select count(*) from sqlite_master'));
    return {
      dialect: 'sqlite',
      reads,
      writes,
      close: async () => {
        await reads.destroy();
        await writes.destroy();
      },
    };
  } catch (error) {
    writer?.close();
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

function kyselyOn(
  database: BetterSqlite3.Database,
  driver: (database: BetterSqlite3.Database) => SqliteDriver,
): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver(database),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/**
 * Begins transactions with the write lock, so that two of them never deadlock on raising a read lock, and waits for another
 * process's transaction without blocking the event loop.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #clock: Clock;
  readonly #busyTimeoutMs: number;

  constructor(
    database: BetterSqlite3.Database,
    options: { readonly clock: Clock; readonly busyTimeoutMs: number },
  ) {
    super({ database });
    this.#database = database;
    this.#clock = options.clock;
    this.#busyTimeoutMs = options.busyTimeoutMs;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
      try {
        await this.#beginNow(connection);
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= this.#busyTimeoutMs) throw error;
        await this.#clock.sleep(BUSY_RETRY_MS);
      }
    }
  }

  async #beginNow(connection: DatabaseConnection): Promise<void> {
    this.#database.pragma('busy_timeout = 0');
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } finally {
      this.#database.pragma(`busy_timeout = ${String(this.#busyTimeoutMs)}`);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
