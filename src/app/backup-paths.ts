import { randomBytes } from 'node:crypto';
import { link, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../base/index.ts';
import { isFull, removeDraft } from '../adapters/storage/index.ts';

/** A file beside the target that becomes the target once it is whole. */
export function draftOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
}

/** Makes a file by `work` on a draft; nothing is left when it fails. A full disk is told as `not_enough_space`. */
export async function wholeOrNothing<T>(draft: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw new AppError(
      'not_enough_space',
      `The disk of ${dirname(draft)} became full. Nothing was left there. Make room, or choose another disk.`,
      { cause: error },
    );
  } finally {
    await removeDraft(draft);
  }
}

/** Gives a draft its name. Throws `target_exists` when something has that name by now. */
export async function publish(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw targetExists(target);
    throw error;
  }
  await rm(draft, { force: true });
}

export function targetExists(path: string): AppError {
  return new AppError(
    'target_exists',
    `${path} exists already, and nothing is overwritten. Choose another name, or move it away.`,
    { data: { path } },
  );
}

/** Throws `not_enough_space` when the disk of a folder has not so many bytes. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= bytes) return;
  throw new AppError(
    'not_enough_space',
    `${folder} has ${inMegabytes(free)} free and ${inMegabytes(bytes)} are needed. Make room, or choose another disk.`,
    { data: { freeBytes: free, neededBytes: bytes } },
  );
}

/** What an ordinary account may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** 0 when there is no such file. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

/** The file, the folder, or that there is nothing. */
export async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MB`;
}
