import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  BACKUP_FORMAT,
  copySqlite,
  MIGRATIONS,
  missingMigrations,
  readBackup,
  unpackBackup,
  type CopyProgress,
} from '../adapters/storage/index.ts';
import { AppError, type Clock } from '../base/index.ts';
import {
  draftOf,
  kindOf,
  publish,
  requireSpace,
  sizeOf,
  targetExists,
  wholeOrNothing,
} from './backup-paths.ts';
import { createKeyFile, parseKeys } from './keys-file.ts';
import { keyIdOf } from './keys.ts';
import { livingProcesses } from './other-processes.ts';
import type { Settings } from './settings.ts';

/** A little more than the pages themselves: the journal while the manifest is written. */
const MARGIN_BYTES = 1024 * 1024;

export interface BackedUp {
  readonly file: string;
  readonly bytes: number;
  readonly createdAtMs: number;
  readonly holdsKeys: boolean;
  /** Stored texts that none of the installation's keys opens; they are in the backup as they are. */
  readonly unreadable: number;
}

/**
 * Writes a backup of an installation on SQLite to a file, or into a folder under a dated name, while servers run: the
 * database as it is at one moment, and the keys that open it. It holds no pages and no settings. Whole or not at all.
 * Throws `target_exists`, `not_enough_space`, `database_missing`, `backup_unsupported`, `key_file_invalid`.
 */
export async function backUp(
  settings: Settings,
  options: {
    readonly target: string;
    readonly clock: Clock;
    /** Leaves the keys out: without its key file a copy tells nobody what runs hold. Default `false`. */
    readonly withoutKeys?: boolean;
    readonly onProgress?: (progress: CopyProgress) => void;
  },
): Promise<BackedUp> {
  const database = sqliteFile(settings);
  const createdAtMs = options.clock.now();
  const target = await targetFile(options.target, createdAtMs);
  if ((await kindOf(database)) !== 'file') {
    throw new AppError(
      'database_missing',
      `There is no database at ${database}. Check dataDir (VOUCH_DATA_DIR) and database.file.`,
    );
  }
  const needed = (await sizeOf(database)) + (await sizeOf(`${database}-wal`)) + MARGIN_BYTES;
  await requireSpace(dirname(target), needed);

  const keyFile = join(settings.dataDir, 'vouch.key');
  const before = await keysIn(keyFile);
  const draft = draftOf(target);
  return wholeOrNothing(draft, async () => {
    const known = new Set<string>();
    const { sealedWith } = await copySqlite(database, draft, {
      createdAtMs,
      contentRoot: settings.content.root,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      keys: async () => {
        // A rotation may have begun or ended during the copy: with the keys of before and after it opens either way.
        const keys = unique([...(await keysIn(keyFile)), ...before]);
        for (const key of keys) known.add(keyIdOf(Buffer.from(key, 'hex')));
        return options.withoutKeys === true ? null : `${keys.join('\n')}\n`;
      },
    });
    const bytes = await sizeOf(draft);
    await publish(draft, target);
    return {
      file: target,
      bytes,
      createdAtMs,
      holdsKeys: options.withoutKeys !== true,
      unreadable: unreadable(sealedWith, known),
    };
  });
}

export interface Restored {
  readonly database: string;
  readonly keyFile: string;
  readonly createdAtMs: number;
  /** Where the pages were when the backup was made, and where these settings look for them. */
  readonly contentRootThen: string;
  readonly contentRootNow: string;
  /** The next start brings the database up to date by so many steps. */
  readonly missingMigrations: number;
  readonly unreadable: number;
}

/** Looks at what the backup holds; copies it and checks every page; puts database and keys in place. */
export type RestorePhase = 'reading' | 'copying' | 'placing';

/**
 * Puts database and keys of a backup where the settings say. Nothing is overwritten, and after a failure nothing is left.
 * Throws `server_running`, `target_exists`, `not_a_backup`, `backup_newer`, `database_newer`, `not_enough_space`,
 * `keys_missing`.
 */
export async function restore(
  settings: Settings,
  options: {
    readonly file: string;
    readonly onProgress?: (phase: RestorePhase) => void;
  },
): Promise<Restored> {
  options.onProgress?.('reading');
  const database = sqliteFile(settings);
  const keyFile = join(settings.dataDir, 'vouch.key');
  await requireNobody(settings.dataDir);
  const { manifest, keys, sealedWith } = readBackup(options.file);
  if (manifest.format > BACKUP_FORMAT) {
    throw new AppError(
      'backup_newer',
      `${options.file} was made by a newer version of Vouch (backup format ${String(manifest.format)}). Restore it with that version.`,
    );
  }
  const missing = missingMigrations(
    MIGRATIONS.map(({ name }) => name),
    manifest.migrations,
  );
  await requireFree(database, keys === null ? null : keyFile);
  const folder = dirname(database);
  await requireSpace(await existing(folder), (await sizeOf(options.file)) + MARGIN_BYTES);
  const opens = keys === null ? await keysIn(keyFile) : parseKeys(options.file, keys).map(hex);
  const known = new Set(opens.map((key) => keyIdOf(Buffer.from(key, 'hex'))));
  if (keys === null) requireKeys(keyFile, opens, unreadable(sealedWith, known));

  const draft = draftOf(database);
  await wholeOrNothing(draft, async () => {
    options.onProgress?.('copying');
    await mkdir(folder, { recursive: true });
    await unpackBackup(options.file, draft);
    options.onProgress?.('placing');
    await chmod(draft, 0o600);
    const made = keys === null ? false : await makeKeyFile(keyFile, opens);
    try {
      await publish(draft, database);
    } catch (error) {
      if (made) await rm(keyFile, { force: true });
      throw error;
    }
  });
  return {
    database,
    keyFile,
    createdAtMs: manifest.createdAtMs,
    contentRootThen: manifest.contentRoot,
    contentRootNow: settings.content.root,
    missingMigrations: missing.length,
    unreadable: unreadable(sealedWith, known),
  };
}

function sqliteFile({ database }: Settings): string {
  if (database.dialect === 'sqlite') return database.file;
  throw new AppError(
    'backup_unsupported',
    'This installation is on PostgreSQL: back it up with pg_dump and copy vouch.key beside it, restore with pg_restore (docs/operations.md says how).',
  );
}

async function targetFile(target: string, atMs: number): Promise<string> {
  const path = resolve(target);
  const kind = await kindOf(path);
  if (kind === 'file') throw targetExists(path);
  if (kind === 'folder') {
    const dated = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const file = join(path, `vouch-${dated}.backup`);
    if ((await kindOf(file)) !== null) throw targetExists(file);
    return file;
  }
  await requireFolder(dirname(path));
  return path;
}

async function requireFolder(folder: string): Promise<void> {
  if ((await kindOf(folder)) === 'folder') return;
  throw new AppError('folder_missing', `There is no folder ${folder}. Create it first.`);
}

/** The folder, or the nearest above it that is there: the disk it will be on. */
async function existing(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await kindOf(at)) === 'folder' || at === dirname(at)) return at;
  }
}

async function requireNobody(dataDir: string): Promise<void> {
  const ids = await livingProcesses(join(dataDir, 'processes'));
  if (ids.length === 0) return;
  throw new AppError(
    'server_running',
    `Vouch is running on ${dataDir} (process ${ids.join(', ')}). Stop it first.`,
    { data: { processes: ids } },
  );
}

async function requireFree(database: string, keyFile: string | null): Promise<void> {
  const paths = ['', '-wal', '-shm'].map((end) => `${database}${end}`);
  for (const path of [...paths, ...(keyFile === null ? [] : [keyFile])]) {
    if ((await kindOf(path)) !== null) throw targetExists(path);
  }
}

function requireKeys(keyFile: string, keys: readonly string[], unreadableTexts: number): void {
  if (keys.length > 0 && unreadableTexts === 0) return;
  throw new AppError(
    'keys_missing',
    keys.length === 0
      ? `The backup was made without its keys. Put the key file of that time at ${keyFile} first.`
      : `The backup was made without its keys, and ${keyFile} does not open ${String(unreadableTexts)} of its texts. Put the key file of that time there.`,
  );
}

/** Hex digits, one a key; none where there is no file. */
async function keysIn(file: string): Promise<readonly string[]> {
  if ((await kindOf(file)) === null) return [];
  return parseKeys(file, await readFile(file, 'utf8')).map(hex);
}

async function makeKeyFile(file: string, keys: readonly string[]): Promise<boolean> {
  const made = await createKeyFile(
    file,
    keys.map((key) => Buffer.from(key, 'hex')),
  );
  if (!made) throw targetExists(file);
  return made;
}

function hex(key: Buffer): string {
  return key.toString('hex');
}

function unique(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}

function unreadable(sealedWith: Readonly<Record<string, number>>, known: ReadonlySet<string>) {
  return Object.entries(sealedWith)
    .filter(([id]) => !known.has(id))
    .reduce((sum, [, count]) => sum + count, 0);
}
