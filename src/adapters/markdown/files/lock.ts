import { open, readFile, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, type Clock, type Ids } from '../../../base/index.ts';

/**
 * The lock of a file is a file beside it, created exclusively. Its holder renews the time in it while it works; one that was
 * not renewed for long is the trace of a crash, and somebody who waits for it takes it away.
 *
 *   free ──create──▶ held ──renew──▶ held ──release──▶ free
 *                     └──not renewed, taken away──▶ free
 *
 * Whoever removes a lock, its holder too, does so under a claim on its id: a further file, which one alone can create. So what
 * is removed is the lock that was meant, and never one that took its place meanwhile.
 */
export interface LockOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** A lock that was not renewed for this long was left by a crash; it is renewed four times as often. Default 10,000. */
  readonly staleMs?: number;
  /** How long to wait for somebody else's; 0 = not at all. Default 15,000. */
  readonly waitMs?: number;
  /** Where a test may stop somebody who has just found a lock to be left by a crash. Default: nowhere. */
  readonly reach?: (point: 'found_stale') => Promise<void>;
}

const POLL_MS = 20;
const DEFAULT_STALE_MS = 10_000;
const DEFAULT_WAIT_MS = 15_000;
const RENEWALS = 4;
/** Of a lock: as long whatever it says, so that it is renewed in one write, in its place. */
const LOCK_CHARACTERS = 128;
/** Claims that crashed one after the other on one lock; past them somebody has to remove the files. */
const MAX_CLAIMS = 9;

/**
 * Runs `work` while this process alone, of all Vouch processes on this folder, writes the file. Throws `unavailable` when
 * another process does not let go in time.
 */
export async function withFileLock<T>(
  file: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = lockPath(file);
  const id = options.ids.uuid();
  const held = await acquire(lock, id, options);
  const over = new AbortController();
  const renewing = renew(held, { id, over: over.signal }, options);
  try {
    return await work();
  } finally {
    over.abort();
    await renewing;
    await held.close();
    await remove(lock, id, options).catch(() => undefined);
  }
}

function lockPath(file: string): string {
  return join(dirname(file), `.${basename(file)}.vouch-lock`);
}

async function acquire(lock: string, id: string, options: LockOptions): Promise<FileHandle> {
  const { clock, waitMs = DEFAULT_WAIT_MS, staleMs = DEFAULT_STALE_MS } = options;
  let seen = { key: '', waitedMs: 0 };
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const own = await createExclusively(lock);
    if (own !== null) return written(own, contentOf(id, clock.now()), lock);
    const held = await readLock(lock);
    if (held !== null) {
      if (seen.key !== held.key) seen = { key: held.key, waitedMs };
      // One without a time was left between creating and writing it, or is being written just now.
      const isStale =
        held.atMs === null
          ? waitedMs > 0 && waitedMs - seen.waitedMs >= waitMs / 2
          : Math.abs(clock.now() - held.atMs) > staleMs;
      if (isStale) {
        await options.reach?.('found_stale');
        if (await remove(lock, held.key, options)) continue;
      }
    }
    if (waitedMs >= waitMs) {
      throw new AppError('unavailable', 'The file is being written by another process. Try again.');
    }
    await clock.sleep(POLL_MS);
  }
}

/** The lock with its content; one that cannot be written, on a full disk, is in nobody's way. */
async function written(own: FileHandle, content: string, lock: string): Promise<FileHandle> {
  try {
    await own.write(content, 0);
    return own;
  } catch (error) {
    await own.close();
    await unlink(lock).catch(() => undefined);
    throw error;
  }
}

/** Says anew, through the file that was created and no other, that its holder works. */
async function renew(
  held: FileHandle,
  { id, over }: { readonly id: string; readonly over: AbortSignal },
  { clock, staleMs = DEFAULT_STALE_MS }: LockOptions,
): Promise<void> {
  while (!over.aborted) {
    const isOver = await clock.sleep(staleMs / RENEWALS, over).then(
      () => false,
      () => true,
    );
    if (!isOver) await held.write(contentOf(id, clock.now()), 0).catch(() => undefined);
  }
}

function contentOf(id: string, atMs: number): string {
  return JSON.stringify({ id, atMs }).padEnd(LOCK_CHARACTERS);
}

async function createExclusively(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

interface SeenLock {
  /** Its id, or, of one nobody finished writing, the number of the file. */
  readonly key: string;
  /** When its holder last said that it works. */
  readonly atMs: number | null;
}

/** `null`: there is none. */
async function readLock(lock: string): Promise<SeenLock | null> {
  try {
    const { ino } = await stat(lock);
    const unfinished: SeenLock = { key: `file-${String(ino)}`, atMs: null };
    return lockIn(await readFile(lock, 'utf8')) ?? unfinished;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function lockIn(text: string): SeenLock | null {
  try {
    const { id, atMs } = JSON.parse(text) as { readonly id?: unknown; readonly atMs?: unknown };
    // The id is part of a file's name.
    const isLock = typeof id === 'string' && /^[\w-]{1,64}$/.test(id) && typeof atMs === 'number';
    return isLock ? { key: id, atMs } : null;
  } catch {
    return null;
  }
}

/** Removes the lock of this key, whatever else is there by now. `false`: it is not there, or another one is removing it. */
async function remove(lock: string, key: string, options: LockOptions): Promise<boolean> {
  const claimed = await claim(`${lock}.${key}`, options);
  if (claimed === null) return false;
  try {
    if ((await readLock(lock))?.key !== key) return false;
    await unlink(lock);
    return true;
  } finally {
    for (const file of claimed) await unlink(file).catch(() => undefined);
  }
}

/** The claims that are to be removed in the end, or `null` when somebody else has it. A claim that lasts was left by a crash. */
async function claim(
  name: string,
  { clock, staleMs = DEFAULT_STALE_MS }: LockOptions,
): Promise<readonly string[] | null> {
  const left: string[] = [];
  while (left.length < MAX_CLAIMS) {
    const file = `${name}.${String(left.length)}`;
    const created = await createExclusively(file);
    await created?.close();
    if (created !== null) return [file, ...left.reverse()];
    const atMs = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (atMs === null || clock.now() - atMs <= staleMs) return null;
    left.push(file);
  }
  return null;
}
