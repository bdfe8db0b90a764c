import { AppError } from '../../base/index.ts';
import type { SyncLine } from '../../contracts/index.ts';
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
import { failureLine, syncLine } from './sync-line.ts';

const MAX_INDEX_BYTES = 1_048_576;

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

function conflictLine(plugin: string, repository: string): SyncLine {
  return syncLine('error', 'plugin_conflict', {
    place: plugin,
    message: `${repository} is named twice at different versions; the first one counts.`,
  });
}

function sameLine(a: SyncLine, b: SyncLine): boolean {
  return a.code === b.code && a.place === b.place;
}
