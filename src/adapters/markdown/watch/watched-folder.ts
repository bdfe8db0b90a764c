import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../base/index.ts';
import {
  foldersIn,
  pathIn,
  readEntry,
  readFolder,
  scanFolder,
  scanOf,
  type FolderEntry,
  type Scan,
} from '../files/scan.ts';
import { rootUnreadable } from '../files/root.ts';

/** A folder that is looked at whenever somebody asks, as cheaply as the system allows. */
export interface WatchedFolder {
  /**
   * The files as they are now. The same object as before when nothing changed. Throws `unavailable` when the root cannot be
   * read.
   */
  readonly look: () => Promise<Scan>;
  /** Called after something has changed, at most once until the next look. */
  onChange(listener: () => void): void;
  /** Whether changes are heard of; else every look goes through all files. */
  isWatching(): boolean;
  close(): void;
}

export interface WatchOptions {
  readonly root: string;
  readonly clock: Clock;
  /**
   * `inotify`: only what the system reports is looked at again (Linux; a local disk reports every write before the next
   * look). `none`: every look goes through all files.
   */
  readonly by: 'inotify' | 'none';
  /** All files are looked at again after this time, for disks that do not report what others write. Default 30,000. */
  readonly everythingAfterMs?: number;
}

const EVERYTHING_AFTER_MS = 30_000;

export function createWatchedFolder(options: WatchOptions): WatchedFolder {
  if (options.by === 'none') return unwatched(options.root);
  const { root, clock } = options;
  const everythingAfterMs = options.everythingAfterMs ?? EVERYTHING_AFTER_MS;
  const listeners: (() => void)[] = [];
  const folders = new Map<string, ReadonlyMap<string, FolderEntry> | null>();
  const watchers = new Map<string, FSWatcher>();
  /** Names to look at again by folder; `all` of them when the system did not say which. */
  let heard = new Map<string, Set<string> | 'all'>();
  let scan: Scan | null = null;
  let rootInode = '';
  let wholeAtMs = -Infinity;
  let isTold = false;
  let isDeaf = false;
  let isUnheard = false;
  let turn: Promise<unknown> = Promise.resolve();

  const hear = (prefix: string, name: string | null): void => {
    // Locks and drafts of files, ours among them.
    if (name?.startsWith('.') === true) return;
    const known = heard.get(prefix);
    if (name === null || known === 'all') heard.set(prefix, 'all');
    else heard.set(prefix, (known ?? new Set()).add(name));
    tell();
  };

  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    for (const listener of listeners) listener();
  };

  /** Before the folder is read: what is written in between is then read or heard, or both. */
  const listenTo = (prefix: string): void => {
    if (isDeaf || watchers.has(prefix)) return;
    const onError = (): void => {
      // The limit of the system, or a disk that cannot be watched.
      isDeaf = true;
      silence();
    };
    try {
      const watcher = watch(join(root, prefix), { persistent: false }, (_event, name) => {
        hear(prefix, name);
      });
      watcher.on('error', onError);
      watchers.set(prefix, watcher);
    } catch {
      onError();
    }
  };

  const silence = (under?: string): void => {
    for (const [prefix, watcher] of watchers) {
      if (under !== undefined && prefix !== under && !prefix.startsWith(`${under}/`)) continue;
      watcher.close();
      watchers.delete(prefix);
    }
  };

  const forget = (under: string): void => {
    silence(under);
    for (const prefix of folders.keys()) {
      if (prefix === under || prefix.startsWith(`${under}/`)) folders.delete(prefix);
    }
  };

  const readWhole = async (prefix: string): Promise<void> => {
    listenTo(prefix);
    const entries = await readFolder(root, prefix);
    folders.set(prefix, entries);
    for (const path of foldersIn(prefix, entries)) await readWhole(path);
  };

  const readEverything = async (): Promise<Scan> => {
    silence();
    folders.clear();
    heard = new Map();
    wholeAtMs = clock.now();
    isUnheard = false;
    await readWhole('');
    return scanOf(folders);
  };

  /** Looks again at what was heard of, and at links, of which nothing is heard. Says whether anything is different. */
  const readHeard = async (): Promise<boolean> => {
    const again = heard;
    heard = new Map();
    let isChanged = false;
    for (const [prefix, names] of again) {
      const before = folders.get(prefix);
      if (before === undefined) continue;
      if (names === 'all' || before === null) {
        if (prefix !== '') forget(prefix);
        await readWhole(prefix);
        isChanged = true;
        continue;
      }
      const after = new Map(before);
      for (const name of names) {
        const entry = await readEntry(root, prefix, name);
        if (entry?.kind !== 'folder' && isSame(entry, before.get(name) ?? null)) continue;
        isChanged = true;
        if (before.get(name)?.kind === 'folder') forget(pathIn(prefix, name));
        if (entry === null) after.delete(name);
        else after.set(name, entry);
        if (entry?.kind === 'folder') await readWhole(pathIn(prefix, name));
      }
      folders.set(prefix, after);
    }
    return (await readLinks()) || isChanged;
  };

  const readLinks = async (): Promise<boolean> => {
    let isChanged = false;
    for (const [prefix, entries] of folders) {
      for (const [name, entry] of entries ?? []) {
        if (entry.kind === 'folder' || (entry.kind === 'file' && !entry.isLink)) continue;
        const now = await readEntry(root, prefix, name);
        if (isSame(now, entry)) continue;
        isChanged = true;
        const after = new Map(folders.get(prefix));
        if (now === null) after.delete(name);
        else after.set(name, now);
        folders.set(prefix, after);
      }
    }
    return isChanged;
  };

  const look = async (): Promise<Scan> => {
    await reports();
    isTold = false;
    const found = await stat(root, { bigint: true }).catch(() => null);
    if (found === null) {
      rootInode = '';
      throw rootUnreadable(root);
    }
    const inode = `${String(found.dev)}-${String(found.ino)}`;
    if (scan === null || isDeaf || isUnheard || inode !== rootInode) {
      rootInode = inode;
      const now = await readEverything();
      // The same object while nothing is different, so that nobody works anew on what they know.
      if (scan === null || !isSame(now, scan)) scan = now;
    } else if (await readHeard()) scan = scanOf(folders);
    if (clock.now() - wholeAtMs >= everythingAfterMs) void compareEverything(scan);
    return scan;
  };

  /** Behind the answer: whether the disk holds what nothing was heard of. */
  const compareEverything = async (known: Scan): Promise<void> => {
    wholeAtMs = clock.now();
    const now = await scanFolder(root).catch(() => null);
    if (now === null || isSame(now, known)) return;
    isUnheard = true;
    tell();
  };

  return {
    look: () => {
      const next = turn.then(look);
      turn = next.catch(() => undefined);
      return next;
    },
    onChange: (listener) => listeners.push(listener),
    isWatching: () => !isDeaf && watchers.size > 0,
    close: () => {
      isDeaf = true;
      silence();
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function unwatched(root: string): WatchedFolder {
  return {
    look: () => scanFolder(root),
    onChange: () => undefined,
    isWatching: () => false,
    close: () => undefined,
  };
}

/**
 * When everything the system has reported up to now is heard. Reports are read between the turns of the event loop: after
 * one whole turn none from before is left.
 */
async function reports(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
