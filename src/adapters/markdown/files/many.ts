import { link, mkdir, readFile, realpath, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../../../base/index.ts';
import { isInside, isPlainPath } from './contain.ts';
import { replaceFile, temporaryPath, writeThrough, type Reach } from './replace.ts';

/** One file of a write that touches several; `null` = it is not there before, or shall not be there after. */
export interface FileWrite {
  readonly real: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** Mode of a file that is made. */
  readonly mode: number;
}

export type FileWritten =
  { readonly written: false } | { readonly written: true; readonly overwritten: Uint8Array | null };

/** Where a file that need not exist would be, links of its folders resolved; `null` when that is outside of the root. */
export async function placeInside(root: string, path: string): Promise<string | null> {
  if (!isPlainPath(path)) return null;
  const parts = path.split('/');
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const folder = await realpath(join(root, ...parts.slice(0, depth))).catch(() => null);
    if (folder === null) continue;
    const file = join(folder, ...parts.slice(depth));
    return isInside(root, folder) ? file : null;
  }
  return null;
}

/** Makes the folder of a file that shall come. */
export async function makeFolder(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
}

/** Makes, replaces or removes a file, in one step or not at all; not when it is no longer as it was. */
export async function writeOne(file: FileWrite, id: string, reach: Reach): Promise<FileWritten> {
  const { real, before, after } = file;
  if (before === null) return after === null ? unwritten : createFile(file, after, id);
  if (after === null) return removeFile(real, before, id);
  return replaceFile({ real, bytes: after, baseVersion: sha256Hex(before), id }, reach);
}

const unwritten: FileWritten = { written: false };

/** A hard link refuses to take the place of a file that has come meanwhile. */
async function createFile(file: FileWrite, bytes: Uint8Array, id: string): Promise<FileWritten> {
  const temporary = temporaryPath(file.real, id);
  await writeThrough(temporary, bytes, file.mode);
  try {
    await link(temporary, file.real);
    return { written: true, overwritten: null };
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return unwritten;
    throw error;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Where a file that is to go is looked at once more. */
export function asidePath(real: string, id: string): string {
  return join(dirname(real), `.${basename(real)}.${id}.vouch-gone`);
}

/** Moved aside first and looked at there: what somebody wrote in the last moment goes back. */
async function removeFile(real: string, before: Uint8Array, id: string): Promise<FileWritten> {
  const aside = asidePath(real, id);
  try {
    await rename(real, aside);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return unwritten;
    throw error;
  }
  const found = await readFile(aside);
  if (sha256Hex(found) !== sha256Hex(before)) {
    await putBack(aside, real);
    return unwritten;
  }
  await unlink(aside);
  return { written: true, overwritten: null };
}

/** Gives a file its name again, unless another has it by now. Whatever goes wrong, its words stay where they are. */
async function putBack(aside: string, real: string): Promise<void> {
  try {
    await link(aside, real);
  } catch (error) {
    const { code } = error as { code?: string };
    // Not every disk knows a second name for a file.
    if (code !== 'EEXIST') {
      await rename(aside, real);
      return;
    }
  }
  await unlink(aside);
}

/** The file as it is now, or `null`. */
export async function readNow(real: string): Promise<Uint8Array | null> {
  return readFile(real).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  });
}
