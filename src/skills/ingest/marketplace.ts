import { excerpt } from '../../base/index.ts';
import type { SyncLine } from '../../contracts/index.ts';
import type { Repository } from './repository-reader.ts';
import { isInside, repositoryOf, sourceLocation } from './source-location.ts';

/** One plugin of an index: a repository at a pin, narrowed to a folder. */
export interface MarketplacePlugin {
  readonly name: string;
  /** `null` = the index's own repository, at the index's own commit. */
  readonly repository: Repository | null;
  /** Folder in that repository; `null` = all of it. */
  readonly path: string | null;
  /** Branch or tag; a `sha` wins over it. */
  readonly ref: string | null;
  readonly sha: string | null;
}

export interface MarketplaceIndex {
  readonly plugins: readonly MarketplacePlugin[];
  /** One error line for every entry that cannot be used; never a guess (decisions §50). */
  readonly lines: readonly SyncLine[];
}

export type MarketplaceVerdict =
  | { readonly ok: true; readonly index: MarketplaceIndex }
  | { readonly ok: false; readonly message: string };

/** Where an index lies in a repository whose address names none. */
export const INDEX_PATH = '.claude-plugin/marketplace.json';

/**
 * Reads an index in every documented shape (decisions §50). Paths are relative to the folder that holds `.claude-plugin`, or
 * to the index's own folder when it lies elsewhere, below `metadata.pluginRoot`.
 */
export function readMarketplace(text: string, indexPath: string): MarketplaceVerdict {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `The index is not JSON: ${reason}` };
  }
  if (!isRecord(json) || !Array.isArray(json['plugins'])) {
    return { ok: false, message: 'The index is no object with a list of plugins.' };
  }
  const root = rootOf(indexPath);
  const metadata = isRecord(json['metadata']) ? json['metadata'] : {};
  const pluginRoot = metadata['pluginRoot'] ?? '';
  const plugins: MarketplacePlugin[] = [];
  const lines: SyncLine[] = [];
  for (const [index, entry] of (json['plugins'] as unknown[]).entries()) {
    const name =
      isRecord(entry) && typeof entry['name'] === 'string'
        ? excerpt(entry['name'], 200)
        : `plugin ${String(index + 1)}`;
    const read = isRecord(entry)
      ? readPlugin(name, entry, { root, pluginRoot })
      : 'The entry is no object.';
    if (typeof read === 'string') lines.push(errorLine(name, read));
    else plugins.push(read);
  }
  return { ok: true, index: { plugins, lines } };
}

type Roots = { readonly root: string; readonly pluginRoot: unknown };

/** The plugin, or why it cannot be used. */
function readPlugin(
  name: string,
  entry: Readonly<Record<string, unknown>>,
  roots: Roots,
): MarketplacePlugin | string {
  const source = entry['source'];
  if (typeof source === 'string') {
    const path = pathIn(roots, source);
    return path === undefined
      ? 'The path leaves the repository.'
      : { name, repository: null, path, ref: null, sha: null };
  }
  if (!isRecord(source)) return 'The entry has no source.';
  const pins = pinsOf(source, entry);
  if (typeof pins === 'string') return pins;
  const target = targetOf(source);
  if (typeof target === 'string') return target;
  return { name, ...target, ...pins };
}

/** A folder as a prefix; `null` = the whole repository; `undefined` = not inside it. */
function pathIn({ root, pluginRoot }: Roots, source: string): string | null | undefined {
  if (typeof pluginRoot !== 'string' || [source, pluginRoot].some((path) => path.startsWith('/'))) {
    return undefined;
  }
  const segments = [root, pluginRoot, source]
    .flatMap((path) => path.split('/'))
    .filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return null;
  const path = segments.join('/');
  return isInside(path) ? path : undefined;
}

function pinsOf(
  source: Readonly<Record<string, unknown>>,
  entry: Readonly<Record<string, unknown>>,
): Pick<MarketplacePlugin, 'ref' | 'sha'> | string {
  const ref = source['ref'] ?? entry['ref'] ?? null;
  const sha = source['sha'] ?? null;
  if (ref !== null && (typeof ref !== 'string' || ref === '')) return 'The ref is no text.';
  if (sha === null) return { ref, sha };
  return typeof sha === 'string' && /^[0-9a-f]{40}$/i.test(sha)
    ? { ref, sha: sha.toLowerCase() }
    : 'The sha is no full commit.';
}

function targetOf(
  source: Readonly<Record<string, unknown>>,
): Pick<MarketplacePlugin, 'repository' | 'path'> | string {
  const kind: unknown =
    source['source'] ?? ('repo' in source ? 'github' : 'url' in source ? 'url' : undefined);
  const path = folderOf(source['path']);
  if (path === undefined) return 'The path leaves the repository.';
  switch (kind) {
    case 'github':
      return named(source['repo'], path);
    case 'url':
      return addressed(source['url'], path);
    case 'git-subdir': {
      if (path === null) return 'The path is missing.';
      const short = repositoryOf(textOf(source['url']));
      return short === null ? addressed(source['url'], path) : { repository: short, path };
    }
    default:
      return `Sources of the kind ${JSON.stringify(kind ?? null)} are not read.`;
  }
}

function named(repo: unknown, path: string | null) {
  const repository = repositoryOf(textOf(repo));
  return repository === null ? 'The repo is not owner/name.' : { repository, path };
}

function addressed(url: unknown, path: string | null) {
  const verdict = sourceLocation('repo', textOf(url), null);
  if (!verdict.ok) return verdict.refusal.message;
  const { repository, path: below } = verdict.location;
  return below === null
    ? { repository, path }
    : 'The address leads into a repository; name the folder by path.';
}

function folderOf(path: unknown): string | null | undefined {
  if (path === undefined || path === null) return null;
  return pathIn({ root: '', pluginRoot: '' }, typeof path === 'string' ? path : '/');
}

function rootOf(indexPath: string): string {
  const folders = indexPath.split('/').slice(0, -1);
  return (folders.at(-1) === '.claude-plugin' ? folders.slice(0, -1) : folders).join('/');
}

function errorLine(name: string, message: string): SyncLine {
  return {
    level: 'error',
    code: 'plugin_unusable',
    place: name,
    line: null,
    message: excerpt(message, 300),
    hint: null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
