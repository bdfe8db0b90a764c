import { readSync, fstatSync, renameSync, statSync } from 'node:fs';
import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../../../base/index.ts';
import { noticeReplacements } from './notice.ts';

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
  /** What happens between the last look and the rename, for tests. Default: nothing. */
  readonly between?: () => void;
}

export type Replaced =
  | { readonly written: false }
  | {
      readonly written: true;
      /**
       * What an outside program wrote into the old file between our last look and the rename, or `null`. Empty: it put a
       * file of its own there, of which nothing is left.
       */
      readonly overwritten: Uint8Array | null;
    };

export function temporaryPath(real: string, id: string): string {
  return join(dirname(real), `.${basename(real)}.${id}.vouch-tmp`);
}

/**
 * Replaces a file in one step, or not at all: a temporary file beside it with the same mode, flushed to the disk, renamed
 * onto it; the base is compared immediately before, in one go with the rename. What an outside program does in the
 * microseconds between is seen afterwards: the old file is held open across the rename, and the folder is listened to
 * (HST-05).
 */
export async function replaceFile(replacement: Replacement, reach: Reach): Promise<Replaced> {
  const { real, bytes, baseVersion, id } = replacement;
  const temporary = temporaryPath(real, id);
  const old = await open(real, 'r');
  const noticed = noticeReplacements(real);
  try {
    const { mode } = await old.stat();
    const own = await writeThrough(temporary, bytes, mode);
    await reach('before_rename');
    if (!lookAndRename(old.fd, { ...replacement, temporary })) {
      await unlink(temporary).catch(() => undefined);
      return { written: false };
    }
    await reach('after_rename');
    await flushFolder(dirname(real));
    const left = await readWhole(old);
    if (sha256Hex(left) !== baseVersion) return { written: true, overwritten: left };
    // One replacement is ours. Had theirs come after it, the file would be theirs now.
    const isOurs = (await stat(real).catch(() => null))?.ino === own;
    const isOther = (await noticed.count()) > 1 && isOurs;
    return { written: true, overwritten: isOther ? new Uint8Array() : null };
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  } finally {
    noticed.close();
    await old.close();
  }
}

/** Never gives the turn away: between the look and the rename nothing else of this process happens. */
function lookAndRename(
  old: number,
  { real, temporary, baseVersion, between }: Replacement & { readonly temporary: string },
): boolean {
  const { size, ino } = fstatSync(old);
  const current = new Uint8Array(size);
  const read = readSync(old, current, 0, size, 0);
  if (sha256Hex(current.subarray(0, read)) !== baseVersion) return false;
  if (statSync(real, { throwIfNoEntry: false })?.ino !== ino) return false;
  between?.();
  renameSync(temporary, real);
  return true;
}

/** Answers with the number the file has on its disk. */
export async function writeThrough(file: string, bytes: Uint8Array, mode: number): Promise<number> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    // The mask of the process may have taken rights from the mode given above.
    await handle.chmod(mode & 0o7777);
    await handle.sync();
    return (await handle.stat()).ino;
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
