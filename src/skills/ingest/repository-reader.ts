/** A repository on the code host. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** One entry of a commit's tree. */
export interface TreeEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symlink' | 'submodule';
  /** The host's hash of the content: the same hash means the same bytes. */
  readonly hash: string;
  /** `null` for what has no size. */
  readonly bytes: number | null;
}

export interface RepositoryTree {
  readonly entries: readonly TreeEntry[];
  /** False when the host cut the listing: what is missing from it may exist. */
  readonly complete: boolean;
}

/** What every request carries. */
export interface RepositoryAccess {
  /** Asked at the moment of a request; kept nowhere. */
  readonly token: () => string | null;
  readonly signal: AbortSignal;
}

/**
 * Codes of what a reader throws as an `AppError`. `rate_limited` carries `data.resetAtMs` (or null) and is about the host as
 * a whole; every other code is about the one repository or file that was asked for.
 */
export type RepositoryErrorCode =
  | 'rate_limited'
  | 'host_refused'
  | 'redirect_refused'
  | 'not_found_upstream'
  | 'access_refused'
  | 'host_failed'
  | 'host_unreachable'
  | 'response_malformed'
  | 'response_too_large'
  | 'content_mismatch';

/**
 * Reads repositories of a code host. A ref is resolved to a commit once, and everything is read by that commit (SYN-02).
 * Rejects with the signal's reason once it is aborted.
 */
export interface SkillRepositoryReader {
  /** The commit a branch, tag or commit names; `null` = the default branch. */
  commitOf(repository: Repository, ref: string | null, access: RepositoryAccess): Promise<string>;
  /** The whole tree of a commit. A listing that cannot be understood is an error, never an empty tree. */
  tree(repository: Repository, commit: string, access: RepositoryAccess): Promise<RepositoryTree>;
  /** The bytes of a file of that commit, which hash to what the tree said. */
  file(
    at: {
      readonly repository: Repository;
      readonly commit: string;
      readonly path: string;
      readonly hash: string;
      readonly maxBytes: number;
    },
    access: RepositoryAccess,
  ): Promise<Uint8Array>;
}

/** `owner/name`. */
export function repositoryName({ owner, name }: Repository): string {
  return `${owner}/${name}`;
}
