import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, inject } from 'vitest';
import {
  createTransactions,
  migrate,
  MIGRATIONS,
  openDatabase,
  type Database,
  type DatabaseConfig,
  type DialectName,
} from '../../src/adapters/storage/index.ts';
import { systemClock, type Transactions } from '../../src/base/index.ts';

/** A migrated database of its own for one test; closed and removed after it. */
export interface TestDatabase {
  readonly dialect: DialectName;
  readonly database: Database;
  readonly transactions: Transactions;
  /** What `openDatabase` takes to open the same database again, as a second process would. */
  readonly config: DatabaseConfig;
  /** Opens the same database again; closed after the test. */
  openAgain: () => Promise<Database>;
}

/** Opens a fresh database. */
export type OpenFresh = (options?: { readonly migrated?: boolean }) => Promise<TestDatabase>;

type Cleanup = () => Promise<void>;

const CONFIGS = { sqlite: createSqliteConfig, postgres: createPostgresConfig };

/** Defines a suite twice: on SQLite (a file) and on a real PostgreSQL server; or on the dialects given. */
export function describeEachDatabase(
  title: string,
  define: (openFresh: OpenFresh) => void,
  dialects: readonly DialectName[] = ['sqlite', 'postgres'],
): void {
  describe.each(dialects)(`${title} on %s`, (dialect) => {
    const createConfig = CONFIGS[dialect];
    const cleanups: Cleanup[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });
    define(async ({ migrated = true } = {}) => {
      const { config, remove } = await createConfig();
      cleanups.push(remove);
      const open = async () => {
        const database = await openDatabase(config, systemClock);
        cleanups.push(() => database.close());
        return database;
      };
      const database = await open();
      if (migrated) await migrate(database, MIGRATIONS, systemClock);
      return {
        dialect: database.dialect,
        database,
        transactions: createTransactions(database),
        config,
        openAgain: open,
      };
    });
  });
}

async function createSqliteConfig(): Promise<{ config: DatabaseConfig; remove: Cleanup }> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-sqlite-'));
  return {
    config: { dialect: 'sqlite', file: join(folder, 'test.db'), synchronous: 'off' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgresConfig(): Promise<{ config: DatabaseConfig; remove: Cleanup }> {
  const serverUrl = await startedServerUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name} template template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    config: { dialect: 'postgres', url: url.href, connections: 4 },
    remove: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function startedServerUrl(): Promise<string> {
  const response = await fetch(inject('postgresStarterUrl'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
