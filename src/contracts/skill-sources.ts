import { z } from 'zod';
import { TrustLevel } from './records.ts';

/** How the last sync of a source ended, or that one is running (facts §1). */
export const SyncStatus = z.enum(['never_synced', 'syncing', 'ok', 'partial', 'error']);
export type SyncStatus = z.infer<typeof SyncStatus>;

/** One remark of a sync about one place. Texts may quote third-party text: escape them. */
export const SyncLine = z.object({
  /** An error line makes the sync `partial`; a note does not. */
  level: z.enum(['error', 'note']),
  code: z.string(),
  /** The skill's identifier or the repository; empty for the source as a whole. */
  place: z.string(),
  /** Line of the file, from 1; `null` when it is about no line. */
  line: z.number().int().nullable(),
  message: z.string(),
  hint: z.string().nullable(),
  /** How many remarks it stands for; only for `more_lines`. */
  count: z.number().int().optional(),
});
export type SyncLine = z.infer<typeof SyncLine>;

/** What stopped a sync before it wrote anything. */
export const SyncProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** When the host takes requests again; only for `rate_limited`. */
  resetAtMs: z.number().int().nullable(),
});
export type SyncProblem = z.infer<typeof SyncProblem>;

export const SyncCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  disabledOnChange: z.number().int(),
  orphaned: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
});
export type SyncCounts = z.infer<typeof SyncCounts>;

export const SyncProgress = z.object({
  phase: z.enum(['listing', 'reading', 'writing']),
  /** Of the files found so far. */
  file: z.number().int(),
  files: z.number().int(),
  place: z.string(),
});
export type SyncProgress = z.infer<typeof SyncProgress>;

/** A source's sync as screens and the command line follow it. */
export const SkillSyncState = z.object({
  sourceUid: z.number().int(),
  status: SyncStatus,
  /** Only while it is syncing. */
  progress: SyncProgress.nullable(),
  problem: SyncProblem.nullable(),
  /** Of the last sync that wrote; `null` before the first. */
  counts: SyncCounts.nullable(),
  lines: z.array(SyncLine),
  lastSyncedAtMs: z.number().int().nullable(),
  pinnedCommit: z.string().nullable(),
  expectedFingerprint: z.string().nullable(),
  /** Of what the last sync read: what to paste as the expected one (decisions §22). */
  computedFingerprint: z.string().nullable(),
});
export type SkillSyncState = z.infer<typeof SkillSyncState>;

export const SkillSourceView = z.object({
  uid: z.number().int(),
  title: z.string(),
  type: z.enum(['single_file', 'repo', 'marketplace', 'backend']),
  trustLevel: TrustLevel,
  enabled: z.boolean(),
  /** `null` for skills written here. The token is never shown. */
  remote: z
    .object({
      url: z.string(),
      ref: z.string().nullable(),
      pathPrefix: z.string().nullable(),
      hasToken: z.boolean(),
      sync: SkillSyncState,
    })
    .nullable(),
});
export type SkillSourceView = z.infer<typeof SkillSourceView>;

const Fingerprint = z.string().regex(/^[0-9a-fA-F]{64}$/);
const Url = z.string().min(1).max(2_048);
const Ref = z.string().min(1).max(255);
const PathPrefix = z.string().min(1).max(512);
const Token = z.string().min(1).max(1_024);
const Title = z.string().trim().min(1).max(255);

/** A source of skills from elsewhere; the level has a default only here: the lowest (facts §1). */
export const AddSkillSource = z.object({
  type: z.enum(['single_file', 'repo', 'marketplace']),
  url: Url,
  /** Default: the repository's name. */
  title: Title.optional(),
  /** Branch, tag or commit. Default: the repository's default branch. */
  ref: Ref.nullable().optional(),
  /** Only skills below this folder. */
  pathPrefix: PathPrefix.nullable().optional(),
  token: Token.nullable().optional(),
  trustLevel: TrustLevel.default('untrusted'),
  expectedFingerprint: Fingerprint.nullable().optional(),
});
export type AddSkillSource = z.input<typeof AddSkillSource>;

/** Only what is named changes; `null` takes a value away. */
export const ChangeSkillSource = z.object({
  title: Title.optional(),
  trustLevel: TrustLevel.optional(),
  enabled: z.boolean().optional(),
  url: Url.optional(),
  ref: Ref.nullable().optional(),
  pathPrefix: PathPrefix.nullable().optional(),
  token: Token.nullable().optional(),
  expectedFingerprint: Fingerprint.nullable().optional(),
});
export type ChangeSkillSource = z.infer<typeof ChangeSkillSource>;
