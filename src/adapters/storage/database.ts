import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type DialectName = 'sqlite' | 'postgres';

export interface SqliteConfig {
  readonly dialect: 'sqlite';
  /** Path of the database file; its folder must exist. `:memory:` is not accepted. */
  readonly file: string;
  /**
   * How hard a commit is pushed to the disk. `full` survives a power cut; `normal` may lose the last commits in one, never
   * the file; `off` is for tests. Default `full`.
   */
  readonly synchronous?: 'full' | 'normal' | 'off';
  /** How long a transaction waits for another process's transaction. Default 10,000. */
  readonly busyTimeoutMs?: number;
}

export interface PostgresConfig {
  readonly dialect: 'postgres';
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Connections for transactions, and as many again for reads. Default 5. */
  readonly connections?: number;
}

export type DatabaseConfig = SqliteConfig | PostgresConfig;

/** An open database. */
export interface Database {
  readonly dialect: DialectName;
  /**
   * For reads outside a transaction. On SQLite it is a connection of its own that refuses writes, so a read never waits for
   * an open transaction and sees what was committed, as it does on PostgreSQL.
   */
  readonly reads: Kysely<Schema>;
  /** For transactions and single writes. Stores get it through `inTransaction`. */
  readonly writes: Kysely<Schema>;
  /**
   * Runs `work` in a transaction on `writes`: commits when it resolves, rolls back when it rejects. Stores are handed one by
   * `createTransactions`, which also watches over it.
   */
  transact<Result>(work: (inside: Kysely<Schema>) => Promise<Result>): Promise<Result>;
  /**
   * SQLite only: runs a statement on the connection of `writes` at once, for whoever holds its open transaction. Use
   * `runSql`, which does so.
   */
  readonly direct?: (sql: string, parameters: readonly unknown[]) => readonly unknown[];
  /** Closes every connection. Using the database afterwards throws. */
  close(): Promise<void>;
}
