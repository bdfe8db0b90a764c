import { existsSync } from 'node:fs';
import { copyFile, constants, open, rm } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../base/index.ts';
import { keyIdSql, SEALED_COLUMNS } from '../sealed/sealed-columns.ts';

/** What a backup says of itself. Format 1 = first release. */
const Manifest = z.object({
  format: z.number(),
  createdAtMs: z.number(),
  /** Names of the migrations the database holds. */
  migrations: z.array(z.string()),
  /** Where the pages were, which are not in the backup. */
  contentRoot: z.string(),
});
export type BackupManifest = z.infer<typeof Manifest>;

export const BACKUP_FORMAT = 1;

/** Table that makes a copy of a database a backup: manifest and keys travel in the same file. */
const TABLE = 'vouch_backup';

export interface CopyProgress {
  readonly donePages: number;
  readonly totalPages: number;
}

/** A backup as it can be told without restoring it. */
export interface BackupContents {
  readonly manifest: BackupManifest;
  /** The key file's text; `null`: left out. */
  readonly keys: string | null;
  /** Ids of the keys that sealed something in it, each with how much. */
  readonly sealedWith: Readonly<Record<string, number>>;
}

/**
 * Copies a SQLite database to `draft`, which must not exist, as it is at one moment, while others write to it (SQLite's
 * online backup). Adds the manifest and what `keys()` gives once the copy is made. Throws
 * `database_damaged`, and what else SQLite throws.
 */
export async function copySqlite(
  source: string,
  draft: string,
  options: {
    readonly createdAtMs: number;
    readonly contentRoot: string;
    readonly keys: () => Promise<string | null>;
    readonly onProgress?: (progress: CopyProgress) => void;
  },
): Promise<BackupContents> {
  await createPrivate(draft);
  const database = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
  try {
    requireOurs(database, source);
    // One read transaction over the whole copy: without it every write of another process would begin the copy anew.
    database.exec('begin');
    database.prepare('select count(*) from sqlite_master').get();
    await database.backup(draft, {
      progress: ({ totalPages, remainingPages }) => {
        options.onProgress?.({ donePages: totalPages - remainingPages, totalPages });
        return PAGES_A_STEP;
      },
    });
  } finally {
    database.close();
  }
  const keys = await options.keys();
  return onFile(draft, (copy) => {
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      createdAtMs: options.createdAtMs,
      migrations: migrationsOf(copy),
      contentRoot: options.contentRoot,
    };
    copy.exec(`create table ${TABLE} (name text primary key, value text not null)`);
    const insert = copy.prepare(`insert into ${TABLE} values (?, ?)`);
    insert.run('manifest', JSON.stringify(manifest));
    if (keys !== null) insert.run('keys', keys);
    requireWhole(copy);
    return { manifest, keys, sealedWith: sealedWith(copy) };
  });
}

/** Reads what a backup holds. Throws `not_a_backup`. */
export function readBackup(file: string): BackupContents {
  if (!existsSync(file)) {
    throw new AppError(
      'not_a_backup',
      `There is no file ${file}. Name one that vouch backup made.`,
    );
  }
  try {
    const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    try {
      const rows = database.prepare(`select name, value from ${TABLE}`).all() as Row[];
      const value = (name: string) => rows.find((row) => row.name === name)?.value ?? null;
      const manifest = Manifest.parse(JSON.parse(value('manifest') ?? ''));
      return { manifest, keys: value('keys'), sealedWith: sealedWith(database) };
    } finally {
      database.close();
    }
  } catch (error) {
    throw notABackup(file, error);
  }
}

/** Makes a database of a backup, at `draft`, which must not exist; checks every page of it. Throws `not_a_backup`. */
export async function unpackBackup(file: string, draft: string): Promise<void> {
  await createPrivate(draft);
  await copyFile(file, draft, constants.COPYFILE_FICLONE);
  try {
    await onFile(draft, (database) => {
      requireWhole(database);
      database.exec(`drop table ${TABLE}`);
    });
  } catch (error) {
    if (isFull(error)) throw error;
    throw notABackup(file, error);
  }
}

/** Removes a draft and what SQLite may have put beside it. */
export async function removeDraft(draft: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${end}`, { force: true });
}

/** Whether it failed because the disk is full. */
export function isFull(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}

const PAGES_A_STEP = 500;

interface Row {
  readonly name: string;
  readonly value: string;
}

async function createPrivate(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
}

/** Works on a database that nobody else knows, and flushes it. */
async function onFile<T>(file: string, work: (database: BetterSqlite3.Database) => T): Promise<T> {
  const database = new BetterSqlite3(file, { fileMustExist: true });
  let result: T;
  try {
    // One file, no log beside it; opened as an installation it is put back.
    database.pragma('journal_mode = delete');
    result = work(database);
  } finally {
    database.close();
  }
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return result;
}

/** Throws `database_damaged` for a file that is no database of an installation. */
function requireOurs(database: BetterSqlite3.Database, file: string): void {
  try {
    migrationsOf(database);
  } catch (error) {
    throw new AppError(
      'database_damaged',
      `${file} is no database of Vouch, or it is damaged (${error instanceof Error ? error.message : String(error)}). Check dataDir (VOUCH_DATA_DIR), or restore the last good backup.`,
      { cause: error },
    );
  }
}

function requireWhole(database: BetterSqlite3.Database): void {
  const [first] = database.pragma('integrity_check(1)') as { integrity_check: string }[];
  if (first?.integrity_check === 'ok') return;
  throw new AppError(
    'database_damaged',
    `The database is damaged (${first?.integrity_check ?? 'no answer'}). Restore the last good backup.`,
  );
}

function migrationsOf(database: BetterSqlite3.Database): string[] {
  return database
    .prepare('select name from vouch_migration order by name')
    .pluck()
    .all() as string[];
}

function sealedWith(database: BetterSqlite3.Database): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of SEALED_COLUMNS) {
    if (database.pragma(`table_info(${table})`, { simple: true }) === undefined) continue;
    const rows = database
      .prepare(
        `select ${keyIdSql(column)} as id, count(*) as n from ${table} where ${column} is not null group by 1`,
      )
      .all() as { id: string; n: number }[];
    for (const { id, n } of rows) counts[id] = (counts[id] ?? 0) + n;
  }
  return counts;
}

function notABackup(file: string, cause: unknown): AppError {
  return new AppError(
    'not_a_backup',
    `${file} is no whole backup of Vouch (${cause instanceof Error ? cause.message : String(cause)}). Choose a file that vouch backup made.`,
    { cause },
  );
}
