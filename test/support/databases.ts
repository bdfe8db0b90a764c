import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  type SqliteConfig,
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
      const { config, remove } = await createConfig(migrated);
      cleanups.push(remove);
      const open = async () => {
        const database = await openDatabase(config, systemClock);
        cleanups.push(() => database.close());
        return database;
      };
      const database = await open();
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

/** The migrated database each test gets a copy of: migrating once costs as much as a hundred copies. */
let migratedFile: Promise<Buffer> | undefined;

async function createSqliteConfig(
  migrated: boolean,
): Promise<{ config: DatabaseConfig; remove: Cleanup }> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-sqlite-'));
  const file = join(folder, 'test.db');
  if (migrated) await writeFile(file, await (migratedFile ??= migrateFile()));
  return {
    config: { dialect: 'sqlite', file, synchronous: 'off' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function migrateFile(): Promise<Buffer> {
  const { config, remove } = await createSqliteConfig(false);
  try {
    await migrateAt(config);
    return await readFile((config as SqliteConfig).file);
  } finally {
    await remove();
  }
}

async function migrateAt(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config, systemClock);
  try {
    await migrate(database, MIGRATIONS, systemClock);
  } finally {
    await database.close();
  }
}

async function createPostgresConfig(
  migrated: boolean,
): Promise<{ config: DatabaseConfig; remove: Cleanup }> {
  const serverUrl = await startedServerUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrated ? await (migratedTemplate ??= templateOn(serverUrl)) : 'template0';
  await onServer(serverUrl, `create database ${name} template ${template}`);
  return {
    config: postgresConfig(serverUrl, name),
    remove: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

function postgresConfig(serverUrl: string, name: string): DatabaseConfig {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { dialect: 'postgres', url: url.href, connections: 4 };
}

const TEMPLATE = 'migrated_template';
let migratedTemplate: Promise<string> | undefined;

/** Migrates the server's template once for all workers: it gets its name only when it is whole. */
async function templateOn(serverUrl: string): Promise<string> {
  await withServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const found = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount !== 0) return;
    await client.query(`drop database if exists ${TEMPLATE}_draft with (force)`);
    await client.query(`create database ${TEMPLATE}_draft template template0`);
    await migrateAt(postgresConfig(serverUrl, `${TEMPLATE}_draft`));
    await client.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
  });
  return TEMPLATE;
}

async function startedServerUrl(): Promise<string> {
  const response = await fetch(inject('postgresStarterUrl'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  await withServer(serverUrl, (client) => client.query(statement));
}

async function withServer(
  serverUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
