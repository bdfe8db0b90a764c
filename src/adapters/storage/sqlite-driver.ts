import BetterSqlite3 from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Clock } from '../../base/index.ts';

const BUSY_RETRY_MS = 10;
const KEPT_STATEMENTS = 500;

/** How a driver waits while another process writes; `null` on a connection that only reads. */
export interface BusyWait {
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * One SQLite connection, whose users take turns. Statements are prepared once and kept. Transactions begin with the write
 * lock, so that two of them never deadlock on raising a read lock; while another process holds it, begin and single writes
 * wait without blocking the event loop. Queries cannot be streamed.
 */
export class SqliteDriver implements Driver {
  readonly #database: BetterSqlite3.Database;
  readonly #connection: SqliteConnection;
  readonly #waiting: ((connection: DatabaseConnection) => void)[] = [];
  #taken = false;

  constructor(database: BetterSqlite3.Database, wait: BusyWait | null) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, wait);
    // What waits is the driver, between attempts; inside SQLite it would stand still with everything else.
    if (wait !== null) database.pragma('busy_timeout = 0');
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  /** In the order they asked; the turn is handed on, so that thousands who wait do not all wake at each turn. */
  acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return Promise.resolve(this.#connection);
  }

  releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next(this.#connection);
    return Promise.resolve();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.run('begin immediate');
    this.#connection.isInTransaction = true;
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit');
    this.#connection.isInTransaction = false;
  }

  /** Some errors (a full disk, for one) make SQLite roll back by itself: then there is nothing left to do. */
  async rollbackTransaction(): Promise<void> {
    this.#connection.isInTransaction = false;
    if (this.#database.inTransaction) await this.#connection.run('rollback');
  }

  /**
   * Runs `work` in a transaction: what Kysely's own does, without its turns, since every step of a run pays for them. What
   * it queries goes through {@link insideTransaction} or `direct`.
   */
  async transact<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.acquireConnection();
    try {
      await this.beginTransaction();
      try {
        const result = await work();
        await this.commitTransaction();
        return result;
      } catch (error) {
        await this.rollbackTransaction();
        throw error;
      }
    } finally {
      void this.releaseConnection();
    }
  }

  /** For the queries of whoever is inside {@link transact} and so has the connection already. */
  insideTransaction(): Driver {
    const opensNone = (): Promise<never> =>
      Promise.reject(new Error('A transaction is open already.'));
    return {
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(this.#connection),
      beginTransaction: opensNone,
      commitTransaction: opensNone,
      rollbackTransaction: opensNone,
      releaseConnection: () => Promise.resolve(),
      destroy: () => Promise.resolve(),
    };
  }

  /** Runs a statement of the transaction that is open. Throws outside of one. */
  direct(sql: string, parameters: readonly unknown[]): readonly unknown[] {
    if (!this.#connection.isInTransaction) throw new Error('No transaction is open.');
    return this.#connection.execute(sql, parameters).rows;
  }

  destroy(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

class SqliteConnection implements DatabaseConnection {
  /** Whether whoever has the connection believes to be in a transaction. */
  isInTransaction = false;
  readonly #database: BetterSqlite3.Database;
  readonly #wait: BusyWait | null;
  readonly #statements = new Map<string, BetterSqlite3.Statement>();

  constructor(database: BetterSqlite3.Database, wait: BusyWait | null) {
    this.#database = database;
    this.#wait = wait;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.#whenFree(() => this.execute(sql, parameters))) as QueryResult<Row>;
  }

  run(sql: string): Promise<unknown> {
    return this.#whenFree(() => this.execute(sql, []));
  }

  streamQuery(): never {
    throw new Error('Rows are read as a whole here.');
  }

  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    if (this.isInTransaction && !this.#database.inTransaction) {
      // It would be written at once and stay, whatever becomes of the rest.
      throw new Error('SQLite has rolled this transaction back; nothing more is written in it.');
    }
    const statement = this.#statement(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Prepared once and kept, the ones unused for longest given up. */
  #statement(sql: string): BetterSqlite3.Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > KEPT_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }

  async #whenFree<Value>(attempt: () => Value): Promise<Value> {
    for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
      try {
        return attempt();
      } catch (error) {
        const wait = this.#wait;
        // Within a transaction nobody else holds the lock, so what is busy then does not become free by waiting.
        if (wait === null || !isBusy(error) || this.#database.inTransaction) throw error;
        if (waitedMs >= wait.timeoutMs) throw error;
        await wait.clock.sleep(BUSY_RETRY_MS);
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
