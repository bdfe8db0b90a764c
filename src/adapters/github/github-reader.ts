import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, type Clock } from '../../base/index.ts';
import {
  type Repository,
  type RepositoryAccess,
  type SkillRepositoryReader,
  type TreeEntry,
} from '../../skills/index.ts';
import { ask, type GitHubReaderDeps } from './request.ts';

export type { GitHubReaderDeps } from './request.ts';

const API = 'https://api.github.com';
const RAW = 'https://raw.githubusercontent.com';
const MAX_COMMIT_BYTES = 1_024;
/** A listing of some 100,000 entries. */
const MAX_TREE_BYTES = 32 * 1_024 * 1_024;

const Tree = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string().min(1),
      mode: z.string(),
      type: z.enum(['blob', 'tree', 'commit']),
      sha: z.string().regex(/^[0-9a-f]{40}$/),
      size: z.number().int().nonnegative().optional(),
    }),
  ),
});

/**
 * Repositories on GitHub. Everything is asked of `api.github.com` and `raw.githubusercontent.com` over https; a redirect is an
 * error (SYN-02). `deps.fetch` does the asking and must leave redirects to the caller, as `fetch` does.
 */
export function createGitHubReader(
  deps: GitHubReaderDeps & { readonly clock: Clock },
): SkillRepositoryReader {
  return {
    commitOf: async (repository, ref, access) => {
      const url = `${API}/repos/${pathOf(repository)}/commits/${encodeURIComponent(ref ?? 'HEAD')}`;
      const accept = 'application/vnd.github.sha';
      const bytes = await ask(deps, { url, accept, maxBytes: MAX_COMMIT_BYTES }, access);
      const commit = new TextDecoder().decode(bytes).trim();
      if (/^[0-9a-f]{40}$/.test(commit)) return commit;
      throw malformed('GitHub named no commit.');
    },
    tree: async (repository, commit, access) => {
      const url = `${API}/repos/${pathOf(repository)}/git/trees/${commit}?recursive=1`;
      const accept = 'application/vnd.github+json';
      const bytes = await ask(deps, { url, accept, maxBytes: MAX_TREE_BYTES }, access);
      const read = Tree.safeParse(parsed(bytes));
      if (!read.success) throw malformed('GitHub’s listing of the repository cannot be read.');
      return { entries: read.data.tree.map(entryOf), complete: !read.data.truncated };
    },
    file: (at, access) => readFile(deps, at, access),
  };
}

async function readFile(
  deps: GitHubReaderDeps & { readonly clock: Clock },
  at: Parameters<SkillRepositoryReader['file']>[0],
  access: RepositoryAccess,
): Promise<Uint8Array> {
  const path = at.path.split('/').map(encodeURIComponent).join('/');
  const url = `${RAW}/${pathOf(at.repository)}/${at.commit}/${path}`;
  const accept = 'application/octet-stream';
  const bytes = await ask(deps, { url, accept, maxBytes: at.maxBytes }, access);
  if (blobHash(bytes) === at.hash) return bytes;
  throw new AppError(
    'content_mismatch',
    'The file that came is not the one the commit’s listing names.',
  );
}

/** Git's own name of a content, so that what was fetched is what the tree said. */
function blobHash(bytes: Uint8Array): string {
  return createHash('sha1')
    .update(`blob ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex');
}

function entryOf(entry: z.infer<typeof Tree>['tree'][number]): TreeEntry {
  const { path, mode, type, sha, size } = entry;
  const kind =
    type === 'tree'
      ? 'folder'
      : type === 'commit'
        ? 'submodule'
        : mode === '120000'
          ? 'symlink'
          : 'file';
  return { path, kind, hash: sha, bytes: size ?? null };
}

function pathOf({ owner, name }: Repository): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function malformed(message: string): AppError {
  return new AppError('response_malformed', message);
}
