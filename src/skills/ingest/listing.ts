import { isAppError, type Clock } from '../../base/index.ts';
import type { SyncLine, SyncProgress } from '../../contracts/index.ts';
import type {
  Repository,
  RepositoryAccess,
  SkillRepositoryReader,
  TreeEntry,
} from './repository-reader.ts';
import type { RemoteSource } from './skill-source-store.ts';
import type { RemoteSourceType } from './source-location.ts';

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

/** Says which repository is listed now; throws once the sync was called off. */
export function announce(context: ListContext, place: string): Promise<void> {
  context.access.signal.throwIfAborted();
  return context.onProgress({ phase: 'listing', file: 0, files: 0, place });
}

/** A host that wants no more requests, and a sync that was called off, are about more than one repository. */
export function stopsEverything(error: unknown, context: Pick<ListContext, 'access'>): boolean {
  return context.access.signal.aborted || isAppError(error, 'rate_limited');
}
