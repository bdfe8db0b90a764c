import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How the name of every lock ends. */
export const LOCK_ENDING = '.vouch-lock';

/** Of a lock: as long whatever it says, so that it is renewed in one write, in its place. */
const LOCK_CHARACTERS = 128;

/** A lock as somebody finds it. */
export interface SeenLock {
  /** Its id, or, of one nobody finished writing, the number of the file. */
  readonly key: string;
  /** When its holder last said that it works, by the holder's clock. */
  readonly atMs: number | null;
}

export function lockPath(file: string): string {
  return join(dirname(file), `.${basename(file)}${LOCK_ENDING}`);
}

export function lockContent(id: string, atMs: number): string {
  return JSON.stringify({ id, atMs }).padEnd(LOCK_CHARACTERS);
}

/** `null`: there is one of this name. */
export async function createExclusively(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/** `null`: there is none. */
export async function readLock(lock: string): Promise<SeenLock | null> {
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
    return typeof id === 'string' && typeof atMs === 'number' ? { key: id, atMs } : null;
  } catch {
    return null;
  }
}
