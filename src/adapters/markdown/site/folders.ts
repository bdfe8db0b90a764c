/** Whether a `/`-separated path lies in a folder; '' holds everything. */
export function isBelow(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The content folder a path lies in: the innermost one; `null` when in none. */
export function rootOfPath(path: string, roots: readonly string[]): string | null {
  return roots
    .filter((root) => isBelow(root, path))
    .reduce<string | null>(
      (best, root) => (best === null || root.length > best.length ? root : best),
      null,
    );
}

/** A path as it stands below one of its folders. */
export function belowFolder(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
