import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from './contain.ts';
import { rootUnreadable } from './root.ts';

/** A Markdown file under the root. `path` is relative to it, `/`-separated, in the file system's own spelling. */
export interface FoundFile {
  readonly path: string;
  readonly real: string;
  /** Changes when the file does, without reading it: size, times and inode. */
  readonly stamp: string;
}

export interface Scan {
  readonly files: readonly FoundFile[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  readonly topFolders: readonly string[];
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules', '_site', 'bower_components', 'vendor']);

/**
 * Lists the Markdown files under a (real) root. Folders with a dot, and those of package managers, are passed over. Throws
 * `unavailable` when the root cannot be read.
 */
export async function scanFolder(root: string): Promise<Scan> {
  const files: FoundFile[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  const visit = async (folder: string, prefix: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      if (prefix === '') throw rootUnreadable(root);
      leftOut.push({ path: prefix, reason: 'The folder cannot be read.' });
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      const full = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue;
        await visit(full, path);
      } else if (entry.isSymbolicLink()) {
        const reason = await linkReason(root, full);
        if (reason === null) await add(path, full);
        else if (reason !== '' || MARKDOWN.test(entry.name)) {
          leftOut.push({ path, reason: reason === '' ? 'The link leads nowhere.' : reason });
        }
      } else if (entry.isFile() && MARKDOWN.test(entry.name)) await add(path, full);
    }
  };
  const add = async (path: string, full: string): Promise<void> => {
    if (!MARKDOWN.test(path) || path.split('/').at(-1)?.startsWith('.') === true) return;
    try {
      files.push({ path, real: await realpath(full), stamp: await stampOf(full) });
    } catch {
      leftOut.push({ path, reason: 'The file cannot be read.' });
    }
  };
  await visit(root, '');
  return {
    files,
    leftOut,
    topFolders: [
      ...new Set(
        files.flatMap(({ path }) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])),
      ),
    ],
  };
}

/** Why a link is not followed; `null` when it may be, empty when it is broken. */
async function linkReason(root: string, full: string): Promise<string | null> {
  try {
    const real = await realpath(full);
    if (!isInside(root, real)) return 'The link leaves the content folder.';
    return (await stat(real)).isDirectory() ? 'Linked folders are not followed.' : null;
  } catch {
    return '';
  }
}

export async function stampOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true });
  return [found.size, found.mtimeNs, found.ctimeNs, found.ino].map(String).join('-');
}
