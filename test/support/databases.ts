import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import {
  createTransactions,
  openDatabase,
  type Database,
  type DatabaseConfig,
  type DialectName,
  type SqliteConfig,
} from '../../src/adapters/storage/index.ts';
import { systemClock, type Transactions } from '../../src/base/index.ts';
import { migrateAt } from './migrate-at.ts';
import { createPostgresConfig } from './postgres-databases.ts';

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
