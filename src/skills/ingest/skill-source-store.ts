import type { Transaction } from '../../base/index.ts';
import type {
  SyncCounts,
  SyncLine,
  SyncProblem,
  SyncProgress,
  SyncStatus,
} from '../../contracts/index.ts';
import type { ScanFinding } from '../scan.ts';
import type { Skill } from '../skill.ts';

/** What a source that is synced has besides its `SkillSource` row. */
export interface RemoteSource {
  readonly sourceUid: number;
  readonly url: string;
  readonly ref: string | null;
  readonly pathPrefix: string | null;
  /** The token itself is read by `sealedToken` alone. */
  readonly hasToken: boolean;
  readonly expectedFingerprint: string | null;
  readonly computedFingerprint: string | null;
  /** The commit of the last sync that wrote; `null` for a marketplace, whose plugins have one each. */
  readonly pinnedCommit: string | null;
  readonly status: SyncStatus;
  readonly problem: SyncProblem | null;
  readonly counts: SyncCounts | null;
  readonly lines: readonly SyncLine[];
  /** Names the sync that runs; `null` when none does. */
  readonly syncOwner: string | null;
  readonly heartbeatAtMs: number | null;
  readonly progress: SyncProgress | null;
  readonly cancelRequested: boolean;
  readonly lastSyncedAtMs: number | null;
  /** The marketplace index as last read, so that an unchanged one is not fetched again. */
  readonly index: { readonly hash: string; readonly text: string } | null;
}

/** A file of the last sync: its content hash says whether it has to be fetched again. */
export interface KnownFile {
  readonly identifier: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly path: string;
  /** The commit these bytes were first read at. */
  readonly commit: string;
  readonly hash: string;
  /** Rules it was read under; under newer ones it is read again. */
  readonly readAs: number;
  readonly outcome: 'skill' | 'refused';
  /** The error lines of a refused file, the notes of a skill. */
  readonly lines: readonly SyncLine[];
  readonly findings: readonly ScanFinding[];
}

/** A skill of a source and the front matter it came with. */
export interface SyncedRow {
  readonly skill: Skill;
  readonly rawFrontMatter: string | null;
}

export interface SkillSourceRecords {
  remote(sourceUid: number): Promise<RemoteSource | null>;
  remotes(): Promise<readonly RemoteSource[]>;
  /** For the moment of a request; sealed under `sourceTokenContext`. */
  sealedToken(sourceUid: number): Promise<string | null>;
  files(sourceUid: number): Promise<readonly KnownFile[]>;
  /** By uid. */
  rows(sourceUid: number): Promise<readonly SyncedRow[]>;
}

/** Where sources and what their syncs knew are kept. */
export interface SkillSourceStore extends SkillSourceRecords {
  within(transaction: Transaction): SkillSourceWriter;
}

export interface SkillSourceWriter extends SkillSourceRecords {
  /** The source, locked until the transaction ends: claims, heartbeats and results of its syncs come one at a time. */
  lockRemote(sourceUid: number): Promise<RemoteSource | null>;
  /** Locked until the transaction ends: whoever adds sources, one at a time. */
  lockSources(): Promise<void>;
  insertRemote(
    sourceUid: number,
    remote: Pick<RemoteSource, 'url' | 'ref' | 'pathPrefix' | 'expectedFingerprint'>,
  ): Promise<void>;
  updateRemote(
    sourceUid: number,
    changes: Partial<Omit<RemoteSource, 'sourceUid' | 'hasToken'>>,
  ): Promise<void>;
  setSealedToken(sourceUid: number, sealed: string | null): Promise<void>;
  /** Adds a file or replaces what was known of it. */
  putFile(sourceUid: number, file: KnownFile): Promise<void>;
  removeFile(sourceUid: number, identifier: string): Promise<void>;
  setRawFrontMatter(skillUid: number, text: string | null): Promise<void>;
}
