import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, type Clock, type Ids } from '../../../base/index.ts';

export interface LockOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** A lock older than this is the trace of a crash. Writing takes milliseconds. Default 10,000. */
  readonly staleMs?: number;
  /** How long to wait for somebody else's; 0 = not at all. Default 15,000. */
  readonly waitMs?: number;
}

const POLL_MS = 20;

/**
 * Runs `work` while this process alone, of all Vouch processes on this folder, writes the file. The lock is a file beside
 * it, created exclusively. Throws `unavailable` when another process does not let go in time.
 */
export async function withFileLock<T>(
  file: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = lockPath(file);
  const own = options.ids.uuid();
  await acquire(lock, own, options);
  try {
    return await work();
  } finally {
    // Only our own: somebody may have taken a stale lock of ours for a crash.
    if ((await readLock(lock))?.id === own) await unlink(lock).catch(() => undefined);
  }
}

function lockPath(file: string): string {
  return join(dirname(file), `.${basename(file)}.vouch-lock`);
}

async function acquire(lock: string, own: string, options: LockOptions): Promise<void> {
  const { clock } = options;
  const waitMs = options.waitMs ?? 15_000;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    if (await create(lock, JSON.stringify({ id: own, atMs: clock.now() }))) return;
    const held = await readLock(lock);
    const staleMs = options.staleMs ?? 10_000;
    // A lock without readable content was left by a crash between creating and writing it.
    const isStale =
      held === null ? waitedMs > 0 && waitedMs >= waitMs / 2 : clock.now() - held.atMs > staleMs;
    if (isStale && (await takeAway(lock, held?.id ?? null, own))) continue;
    if (waitedMs >= waitMs) {
      throw new AppError('unavailable', 'The file is being written by another process. Try again.');
    }
    await clock.sleep(POLL_MS);
  }
}

async function create(lock: string, content: string): Promise<boolean> {
  try {
    await writeFile(lock, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(lock: string): Promise<{ id: string; atMs: number } | null> {
  try {
    const held = JSON.parse(await readFile(lock, 'utf8')) as { id?: unknown; atMs?: unknown };
    return typeof held.id === 'string' && typeof held.atMs === 'number'
      ? { id: held.id, atMs: held.atMs }
      : null;
  } catch {
    return null;
  }
}

/** Moves a stale lock aside; of several who try, one does. What turns out to be a fresh lock is put back. */
async function takeAway(lock: string, staleId: string | null, own: string): Promise<boolean> {
  const aside = `${lock}.${own}`;
  try {
    await rename(lock, aside);
  } catch {
    return false;
  }
  const taken = await readLock(aside);
  if ((taken?.id ?? null) === staleId) {
    await unlink(aside).catch(() => undefined);
    return true;
  }
  await create(lock, JSON.stringify(taken));
  await unlink(aside).catch(() => undefined);
  return false;
}
