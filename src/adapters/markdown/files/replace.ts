import { open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../../../base/index.ts';

/** Points of a write at which a crash or another program can strike; a test stops there. */
export type WritePoint =
  'before_row' | 'before_file' | 'before_rename' | 'after_rename' | 'between_files';

export type Reach = (point: WritePoint) => Promise<void>;

export interface Replacement {
  /** The real path, links resolved: renaming onto a link would replace the link. */
  readonly real: string;
  readonly baseVersion: string;
  readonly bytes: Uint8Array;
  /** Names the temporary file, so that it can be found after a crash. */
  readonly id: string;
}

export type Replaced =
  | { readonly written: false }
  | {
      readonly written: true;
      /** What an outside program wrote into the old file between our last look and the rename, or `null`. */
      readonly overwritten: Uint8Array | null;
    };

export function temporaryPath(real: string, id: string): string {
  return join(dirname(real), `.${basename(real)}.${id}.vouch-tmp`);
}

/**
 * Replaces a file in one step, or not at all: a temporary file beside it with the same mode, flushed to the disk, renamed
 * onto it; the base is compared immediately before. The old file is held open across the rename, so that a write into it
 * during that moment is seen afterwards (HST-05).
 */
export async function replaceFile(replacement: Replacement, reach: Reach): Promise<Replaced> {
  const { real, bytes, baseVersion, id } = replacement;
  const temporary = temporaryPath(real, id);
  const old = await open(real, 'r');
  try {
    const { mode, ino } = await old.stat();
    await writeThrough(temporary, bytes, mode);
    await reach('before_rename');
    const current = await readWhole(old);
    if (sha256Hex(current) !== baseVersion || (await stat(real)).ino !== ino) {
      await unlink(temporary).catch(() => undefined);
      return { written: false };
    }
    await rename(temporary, real);
    await flushFolder(dirname(real));
    await reach('after_rename');
    const left = await readWhole(old);
    return { written: true, overwritten: sha256Hex(left) === baseVersion ? null : left };
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  } finally {
    await old.close();
  }
}

export async function writeThrough(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    // The mask of the process may have taken rights from the mode given above.
    await handle.chmod(mode & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readWhole(handle: FileHandle): Promise<Uint8Array> {
  const { size } = await handle.stat();
  const buffer = new Uint8Array(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await handle.read(buffer, read, size - read, read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** Makes the rename itself survive a power cut; a system that cannot open folders does without. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return;
  }
}
