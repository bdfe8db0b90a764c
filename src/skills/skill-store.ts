import type { Transaction } from '../base/index.ts';
import type { TrustLevel } from '../contracts/index.ts';
import type {
  ApprovalRow,
  Attachment,
  Skill,
  SkillReader,
  SkillSource,
  SkillVersion,
} from './skill.ts';

/** Takes a digest's approvals back, whatever their source (decisions §41). Append-only. */
export interface RevocationRow {
  /** From the sequence approvals take theirs from: a larger one is later, whatever the clocks said (decisions §72). */
  readonly id: number;
  readonly skillUid: number;
  readonly digest: string;
  readonly reason: string;
  readonly revokedBy: string;
  readonly atMs: number;
}

/** An approval, and the first revocation after it that names its skill and digest. */
export interface ApprovalState {
  readonly approval: ApprovalRow;
  readonly revocation: RevocationRow | null;
}

export type SkillAuditEvent =
  | 'source_created'
  | 'source_changed'
  | 'skill_created'
  | 'skill_edited'
  | 'skill_rolled_back'
  | 'skill_moved'
  | 'bundled_updated'
  | 'enabled'
  | 'disabled'
  | 'data_class_changed'
  | 'attached'
  | 'detached'
  | 'attachments_ordered'
  | 'approved'
  | 'approval_refused'
  | 'revoked'
  | 'tried'
  // of syncs (facts §1)
  | 'ingest_created'
  | 'ingest_updated'
  | 'ingest_disabled_on_change'
  | 'orphaned'
  | 'injection_blocked'
  | 'fingerprint_rejected'
  // of rows from an older system
  | 'imported'
  | 'upgraded'
  | 'upgrade_refused';

/** Append-only (APR-06). */
export interface SkillAuditRow {
  readonly id: number;
  readonly atMs: number;
  readonly event: SkillAuditEvent;
  readonly skillUid: number | null;
  readonly sourceUid: number | null;
  /** The skill's identifier or the source's title at the time. */
  readonly subject: string;
  readonly digest: string | null;
  readonly trustLevel: TrustLevel | null;
  /** `null` = the system. */
  readonly actorId: string | null;
  readonly detail: string;
}

export interface SkillAuditFilter {
  readonly skillUid?: number;
  readonly sourceUid?: number;
  /** `null` = the system. */
  readonly actorId?: string | null;
  readonly events?: readonly string[];
  readonly limit: number;
}

/** One edit of a skill written here (BCK-02). Append-only. */
export interface SkillHistoryRow {
  readonly id: number;
  readonly skillUid: number;
  readonly atMs: number;
  /** `null` = the system, for a bundled text. */
  readonly userId: string | null;
  /** `null` for the first version. */
  readonly before: SkillVersion | null;
  readonly after: SkillVersion;
  readonly digest: string;
}

export interface NewSkillSource extends Omit<SkillSource, 'uid'> {
  /** The source the bundled processes live in; there is one. */
  readonly bundled: boolean;
}

export interface NewSkill extends Omit<Skill, 'uid'> {
  /** Front matter as ingested; `null` for a skill written here. */
  readonly rawFrontMatter: string | null;
  /** Name of the bundled text it came from; `null` for every other skill. */
  readonly bundledIdentifier: string | null;
}

/** What may change on a skill's row. The digest of a synced skill changes only with the text it names. */
export type SkillRowChanges = Partial<
  Pick<
    Skill,
    | 'version'
    | 'bodyChecksum'
    | 'storedDigest'
    | 'enabled'
    | 'orphaned'
    | 'sourceUid'
    | 'copiedTrustLevel'
    | 'dataClass'
  >
>;

/** Everything one may read of skills. */
export interface SkillRecords extends SkillReader {
  /** By uid. */
  skills(): Promise<readonly Skill[]>;
  sources(): Promise<readonly SkillSource[]>;
  bundledSource(): Promise<SkillSource | null>;
  bundledSkill(bundledIdentifier: string): Promise<Skill | null>;
  attachmentsOf(skillUid: number): Promise<readonly Attachment[]>;
  /** Newest first. */
  approvals(skillUid: number): Promise<readonly ApprovalState[]>;
  /** The same of every skill that has any, by its uid. */
  approvalsBySkill(): Promise<ReadonlyMap<number, readonly ApprovalState[]>>;
  /** Newest first. */
  history(skillUid: number): Promise<readonly SkillHistoryRow[]>;
  /** Newest first; of everything, or of what the filter names. */
  audit(filter: SkillAuditFilter): Promise<readonly SkillAuditRow[]>;
  /** Everybody who stands in the audit, by id. */
  auditActors(): Promise<readonly string[]>;
}

/**
 * Where skills are kept. Approvals, revocations, history and audit can be appended and read, and nothing else: there is no
 * method to change or remove one, and the database refuses it too.
 */
export interface SkillStore extends SkillRecords {
  /** Reads and writes inside a transaction. */
  within(transaction: Transaction): SkillWriter;
}

export interface SkillWriter extends SkillRecords {
  /** The skill, locked until the transaction ends: whoever decides about it next waits and then reads what was decided. */
  lockSkill(uid: number): Promise<Skill | null>;
  /** Locked until the transaction ends: whoever brings bundled texts in, one at a time. */
  lockBundled(): Promise<void>;
  insertSource(source: NewSkillSource): Promise<SkillSource>;
  updateSource(
    uid: number,
    changes: Partial<Pick<SkillSource, 'title' | 'trustLevel' | 'enabled'>>,
  ): Promise<void>;
  /** Throws `skill_invalid` when its source has that identifier already. */
  insertSkill(skill: NewSkill): Promise<Skill>;
  /** Throws `skill_invalid` when moved to a source that has that identifier already. */
  updateSkill(uid: number, changes: SkillRowChanges): Promise<void>;
  /** Attaches at the end, or changes the load mode where it stands. */
  setAttachment(attachment: Omit<Attachment, 'position'>): Promise<void>;
  removeAttachment(configurationUid: number, skillUid: number): Promise<void>;
  /**
   * Puts the attachments of a configuration into this order. `false` when these are not exactly the skills that are
   * attached; nothing is changed then.
   */
  orderAttachments(configurationUid: number, skillUids: readonly number[]): Promise<boolean>;
  appendApproval(row: Omit<ApprovalRow, 'id'>): Promise<ApprovalRow>;
  appendRevocation(row: Omit<RevocationRow, 'id'>): Promise<RevocationRow>;
  appendHistory(row: Omit<SkillHistoryRow, 'id'>): Promise<SkillHistoryRow>;
  appendAudit(row: Omit<SkillAuditRow, 'id'>): Promise<void>;
}
