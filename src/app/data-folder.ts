import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../base/index.ts';
import { registerProcess, type ProcessRegistry } from './other-processes.ts';

/** Opens the data folder with this process noted in it, and creates what is missing. Throws `data_dir_unusable`. */
export async function openDataFolder(folder: string): Promise<ProcessRegistry> {
  try {
    await makeFolder(folder);
    await makeFolder(join(folder, 'processes'));
    return await registerProcess(join(folder, 'processes'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof AppError || code === undefined) throw error;
    throw new AppError(
      'data_dir_unusable',
      `The data folder ${folder} cannot be used: ${REASONS[code] ?? code}. Set dataDir (VOUCH_DATA_DIR) to a folder this account may write.`,
      { data: { dataDir: folder }, cause: error },
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'a file stands where a folder should be',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be created there',
};

/**
 * Creates a folder and those above it. Not by `mkdir`'s own recursion: that tries for ever where the system says that a
 * folder is not there although its parent is, as below `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process was first.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
