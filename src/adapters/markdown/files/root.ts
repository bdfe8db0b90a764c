import { readdir, realpath } from 'node:fs/promises';
import { AppError } from '../../../base/index.ts';

/** The real path of a content folder that can be read; else throws `content_root_missing` with what to do. */
export async function openRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    await readdir(root);
    return root;
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read';
    throw new AppError(
      'content_root_missing',
      `The content folder ${folder} ${reason}; set content.root.`,
      { data: { root: folder }, cause: error },
    );
  }
}

/** Throws `unavailable` when an opened content folder cannot be read any longer. */
export async function requireRoot(root: string): Promise<void> {
  try {
    await readdir(root);
  } catch {
    throw rootUnreadable(root);
  }
}

export function rootUnreadable(root: string): AppError {
  return new AppError(
    'unavailable',
    `The content folder ${root} cannot be read; put it back or set content.root.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
};
