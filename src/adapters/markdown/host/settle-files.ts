import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, sha256Hex } from '../../../base/index.ts';
import type { HistoryRow } from '../../../content/index.ts';
import { isHeldByAnother } from '../files/lock.ts';
import { withFileLocks } from '../files/locks.ts';
import { clearLeft, makeFolder, placeInside, readNow, writeOne } from '../files/many.ts';
import type { FileDraft } from './file-draft.ts';
import type { WriterDeps } from './writing.ts';

/** One file of a write that stopped, or may have. */
export interface StoppedFile {
  readonly real: string;
  readonly path: string;
  /** As it was before; `null` = it was not there. */
  readonly before: Uint8Array | null;
  /** sha256 of what it was to become; `null` = no file. */
  readonly after: string | null;
  /** Whether it is known to have been written. */
  readonly isWritten: boolean;
}

/** What could not be taken back, by path. */
export interface NotTakenBack {
  /** What went wrong; all files from there to the first are as they were to become, and can be taken back later. */
  readonly failed: { readonly path: string; readonly error: unknown } | null;
  /** Files that others have written over: theirs stands, whatever of ours is in it. */
  readonly overwritten: readonly string[];
}

/** What settles a write of several files that did not come to its end. */
export interface FilesSettler {
  /**
   * Takes files back, the last first, and stops at the first that cannot be: so the last file says of a row that is not
   * settled whether all of it is written. Never throws.
   */
  takeBack(files: readonly StoppedFile[], id: string): Promise<NotTakenBack>;
  /** A page that keeps its uid under another path; `isBack` = under the one it had. */
  follow(move: FileDraft['move'], isBack?: boolean): Promise<void>;
  /**
   * Settles what a crash left of such a write: all files are as it left them, or those that are go back. Throws
   * `unavailable`, and nothing else, while that cannot be; the row stays unsettled then, and whoever asked tells it.
   */
  settleFiles(row: HistoryRow): Promise<void>;
}

/** The mode of a page that is made; the process's own mask applies to the folder alone. */
export const FILE_MODE = 0o644;

export function createFilesSettler(deps: WriterDeps): FilesSettler {
  const { root, stores, clock, ids, reach, warn } = deps;

  const takeBackOne = async (file: StoppedFile, id: string): Promise<boolean> => {
    const { real, before, after } = file;
    const back = `${id}-back`;
    await clearLeft(real, id, null);
    await clearLeft(real, back, after);
    const now = await readNow(real);
    const version = versionOf(now);
    if (version === versionOf(before)) return true;
    if (version !== after) return !file.isWritten;
    const write = { real, before: now, after: before, mode: FILE_MODE };
    return (await writeOne(write, back, reach)).written;
  };

  const takeBack: FilesSettler['takeBack'] = async (files, id) => {
    const overwritten: string[] = [];
    for (const file of [...files].reverse()) {
      try {
        if (!(await takeBackOne(file, id))) overwritten.push(file.path);
      } catch (error) {
        return { failed: { path: file.path, error }, overwritten };
      }
    }
    return { failed: null, overwritten };
  };

  const follow: FilesSettler['follow'] = async (move, isBack = false) => {
    if (move === null) return;
    const { page, from, to } = move;
    const paths = isBack ? { from: to, to: from } : { from, to };
    const moved = await stores.identity.movePage(page, paths);
    // Another write has given the page a place since: that one stands, and the file is a page of its own.
    if (moved === 'lost') warn({ page, ...paths }, 'A page that moved did not keep its uid');
  };

  const settleLocked = async (
    row: HistoryRow,
    places: ReadonlyMap<string, string>,
  ): Promise<void> => {
    const files: StoppedFile[] = [];
    for (const { path, newVersion } of row.files ?? []) {
      const before = await stores.history.fileImage(row.id, path);
      const real = places.get(path) ?? '';
      files.push({ real, path, before, after: newVersion, isWritten: false });
    }
    const isDone = await isWhole(files, row.id);
    if (!isDone) {
      const { failed } = await takeBack(files, row.id);
      if (failed !== null) throw failed.error;
    }
    await follow(moveOf(row), !isDone);
    // Lost = somebody settled it who took us for dead; they went by the same files.
    await stores.history.settle(row.id, isDone ? 'done' : 'failed');
  };

  const settle = async (row: HistoryRow): Promise<void> => {
    const paths = (row.files ?? []).map(({ path }) => path);
    const places = await placesInside(root, paths);
    // Its folder is no longer one of the site: there is nothing to take back.
    if (places === null) {
      await stores.history.settle(row.id, 'failed');
      return;
    }
    for (const real of places.values()) await makeFolder(real).catch(() => undefined);
    const options = { clock, ids, warn, waitMs: 0 };
    try {
      await withFileLocks([...places.values()], options, () => settleLocked(row, places));
    } finally {
      await removeEmpty(root, places.values());
    }
  };

  return {
    takeBack,
    follow,
    async settleFiles(row) {
      try {
        await settle(row);
      } catch (error) {
        if (isHeldByAnother(error)) throw error;
        throw new AppError('unavailable', NOT_TAKEN_BACK, { cause: error });
      }
    },
  };
}

/** The last file is written last: where it is, all before it were. What it was before may still stand aside. */
async function isWhole(files: readonly StoppedFile[], id: string): Promise<boolean> {
  const last = files.at(-1);
  if (last === undefined) return false;
  await clearLeft(last.real, id, null);
  await clearLeft(last.real, `${id}-back`, last.after);
  return versionOf(await readNow(last.real)) === last.after;
}

/** Where the files are or would be, by path; `null` when one lies outside of the root. */
export async function placesInside(
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const places = new Map<string, string>();
  for (const path of paths) {
    const real = await placeInside(root, path);
    if (real === null) return null;
    places.set(path, real);
  }
  return places;
}

/** A folder made for a file that never came, or left by one that went, is empty; one with anything in it stays. */
export async function removeEmpty(root: string, files: Iterable<string>): Promise<void> {
  for (const real of files) {
    if (dirname(real) !== root) await rmdir(dirname(real)).catch(() => undefined);
  }
}

/** A page that such a write gave another path: the one file that came and the one that went are the same page. */
export function moveOf(row: Pick<HistoryRow, 'files'>): FileDraft['move'] {
  const came = row.files?.find((file) => file.baseVersion === null);
  const went = row.files?.find((file) => file.newVersion === null);
  return came !== undefined && went?.page === came.page
    ? { page: came.page, from: went.path, to: came.path }
    : null;
}

export function versionOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : sha256Hex(bytes);
}

export const NOT_TAKEN_BACK =
  'A change of several files stopped half-way and could not be taken back; it is tried again with the next look at a history';
