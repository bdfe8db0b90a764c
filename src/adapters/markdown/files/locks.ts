import { withFileLock, type LockOptions } from './lock.ts';

/**
 * Runs `work` while this process alone writes these files. One after the other in the order of their names: whoever takes
 * several takes them in the same order.
 */
export function withFileLocks<T>(
  files: readonly string[],
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const sorted = [...new Set(files)].sort();
  const locked = sorted.reduceRight(
    (inner, file) => () => withFileLock(file, options, inner),
    work,
  );
  return locked();
}
