import { unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, isAppError, type Clock, type Ids } from '../../../base/index.ts';
import { clearClaims, removeLock } from './lock-claim.ts';
import { createExclusively, lockContent, lockPath, readLock, type SeenLock } from './lock-file.ts';

/**
 * The lock of a file is a file beside it, created exclusively. Its holder renews the time in it while it works; one that was
 * not renewed for long is the trace of a crash, and somebody who waits for it takes it away.
 *
 *   free ──create──▶ held ──renew──▶ held ──release──▶ free
 *                     └──not renewed, taken away──▶ free
 */
export interface LockOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** A lock that was not renewed for this long was left by a crash; it is renewed four times as often. Default 10,000. */
  readonly staleMs?: number;
  /** How long to wait for somebody else's; 0 = not at all. Default 15,000. */
  readonly waitMs?: number;
  /** Told what an operator should look at. Default: nobody is. */
  readonly warn?: (facts: object, message: string) => void;
  /** Where a test may stop somebody who has just found a lock to be left by a crash. Default: nowhere. */
  readonly reach?: (point: 'found_stale') => Promise<void>;
}

const POLL_MS = 20;
const DEFAULT_STALE_MS = 10_000;
const DEFAULT_WAIT_MS = 15_000;
const RENEWALS = 4;
/** With which `unavailable` says that somebody else holds the lock. */
const HELD = 'file_locked';
const NOT_RELEASED =
  'The lock of a file could not be given back as it should; whoever waits for it takes it as one that a crash has left';

/**
 * Runs `work` while this process alone, of all Vouch processes on this folder, writes the file. Throws `unavailable`, and
 * does not run it, when another process does not let go in time and when there can be no lock. What `work` came to stands,
 * whatever becomes of the lock after it.
 */
export async function withFileLock<T>(
  file: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = lockPath(file);
  const id = options.ids.uuid();
  const held = await acquire(lock, id, options).catch(notLocked);
  const over = new AbortController();
  const renewing = renew(held, { id, over: over.signal }, options);
  try {
    return await work();
  } finally {
    over.abort();
    await renewing;
    await release(held, { lock, id }, options);
  }
}

/** Whether it is that somebody else holds the lock, and nothing worse. */
export function isHeldByAnother(error: unknown): boolean {
  return isAppError(error, 'unavailable') && error.data['reason'] === HELD;
}

/** Nothing has been done yet: whatever kept it from being locked, that is what is said. */
function notLocked(error: unknown): never {
  if (isAppError(error)) throw error;
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  throw new AppError(
    'unavailable',
    `The file cannot be locked for writing (${code}); nothing was changed.`,
    { cause: error },
  );
}

async function acquire(lock: string, id: string, options: LockOptions): Promise<FileHandle> {
  const { clock, waitMs = DEFAULT_WAIT_MS } = options;
  let first: Sighting | null = null;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const own = await createExclusively(lock);
    if (own !== null) return written(own, lockContent(id, clock.now()), lock);
    const held = await readLock(lock);
    if (held !== null) {
      if (first === null || !isSame(first.held, held)) first = { held, waitedMs };
      if (isStale(held, waitedMs - first.waitedMs, options)) {
        await options.reach?.('found_stale');
        if (await removeLock(lock, held.key, claiming(options))) continue;
      }
    }
    if (waitedMs >= waitMs) {
      throw new AppError(
        'unavailable',
        'The file is being written by another process. Try again.',
        {
          data: { reason: HELD },
        },
      );
    }
    await clock.sleep(POLL_MS);
  }
}

/** A lock, and how long had been waited when it was first seen as it is. */
interface Sighting {
  readonly held: SeenLock;
  readonly waitedMs: number;
}

function isSame(one: SeenLock, other: SeenLock): boolean {
  return one.key === other.key && one.atMs === other.atMs;
}

/** Whether a lock was left by a crash, when it has been seen as it is for so long. */
function isStale(
  { atMs }: SeenLock,
  seenMs: number,
  { clock, waitMs = DEFAULT_WAIT_MS, staleMs = DEFAULT_STALE_MS }: LockOptions,
): boolean {
  // One without a time was left between creating and writing it, or is being written just now.
  if (atMs === null) return seenMs > 0 && seenMs >= waitMs / 2;
  // A time that is ahead says nothing of when it was; but whoever lives renews it before our eyes.
  return clock.now() - atMs > staleMs || seenMs >= staleMs;
}

function claiming({ clock, staleMs = DEFAULT_STALE_MS }: LockOptions) {
  return { clock, staleMs };
}

/** The lock with its content; one that cannot be written, on a full disk, is in nobody's way. */
async function written(own: FileHandle, content: string, lock: string): Promise<FileHandle> {
  try {
    await own.write(content, 0);
    return own;
  } catch (error) {
    await own.close().catch(() => undefined);
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
    if (!isOver) await held.write(lockContent(id, clock.now()), 0).catch(() => undefined);
  }
}

/** Never throws: what was done under the lock is done. One that stays is made one of the dead, so that nobody waits for it. */
async function release(
  held: FileHandle,
  { lock, id }: { readonly lock: string; readonly id: string },
  options: LockOptions,
): Promise<void> {
  const told = (error: unknown): void => options.warn?.({ err: error, lock }, NOT_RELEASED);
  try {
    await removeLock(lock, id, claiming(options));
  } catch (error) {
    // With its whole folder it is gone too.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') told(error);
    await held.write(lockContent(id, 0), 0).catch(() => undefined);
  }
  await held.close().catch(told);
  await clearClaims(dirname(lock), claiming(options)).catch(() => undefined);
}
