import { AppError } from '../../base/index.ts';
import type { SyncLine } from '../../contracts/index.ts';
import { skillEntries } from './discovery.ts';
import { skillsOf } from './find-skills.ts';
import {
  announce,
  stopsEverything,
  type ListContext,
  type ListedFile,
  type Listing,
} from './listing.ts';
import { readMarketplace, type MarketplacePlugin } from './marketplace.ts';
import { repositoryName, type Repository, type RepositoryTree } from './repository-reader.ts';
import { distinctLines, failureLine, syncLine } from './sync-line.ts';

const MAX_INDEX_BYTES = 1_048_576;

/** Plugins that are looked at before the rest is left alone; each may be a repository of its own. */
const MAX_PLUGINS = 1_000;

/** Entries of trees, skills and remarks that are kept before the rest of the plugins is left alone. */
const MAX_KEPT = 50_000;

/** Lists what a marketplace names: reads its index, then every plugin's repository at its pin. */
export async function listMarketplace(
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
  const reached = { pin: commit, commit, tree: onlySkills(tree) };
  const known = new Map([[repositoryName(repository).toLowerCase(), reached]]);
  const own = { repository, commit, known };
  const found = await listPlugins(context, own, verdict.index.plugins);
  return {
    ...found,
    lines: [...verdict.index.lines, ...found.lines],
    pinnedCommit: null,
    index: { hash, text },
  };
}

interface Reached {
  /** As the index names it: a commit, or `ref:` and a branch or tag. */
  readonly pin: string;
  readonly commit: string;
  readonly tree: RepositoryTree;
}

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
  const lines = distinctLines();
  const present = new Set<string>();
  const listed = new Set<string>();
  const unreached = new Set<string>();
  const pins = new Map<string, string>();
  const looked = new Set<string>();
  const failed = new Set<string>();
  let left = 0;
  let kept = 0;
  const trees = new Set<Reached>();
  for (const [index, plugin] of plugins.entries()) {
    const repository = plugin.repository ?? own.repository;
    const name = repositoryName(repository);
    const key = name.toLowerCase();
    const pin =
      plugin.repository === null ? own.commit : (plugin.sha ?? `ref:${plugin.ref ?? 'HEAD'}`);
    listed.add(name);
    // Its skills are named by the index and not looked at: not gone either.
    if (index >= MAX_PLUGINS || kept >= MAX_KEPT) {
      unreached.add(name);
      left += 1;
      continue;
    }
    const firstPin = pins.get(key) ?? pin;
    pins.set(key, firstPin);
    if (firstPin !== pin) {
      unreached.add(name);
      lines.add(conflictLine(plugin.name, name));
      continue;
    }
    const pathPrefix = within(context.remote.pathPrefix, plugin.path);
    const folder = `${name}\0${pathPrefix ?? ''}`;
    // What failed or was looked at once in this sync is the same the second time.
    if (failed.has(key) || looked.has(folder)) {
      if (failed.has(key)) unreached.add(name);
      continue;
    }
    try {
      const at = await reach(context, own.known, { repository, pin });
      if (!trees.has(at)) kept += at.tree.entries.length;
      trees.add(at);
      if (pathPrefix === undefined) continue;
      looked.add(folder);
      const found = skillsOf(at.tree, {
        repository,
        commit: at.commit,
        pathPrefix,
        prefix: `${name}/`,
      });
      kept += found.present.size + found.lines.length;
      for (const file of found.files) if (!present.has(file.identifier)) files.push(file);
      for (const identifier of found.present) present.add(identifier);
      for (const line of found.lines) lines.add(line);
      if (!found.isWhole) unreached.add(name);
    } catch (error) {
      if (stopsEverything(error, context)) throw error;
      failed.add(key);
      unreached.add(name);
      lines.add(failureLine(name, error));
    }
  }
  if (left > 0) lines.add(limitLine(left));
  const reached = new Set([...listed].filter((name) => !unreached.has(name)));
  return { files, present, reached, listed, lines: lines.all };
}

async function reach(
  context: ListContext,
  known: Map<string, Reached>,
  { repository, pin }: { readonly repository: Repository; readonly pin: string },
): Promise<Reached> {
  const key = repositoryName(repository).toLowerCase();
  const before = known.get(key);
  // The index's own commit is known; another plugin may still name that repository at a pin of its own.
  if (before !== undefined && (before.commit === pin || before.pin === pin)) return before;
  if (context.clock.now() >= context.untilMs) {
    throw new AppError('time_limit', 'The time of this sync was over before it was listed.');
  }
  await announce(context, repositoryName(repository));
  const { reader, access } = context;
  const ref = pin.startsWith('ref:') ? pin.slice('ref:'.length) : null;
  const commit =
    ref === null ? pin : await reader.commitOf(repository, ref === 'HEAD' ? null : ref, access);
  const tree = onlySkills(await reader.tree(repository, commit, access));
  const reached = { pin, commit, tree };
  known.set(key, reached);
  return reached;
}

/** The narrower of two folders; `undefined` when neither lies in the other. */
function within(a: string | null, b: string | null): string | null | undefined {
  if (a === null) return b;
  if (b === null || a === b || a.startsWith(`${b}/`)) return a;
  return b.startsWith(`${a}/`) ? b : undefined;
}

function conflictLine(plugin: string, repository: string): SyncLine {
  return syncLine('error', 'plugin_conflict', {
    place: plugin,
    message: `${repository} is named twice at different versions; the first one counts.`,
  });
}

function limitLine(count: number): SyncLine {
  return syncLine('error', 'plugin_limit', {
    place: '',
    message: `The marketplace names too much for one sync: ${String(count)} plugins were not looked at and stay as they were.`,
    hint: 'narrow the marketplace, or add its repositories as sources of their own',
  });
}

/** What is kept of a tree until the listing ends. */
function onlySkills({ entries, complete }: RepositoryTree): RepositoryTree {
  return { entries: skillEntries(entries), complete };
}
