import { AppError } from '../../../base/index.ts';

const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/**
 * `null` when the error says that there is no such file. Any other (too many open files, a failing disk, a permission) says
 * nothing of whether it is there: throws `unavailable`, and whoever asked tries again. The path is not named: who may read it is
 * known only once it was read.
 */
export function goneAsNull(error: unknown): null {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (GONE.has(code)) return null;
  throw new AppError(
    'unavailable',
    `The page cannot be read right now (${code}). Try again; if it stays so, an operator looks at its file.`,
    { cause: error },
  );
}
