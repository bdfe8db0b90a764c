import { createHash } from 'node:crypto';

/** What a path of a commit holds: a text or bytes, a symbolic link to a target, or a submodule at a commit. */
export type FakeFile =
  string | Uint8Array | { readonly symlink: string } | { readonly submodule: string };

export interface FakeTreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  readonly size?: number;
}

interface Commit {
  readonly sha: string;
  readonly files: ReadonlyMap<string, FakeFile>;
}

/** A repository with commits, branches and tags; hashes are Git's own. */
export class FakeRepository {
  readonly name: string;
  /** A token without which it looks as if it did not exist. */
  token: string | null = null;
  /** Where it moved: every request is answered with a redirect. */
  movedTo: string | null = null;
  /** Its listings come cut. */
  isTruncated = false;
  readonly #commits = new Map<string, Commit>();
  readonly #refs = new Map<string, string>();

  constructor(name: string) {
    this.name = name;
  }

  /** Commits these files on top of the branch: what is `null` goes, what is not named stays. Returns the commit's hash. */
  commit(files: Readonly<Record<string, FakeFile | null>>, branch = 'main'): string {
    const before = this.#commits.get(this.#refs.get(branch) ?? '')?.files ?? new Map();
    const after = new Map<string, FakeFile>(before as ReadonlyMap<string, FakeFile>);
    for (const [path, file] of Object.entries(files)) {
      if (file === null) after.delete(path);
      else after.set(path, file);
    }
    const listing = [...after.keys()].sort().map((path) => {
      const file = after.get(path);
      return file === undefined ? '' : `${path} ${entryOf(path, file).sha}`;
    });
    const number = String(this.#commits.size);
    const sha = sha1(`commit ${this.name} ${number}\n${listing.join('\n')}`);
    this.#commits.set(sha, { sha, files: after });
    this.#refs.set(branch, sha);
    if (branch === 'main') this.#refs.set('HEAD', sha);
    return sha;
  }

  /** Lets a tag or branch name a commit. */
  point(ref: string, commit: string): void {
    this.#refs.set(ref, commit);
  }

  resolve(ref: string): string | null {
    return this.#refs.get(ref) ?? (this.#commits.has(ref) ? ref : null);
  }

  /** Every path of a commit, its folders too; `null` for an unknown commit. */
  tree(commit: string): readonly FakeTreeEntry[] | null {
    const files = this.#commits.get(commit)?.files;
    if (files === undefined) return null;
    const folders = new Set<string>();
    for (const path of files.keys()) {
      const segments = path.split('/');
      for (let depth = 1; depth < segments.length; depth += 1) {
        folders.add(segments.slice(0, depth).join('/'));
      }
    }
    return [
      ...[...folders].map((path): FakeTreeEntry => ({
        path,
        mode: '040000',
        type: 'tree',
        sha: sha1(path),
      })),
      ...[...files].map(([path, file]) => entryOf(path, file)),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The raw bytes of a path; those of a link are its target's name, as on the real host. */
  bytes(commit: string, path: string): Uint8Array | null {
    const file = this.#commits.get(commit)?.files.get(path);
    if (file === undefined) return null;
    if (typeof file === 'string' || file instanceof Uint8Array) return toBytes(file);
    return 'symlink' in file ? toBytes(file.symlink) : null;
  }
}

function entryOf(path: string, file: FakeFile): FakeTreeEntry {
  if (typeof file === 'string' || file instanceof Uint8Array) {
    const bytes = toBytes(file);
    return { path, mode: '100644', type: 'blob', sha: blobSha(bytes), size: bytes.length };
  }
  if ('submodule' in file) return { path, mode: '160000', type: 'commit', sha: file.submodule };
  const target = toBytes(file.symlink);
  return { path, mode: '120000', type: 'blob', sha: blobSha(target), size: target.length };
}

function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

function blobSha(bytes: Uint8Array): string {
  return createHash('sha1')
    .update(`blob ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex');
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
