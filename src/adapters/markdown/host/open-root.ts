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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
};
