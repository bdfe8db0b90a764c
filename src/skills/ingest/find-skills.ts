import type { SyncLine } from '../../contracts/index.ts';
import { discoverSkills } from './discovery.ts';
import type { ListedFile } from './listing.ts';
import {
  repositoryName,
  type Repository,
  type RepositoryTree,
  type TreeEntry,
} from './repository-reader.ts';
import { syncLine } from './sync-line.ts';

export interface Found {
  readonly files: readonly ListedFile[];
  readonly present: ReadonlySet<string>;
  readonly lines: readonly SyncLine[];
  /** Whether what is missing is known to be missing. */
  readonly isWhole: boolean;
}

/** The skills of a tree, and what of it is told. */
export function skillsOf(
  tree: RepositoryTree,
  at: {
    readonly repository: Repository;
    readonly commit: string;
    readonly pathPrefix: string | null;
    /** In front of a path, it is the identifier. */
    readonly prefix: string;
  },
): Found {
  const { repository, commit, pathPrefix, prefix } = at;
  const { files, links, tooDeep } = discoverSkills(tree.entries, { pathPrefix });
  const place = repositoryName(repository);
  const lines = [
    ...links.map((link) => linkLine(`${prefix}${link.path}`, link)),
    ...tooDeep.map((path) =>
      syncLine('note', 'too_deep', {
        place: `${prefix}${path}`,
        message: 'The file lies more than six folders deep and is not read.',
        hint: 'narrow the source to the folder',
      }),
    ),
    ...(tree.complete ? [] : [incompleteLine(place)]),
    ...(files.length > 0 || !tree.complete
      ? []
      : [syncLine('note', 'no_skills', { place, message: 'No SKILL.md was found.' })]),
  ];
  return {
    files: files.map((entry) => ({
      identifier: `${prefix}${entry.path}`,
      repository,
      commit,
      entry,
    })),
    present: new Set([...files, ...links].map(({ path }) => `${prefix}${path}`)),
    lines,
    isWhole: tree.complete,
  };
}

/** The one file of a single-file source. */
export function fileOf(
  tree: RepositoryTree,
  at: { readonly repository: Repository; readonly commit: string; readonly path: string },
): Found {
  const { repository, commit, path } = at;
  const entry = tree.entries.find((each) => each.path === path);
  if (entry?.kind === 'file') {
    const file = { identifier: path, repository, commit, entry };
    return { files: [file], present: new Set([path]), lines: [], isWhole: tree.complete };
  }
  if (entry !== undefined && entry.kind !== 'folder') {
    const lines = [linkLine(path, entry)];
    return { files: [], present: new Set([path]), lines, isWhole: tree.complete };
  }
  const missing = syncLine('error', 'not_found_upstream', {
    place: path,
    message: `The repository ${repositoryName(repository)} has no such file at ${commit.slice(0, 12)}.`,
  });
  const line = tree.complete ? missing : incompleteLine(repositoryName(repository));
  return { files: [], present: new Set(), lines: [line], isWhole: tree.complete };
}

function linkLine(place: string, entry: TreeEntry): SyncLine {
  return syncLine('error', `${entry.kind}_not_followed`, {
    place,
    message:
      entry.kind === 'symlink'
        ? 'This is a symbolic link; links are not followed.'
        : 'This is a submodule; submodules are not read.',
    hint: 'add the place it leads to as a source of its own',
  });
}

function incompleteLine(place: string): SyncLine {
  return syncLine('error', 'listing_incomplete', {
    place,
    message: 'The host listed only a part of this repository.',
    hint: 'use a smaller repository, or a single file',
  });
}
