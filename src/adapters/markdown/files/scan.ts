import type { BigIntStats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnreadReason } from '../../../contracts/index.ts';
import { isInside } from './contain.ts';
import { rootUnreadable } from './root.ts';

/** A Markdown file under the root. `path` is relative to it, `/`-separated, in the file system's own spelling. */
export interface FoundFile {
  readonly path: string;
  readonly real: string;
  /** Changes when the file does, without reading it: size, times and inode. */
  readonly stamp: string;
  readonly bytes: number;
}

/** Why something is never touched: a sentence, and the same as a code. */
export interface Unread {
  readonly reason: string;
  readonly code: UnreadReason;
}

export type LeftOut = Unread & { readonly path: string };

export interface Scan {
  readonly files: readonly FoundFile[];
  readonly leftOut: readonly LeftOut[];
  readonly topFolders: readonly string[];
}

/** What of a folder counts: its Markdown files, the folders in it, and what is left out and why. */
export type FolderEntry =
  | { readonly kind: 'folder' }
  /** `isLink`: it changes without its folder telling. */
  | { readonly kind: 'file'; readonly file: FoundFile; readonly isLink: boolean }
  | (Unread & { readonly kind: 'left_out' });

/** Why a folder is left out with all that is in it. */
export const FOLDER_UNREADABLE = 'The folder cannot be read.';

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules', '_site', 'bower_components', 'vendor']);
/** Files looked at side by side: as many as the threads of the file system take at once. */
const SIDE_BY_SIDE = 8;

/**
 * Lists the Markdown files under a (real) root. Folders with a dot, and those of package managers, are passed over. Throws
 * `unavailable` when the root cannot be read.
 */
export async function scanFolder(root: string): Promise<Scan> {
  const folders = new Map<string, ReadonlyMap<string, FolderEntry> | null>();
  const visit = async (prefix: string): Promise<void> => {
    const entries = await readFolder(root, prefix);
    folders.set(prefix, entries);
    for (const path of foldersIn(prefix, entries)) await visit(path);
  };
  await visit('');
  return scanOf(folders);
}

/** Everything of one folder by name, or `null` when it cannot be read; the root then throws `unavailable`. */
export async function readFolder(
  root: string,
  prefix: string,
): Promise<ReadonlyMap<string, FolderEntry> | null> {
  const names = await readdir(join(root, prefix)).catch(() => null);
  if (names === null) {
    if (prefix === '') throw rootUnreadable(root);
    return null;
  }
  const wanted = names.filter(mayCount).sort();
  const found = new Map<string, FolderEntry>();
  for (let start = 0; start < wanted.length; start += SIDE_BY_SIDE) {
    const some = wanted.slice(start, start + SIDE_BY_SIDE);
    const entries = await Promise.all(some.map((name) => readEntry(root, prefix, name)));
    for (const [index, entry] of entries.entries()) {
      if (entry !== null) found.set(some[index] ?? '', entry);
    }
  }
  return found;
}

/** One entry of a folder as it is now; `null`: nothing that counts. */
export async function readEntry(
  root: string,
  prefix: string,
  name: string,
): Promise<FolderEntry | null> {
  const full = join(root, prefix, name);
  const found = await lstat(full, { bigint: true }).catch(() => null);
  if (found === null || !mayCount(name)) return null;
  if (found.isDirectory()) return SKIPPED_FOLDERS.has(name) ? null : { kind: 'folder' };
  const path = pathIn(prefix, name);
  if (found.isSymbolicLink()) return linkEntry(root, full, path);
  if (!found.isFile() || !MARKDOWN.test(name)) return null;
  // The root and every folder on the way are real already, so the file's path is too.
  return { kind: 'file', file: fileAt(path, full, found), isLink: false };
}

/** Links that lead out of the root or to a folder are told, not followed. */
async function linkEntry(root: string, full: string, path: string): Promise<FolderEntry | null> {
  const leftOut = (code: UnreadReason, reason: string): FolderEntry => ({
    kind: 'left_out',
    reason,
    code,
  });
  try {
    const real = await realpath(full);
    if (!isInside(root, real))
      return leftOut('link_outside', 'The link leaves the content folder.');
    const found = await stat(real, { bigint: true });
    if (found.isDirectory()) return leftOut('folder_link', 'Linked folders are not followed.');
    if (!MARKDOWN.test(path)) return null;
    return { kind: 'file', file: fileAt(path, real, found), isLink: true };
  } catch {
    return MARKDOWN.test(path) ? leftOut('link_nowhere', 'The link leads nowhere.') : null;
  }
}

/** Files in the order of a walk through the folders, each folder's entries by name. */
export function scanOf(
  folders: ReadonlyMap<string, ReadonlyMap<string, FolderEntry> | null>,
): Scan {
  const files: FoundFile[] = [];
  const leftOut: LeftOut[] = [];
  const visit = (prefix: string): void => {
    const entries = folders.get(prefix);
    if (entries === undefined) return;
    if (entries === null) {
      leftOut.push({ path: prefix, reason: FOLDER_UNREADABLE, code: 'folder_unreadable' });
      return;
    }
    for (const [name, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (entry.kind === 'file') files.push(entry.file);
      else if (entry.kind === 'folder') visit(pathIn(prefix, name));
      else {
        const { reason, code } = entry;
        leftOut.push({ path: pathIn(prefix, name), reason, code });
      }
    }
  };
  visit('');
  const tops = files.flatMap(({ path }) => (path.includes('/') ? [path.split('/')[0] ?? ''] : []));
  return { files, leftOut, topFolders: [...new Set(tops)] };
}

/** Paths of the folders in a folder. */
export function foldersIn(
  prefix: string,
  entries: ReadonlyMap<string, FolderEntry> | null,
): readonly string[] {
  return [...(entries ?? [])].flatMap(([name, { kind }]) =>
    kind === 'folder' ? [pathIn(prefix, name)] : [],
  );
}

export function pathIn(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** What begins with a dot is no content. */
function mayCount(name: string): boolean {
  return !name.startsWith('.');
}

function fileAt(path: string, real: string, found: BigIntStats): FoundFile {
  const { size, mtimeNs, ctimeNs, ino } = found;
  const stamp = [size, mtimeNs, ctimeNs, ino].map(String).join('-');
  return { path, real, stamp, bytes: Number(size) };
}
