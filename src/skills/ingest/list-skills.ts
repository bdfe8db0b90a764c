import { AppError, isAppError, type Clock } from '../../base/index.ts';
import type { SyncLine, SyncProgress } from '../../contracts/index.ts';
import { discoverSkills } from './discovery.ts';
import { INDEX_PATH, readMarketplace, type MarketplacePlugin } from './marketplace.ts';
import {
  repositoryName,
  type Repository,
  type RepositoryAccess,
  type RepositoryTree,
  type SkillRepositoryReader,
  type TreeEntry,
} from './repository-reader.ts';
import type { RemoteSource } from './skill-source-store.ts';
import { sourceLocation, type RemoteSourceType } from './source-location.ts';
import { failureLine, syncLine } from './sync-line.ts';

/** A file to be read, at its commit. */
export interface ListedFile {
  readonly identifier: string;
  readonly repository: Repository;
  readonly commit: string;
  readonly entry: TreeEntry;
}

/** What a source consists of right now, before any skill is read. */
export interface Listing {
  readonly files: readonly ListedFile[];
  /** Identifiers that are there, readable or not. */
  readonly present: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  readonly pinnedCommit: string | null;
  readonly index: RemoteSource['index'];
  readonly lines: readonly SyncLine[];
}

export interface ListContext {
  readonly reader: SkillRepositoryReader;
  readonly clock: Clock;
  readonly access: RepositoryAccess;
  readonly type: RemoteSourceType;
  readonly remote: Pick<RemoteSource, 'url' | 'ref' | 'pathPrefix' | 'index'>;
  /** No further repository is listed after this. */
  readonly untilMs: number;
  readonly onProgress: (progress: SyncProgress) => Promise<void>;
}

const MAX_INDEX_BYTES = 1_048_576;

/** Lists a source: resolves its ref once, and finds the skills of that commit (SYN-01, SYN-02). */
export async function listSkills(context: ListContext): Promise<Listing> {
  const { type, remote } = context;
  const verdict = sourceLocation(type, remote.url, remote.ref);
  if (!verdict.ok) throw new AppError('source_invalid', verdict.refusal.message);
  const { repository, path } = verdict.location;
  if (type === 'marketplace') return listMarketplace(context, repository, path ?? INDEX_PATH);
  const name = repositoryName(repository);
  await announce(context, name);
  const commit = await context.reader.commitOf(repository, remote.ref, context.access);
  const tree = await context.reader.tree(repository, commit, context.access);
  const found =
    type === 'repo'
      ? skillsOf(tree, { repository, commit, pathPrefix: remote.pathPrefix ?? path, prefix: '' })
      : fileOf(tree, { repository, commit, path: path ?? 'SKILL.md' });
  return {
    ...found,
    reached: new Set(found.isWhole ? [name] : []),
    listed: new Set([name]),
    pinnedCommit: commit,
    index: null,
  };
}

interface Found {
  readonly files: readonly ListedFile[];
  readonly present: ReadonlySet<string>;
  readonly lines: readonly SyncLine[];
  /** Whether what is missing is known to be missing. */
  readonly isWhole: boolean;
}

function skillsOf(
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

function fileOf(
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

async function listMarketplace(
  context: ListContext,
  repository: Repository,
  indexPath: string,
): Promise<Listing> {
  const { reader, access, remote } = context;
  await announce(context, repositoryName(repository));
  const commit = await reader.commitOf(repository, remote.ref, access);
  const tree = await reader.tree(repository, commit, access);
  const entry = tree.entries.find(({ path, kind }) => path === indexPath && kind === 'file');
  if (entry === undefined) {
    throw new AppError('index_missing', `${repositoryName(repository)} has no ${indexPath}.`);
  }
  const { hash } = entry;
  const at = { repository, commit, path: indexPath, hash, maxBytes: MAX_INDEX_BYTES };
  const text =
    remote.index?.hash === hash
      ? remote.index.text
      : new TextDecoder('utf-8').decode(await reader.file(at, access));
  const verdict = readMarketplace(text, indexPath);
  if (!verdict.ok) throw new AppError('index_invalid', verdict.message);
  const known = new Map([[repositoryName(repository).toLowerCase(), { commit, tree }]]);
  const own = { repository, commit, known };
  const found = await listPlugins(context, own, verdict.index.plugins);
  return {
    ...found,
    lines: [...verdict.index.lines, ...found.lines],
    pinnedCommit: null,
    index: { hash, text },
  };
}

type Reached = { readonly commit: string; readonly tree: RepositoryTree };

async function listPlugins(
  context: ListContext,
  own: {
    readonly repository: Repository;
    readonly commit: string;
    /** By lower-case name; one commit a repository. */
    readonly known: Map<string, Reached>;
  },
  plugins: readonly MarketplacePlugin[],
): Promise<Omit<Listing, 'pinnedCommit' | 'index'>> {
  const files: ListedFile[] = [];
  const lines: SyncLine[] = [];
  const present = new Set<string>();
  const listed = new Set<string>();
  const unreached = new Set<string>();
  const pins = new Map<string, string>();
  const seen = new Set<string>();
  for (const plugin of plugins) {
    const repository = plugin.repository ?? own.repository;
    const name = repositoryName(repository);
    const pin =
      plugin.repository === null ? own.commit : (plugin.sha ?? `ref:${plugin.ref ?? 'HEAD'}`);
    listed.add(name);
    const firstPin = pins.get(name.toLowerCase()) ?? pin;
    pins.set(name.toLowerCase(), firstPin);
    if (firstPin !== pin) {
      // Its skills are named by the index and not looked at: not gone either.
      unreached.add(name);
      lines.push(conflictLine(plugin.name, name));
      continue;
    }
    try {
      const at = await reach(context, own.known, { repository, pin });
      const pathPrefix = within(context.remote.pathPrefix, plugin.path);
      if (pathPrefix === undefined) continue;
      const found = skillsOf(at.tree, {
        repository,
        commit: at.commit,
        pathPrefix,
        prefix: `${name}/`,
      });
      files.push(...found.files.filter(({ identifier }) => !seen.has(identifier)));
      for (const { identifier } of found.files) seen.add(identifier);
      for (const identifier of found.present) present.add(identifier);
      lines.push(...found.lines.filter((line) => !lines.some((other) => sameLine(other, line))));
      if (!found.isWhole) unreached.add(name);
    } catch (error) {
      if (stopsEverything(error, context)) throw error;
      unreached.add(name);
      lines.push(failureLine(name, error));
    }
  }
  const reached = new Set([...listed].filter((name) => !unreached.has(name)));
  return { files, present, reached, listed, lines };
}

async function reach(
  context: ListContext,
  known: Map<string, Reached>,
  { repository, pin }: { readonly repository: Repository; readonly pin: string },
): Promise<Reached> {
  const key = repositoryName(repository).toLowerCase();
  const before = known.get(key);
  // The index's own commit is known; another plugin may still name that repository at a pin of its own.
  if (before !== undefined && (before.commit === pin || known.has(`${key} ${pin}`))) return before;
  if (context.clock.now() >= context.untilMs) {
    throw new AppError('time_limit', 'The time of this sync was over before it was listed.');
  }
  await announce(context, repositoryName(repository));
  const { reader, access } = context;
  const ref = pin.startsWith('ref:') ? pin.slice('ref:'.length) : null;
  const commit =
    ref === null ? pin : await reader.commitOf(repository, ref === 'HEAD' ? null : ref, access);
  const reached = { commit, tree: await reader.tree(repository, commit, access) };
  known.set(key, reached);
  known.set(`${key} ${pin}`, reached);
  return reached;
}

/** The narrower of two folders; `undefined` when neither lies in the other. */
function within(a: string | null, b: string | null): string | null | undefined {
  if (a === null) return b;
  if (b === null || a === b || a.startsWith(`${b}/`)) return a;
  return b.startsWith(`${a}/`) ? b : undefined;
}

/** A host that wants no more requests, and a sync that was called off, are about more than one repository. */
export function stopsEverything(error: unknown, context: Pick<ListContext, 'access'>): boolean {
  return context.access.signal.aborted || isAppError(error, 'rate_limited');
}

function announce(context: ListContext, place: string): Promise<void> {
  context.access.signal.throwIfAborted();
  return context.onProgress({ phase: 'listing', file: 0, files: 0, place });
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

function conflictLine(plugin: string, repository: string): SyncLine {
  return syncLine('error', 'plugin_conflict', {
    place: plugin,
    message: `${repository} is named twice at different versions; the first one counts.`,
  });
}

function sameLine(a: SyncLine, b: SyncLine): boolean {
  return a.code === b.code && a.place === b.place;
}
