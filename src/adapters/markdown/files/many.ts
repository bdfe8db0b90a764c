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
  if (before === null) return after === null ? unwritten : createFile(file, after, { id, reach });
  if (after === null) return removeFile(real, before, { id, reach });
  return replaceFile({ real, bytes: after, baseVersion: sha256Hex(before), id }, reach);
}

const unwritten: FileWritten = { written: false };

/** One write: what its temporary files are named for, and its fault points. */
interface Write {
  readonly id: string;
  readonly reach: Reach;
}

/** A hard link refuses to take the place of a file that has come meanwhile. */
async function createFile(
  file: FileWrite,
  bytes: Uint8Array,
  { id, reach }: Write,
): Promise<FileWritten> {
  const temporary = temporaryPath(file.real, id);
  try {
    await writeThrough(temporary, bytes, file.mode);
    await reach('before_rename');
    if (!(await tookName(temporary, file.real))) return unwritten;
    await reach('after_rename');
    return { written: true, overwritten: null };
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Gives a file a name, unless another has it. */
async function tookName(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Clears what a write that stopped left beside a file. A file that was moved aside gets its name back, unless it is as the
 * write (`after`, sha256; `null` = no file) made it: then it was on its way out again.
 */
export async function clearLeft(real: string, id: string, after: string | null): Promise<void> {
  await unlink(temporaryPath(real, id)).catch(() => undefined);
  const aside = asidePath(real, id);
  const found = await readNow(aside);
  if (found === null) return;
  if (sha256Hex(found) === after) await unlink(aside);
  else await putBack(aside, real);
}

/** Where a file that is to go is looked at once more. */
function asidePath(real: string, id: string): string {
  return join(dirname(real), `.${basename(real)}.${id}.vouch-gone`);
}

/** Moved aside first and looked at there: what somebody wrote in the last moment goes back. */
async function removeFile(
  real: string,
  before: Uint8Array,
  { id, reach }: Write,
): Promise<FileWritten> {
  const aside = asidePath(real, id);
  await reach('before_rename');
  try {
    await rename(real, aside);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return unwritten;
    throw error;
  }
  await reach('after_rename');
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
