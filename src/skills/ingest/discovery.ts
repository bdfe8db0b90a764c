import type { TreeEntry } from './repository-reader.ts';

/** Folders above a SKILL.md that is still found (decisions §49). */
const MAX_DEPTH = 6;

const FILE_NAME = 'SKILL.md';

/** Where skills usually lie, most usual first (facts §1). */
const USUAL: readonly RegExp[] = [
  /^SKILL\.md$/,
  /^skills\/[^/]+\/SKILL\.md$/,
  /^\.claude\/skills\/[^/]+\/SKILL\.md$/,
  /^[^/]+\/skills\/[^/]+\/SKILL\.md$/,
];

export interface Discovery {
  /** In the order they are read: usual places first, then the nearest to the root. */
  readonly files: readonly TreeEntry[];
  /** Symbolic links and submodules where a skill or a folder of skills would be: never followed, reported by path. */
  readonly links: readonly TreeEntry[];
  /** Paths deeper than six folders. */
  readonly tooDeep: readonly string[];
}

/**
 * The skills of a tree (decisions §49): the usual places plus any SKILL.md up to six folders deep, below `pathPrefix` when one
 * is given. Names are case-sensitive. A SKILL.md inside another skill's folder is a skill of its own.
 */
export function discoverSkills(
  entries: readonly TreeEntry[],
  options: { readonly pathPrefix: string | null },
): Discovery {
  const prefix = options.pathPrefix === null ? '' : `${options.pathPrefix.replace(/\/+$/, '')}/`;
  const within = entries
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ entry, path: entry.path.slice(prefix.length) }));
  const files = within.filter(
    ({ entry, path }) => entry.kind === 'file' && baseName(path) === FILE_NAME,
  );
  return {
    files: files
      .filter(({ path }) => depthOf(path) <= MAX_DEPTH)
      .sort((a, b) => usual(a.path) - usual(b.path) || byDepth(a.path, b.path))
      .map(({ entry }) => entry),
    links: within
      .filter(({ entry, path }) => isLink(entry) && mayHoldSkills(path))
      .map(({ entry }) => entry),
    tooDeep: files
      .filter(({ path }) => depthOf(path) > MAX_DEPTH)
      .map(({ entry }) => entry.path)
      .sort(),
  };
}

/** What of a tree is enough to find its skills below any folder. */
export function skillEntries(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return entries.filter((entry) =>
    isLink(entry)
      ? mayHoldSkills(entry.path)
      : entry.kind === 'file' && baseName(entry.path) === FILE_NAME,
  );
}

function usual(path: string): number {
  const index = USUAL.findIndex((pattern) => pattern.test(path));
  return index < 0 ? USUAL.length : index;
}

function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function depthOf(path: string): number {
  return path.split('/').length - 1;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isLink(entry: TreeEntry): boolean {
  return entry.kind === 'symlink' || entry.kind === 'submodule';
}

/** A link that is a SKILL.md, a folder named skills, or a folder in one. */
function mayHoldSkills(path: string): boolean {
  return /(?:^|\/)(?:SKILL\.md|skills|skills\/[^/]+)$/.test(path);
}
