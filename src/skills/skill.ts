import type {
  LoadMode,
  SkillVersionFields,
  SnippetDataClass,
  TrustLevel,
} from '../contracts/index.ts';

/**
 * Vocabulary. *Skill*: editable text with front matter, named by its uid. *Version*: exactly the digested fields of a
 * skill at one time; its *digest* names it. *Approval*: an append-only row that snapshots one version of one source.
 * *Instruction*: a version that composes as an instruction of the installation (ADR-214 item 2). *Fenced*: composed as
 * untrusted reference data. *Process*: a skill marked `process: true`. *Pin*: (skill, source, digest) a run holds.
 */

export type SourceType = 'single_file' | 'repo' | 'marketplace' | 'backend';

/** The digested fields of a version (DIG-01); nothing outside them is read by composition (DIG-11). */
export type SkillVersion = Readonly<SkillVersionFields>;

export interface SkillSource {
  readonly uid: number;
  readonly type: SourceType;
  readonly title: string;
  /** As stored; an unknown value reads as `untrusted` (ADM-01). */
  readonly trustLevel: TrustLevel;
  readonly enabled: boolean;
}

export interface Skill {
  readonly uid: number;
  readonly sourceUid: number;
  /** Display text, unique only within its source. */
  readonly identifier: string;
  readonly version: SkillVersion;
  /** sha256 of the body alone (DIG-04). */
  readonly bodyChecksum: string;
  /** `<format>:<hex>` as the sync wrote it; `null` for a legacy row and for a backend skill (computed at use). */
  readonly storedDigest: string | null;
  /** Level copied from the source at the last sync; admission of synced skills reads this one (ADM-04). */
  readonly copiedTrustLevel: TrustLevel;
  readonly enabled: boolean;
  readonly orphaned: boolean;
  /** How confidential an administrator says its text is; `null` or left out = undeclared. Outside the digest. */
  readonly dataClass?: SnippetDataClass | null;
}

/** A skill on a configuration, in position order. */
export interface Attachment {
  readonly configurationUid: number;
  readonly skillUid: number;
  readonly loadMode: LoadMode;
  readonly position: number;
}

/** (skill, source, digest): names one approved version a run holds, and whether it is a process (PIN-01). */
export interface Pin {
  readonly skillUid: number;
  readonly sourceUid: number;
  readonly digest: string;
  readonly process: boolean;
  /** The skill's name in the pinned version, for messages. */
  readonly name: string;
}

export interface ApprovalRow {
  readonly id: number;
  readonly skillUid: number;
  readonly sourceUid: number;
  readonly digest: string;
  readonly snapshot: SkillVersion;
  readonly trustLevel: TrustLevel;
  readonly approvedBy: string;
  readonly atMs: number;
}

export interface TrustThresholds {
  /** `skills.minTrustLevel`: admission. */
  readonly minTrust: TrustLevel;
  /** `skills.instructionTrustLevel`, default verified; below the minimum it reads as the minimum (ADM-02). */
  readonly instructionTrust: TrustLevel;
}

/** What runs and the chat read of skills. Everything is read afresh; nothing is cached across calls. */
export interface SkillReader {
  skill(uid: number): Promise<Skill | null>;
  source(uid: number): Promise<SkillSource | null>;
  /** In position order, for every load mode. */
  attachments(configurationUid: number): Promise<readonly Attachment[]>;
  /** The latest approval row of exactly (skill, source, digest), and whether no later revocation names (skill, digest). */
  approvalOf(pin: Pick<Pin, 'skillUid' | 'sourceUid' | 'digest'>): Promise<{
    readonly approval: ApprovalRow;
    readonly unrevoked: boolean;
    /** The administrator's words with that revocation; empty or left out without any. */
    readonly revokedBecause?: string;
  } | null>;
  /** The most recent unrevoked approval of the skill from that source, whatever its digest (BCK-03). */
  latestUnrevokedApproval(skillUid: number, sourceUid: number): Promise<ApprovalRow | null>;
  thresholds(): Promise<TrustThresholds>;
}
