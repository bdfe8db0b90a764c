import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { goneAsNull } from './gone.ts';

/**
 * Whether `target` is the root or lies in it; both real paths. Not by `startsWith`: that takes `/root-evil` for a part of
 * `/root`, and a linked folder for what it looks like.
 */
export function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/** Whether a path from outside may be looked up at all: relative, `/`-separated, no way up, no encoded tricks. */
export function isPlainPath(path: string): boolean {
  if (
    path === '' ||
    path.startsWith('/') ||
    /[\\\0]/.test(path) ||
    /%(?:2e|2f|5c|00)/i.test(path)
  ) {
    return false;
  }
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The real path behind a path relative to the (real) root, or `null` when it is missing, leaves the root or is not read. */
export async function resolveInside(root: string, path: string): Promise<string | null> {
  return lookUpInside(root, path).catch(() => null);
}

/** As `resolveInside`, but throws `unavailable` when it could not be found out whether it is there. */
export async function lookUpInside(root: string, path: string): Promise<string | null> {
  if (!isPlainPath(path)) return null;
  const real = await realpath(join(root, ...path.split('/'))).catch(goneAsNull);
  return real !== null && isInside(root, real) ? real : null;
}
