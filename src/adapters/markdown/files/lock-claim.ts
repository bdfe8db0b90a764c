import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256Hex, type Clock } from '../../../base/index.ts';
import { createExclusively, LOCK_ENDING, readLock } from './lock-file.ts';

/**
 * Whoever removes a lock, its holder too, does so under a claim on its id: a further file, which one alone can create. So what
 * is removed is the lock that was meant, and never one that took its place meanwhile. A claim is named for the lock and its
 * id, is as long for every file, and ends with a number: the next one is taken where somebody died with the one before.
 */
export interface ClaimOptions {
  readonly clock: Clock;
  /** A claim older than this was left by a crash. */
  readonly staleMs: number;
}

const CLAIM = /^\.([\da-f]{16})\.vouch-claim\.\d$/;
/** Claims that crashed one after the other on one lock; past them somebody has to remove the files. */
const MAX_CLAIMS = 9;

/** Of the claims on the lock of this key, all but their number. */
export function claimPath(lock: string, key: string): string {
  return join(dirname(lock), `.${signOf(basename(lock), key)}.vouch-claim`);
}

function signOf(name: string, key: string): string {
  return sha256Hex(`${name}\n${key}`).slice(0, 16);
}

/** Removes the lock of this key, whatever else is there by now. `false`: it is not there, or another one is removing it. */
export async function removeLock(
  lock: string,
  key: string,
  options: ClaimOptions,
): Promise<boolean> {
  const claimed = await claim(claimPath(lock, key), options);
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
async function claim(name: string, options: ClaimOptions): Promise<readonly string[] | null> {
  const left: string[] = [];
  while (left.length < MAX_CLAIMS) {
    const file = `${name}.${String(left.length)}`;
    const created = await createExclusively(file);
    await created?.close().catch(() => undefined);
    if (created !== null) return [file, ...left.reverse()];
    if (!(await isLeft(file, options))) return null;
    left.push(file);
  }
  return null;
}

/** Whether a claim is there and was left by a crash. */
async function isLeft(file: string, { clock, staleMs }: ClaimOptions): Promise<boolean> {
  const atMs = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
  return atMs !== null && clock.now() - atMs > staleMs;
}

/**
 * Clears the claims of a folder that were left by a crash and whose lock is gone: as no id comes twice, nobody can mean
 * anything by them any more.
 */
export async function clearClaims(folder: string, options: ClaimOptions): Promise<void> {
  const names = await readdir(folder);
  const claims = names.filter((name) => CLAIM.test(name));
  if (claims.length === 0) return;
  const needed = new Set<string>();
  for (const name of names.filter((each) => each.endsWith(LOCK_ENDING))) {
    const held = await readLock(join(folder, name));
    if (held !== null) needed.add(signOf(name, held.key));
  }
  for (const name of claims) {
    const isNeeded = needed.has(CLAIM.exec(name)?.[1] ?? '');
    if (!isNeeded && (await isLeft(join(folder, name), options))) await unlink(join(folder, name));
  }
}
