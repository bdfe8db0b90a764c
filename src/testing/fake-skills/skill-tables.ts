import type {
  ApprovalRow,
  Attachment,
  RevocationRow,
  Skill,
  SkillAuditRow,
  SkillHistoryRow,
  SkillSource,
} from '../../skills/index.ts';

export interface StoredSource extends SkillSource {
  readonly bundled: boolean;
}

export interface StoredSkill extends Skill {
  readonly bundledIdentifier: string | null;
}

/** What the store holds; every list is replaced as a whole, so a draft is a shallow copy. */
export interface FakeSkillTables {
  readonly sources: readonly StoredSource[];
  readonly skills: readonly StoredSkill[];
  readonly attachments: readonly Attachment[];
  readonly approvals: readonly ApprovalRow[];
  readonly revocations: readonly RevocationRow[];
  readonly history: readonly SkillHistoryRow[];
  readonly audit: readonly SkillAuditRow[];
  readonly lastId: number;
}

export const EMPTY: FakeSkillTables = {
  sources: [],
  skills: [],
  attachments: [],
  approvals: [],
  revocations: [],
  history: [],
  audit: [],
  lastId: 0,
};

export function skillOnly(row: StoredSkill | undefined): Skill | null {
  return row === undefined ? null : withoutBundledIdentifier(row);
}

export function sourceOnly(row: StoredSource | undefined): SkillSource | null {
  return row === undefined ? null : withoutBundled(row);
}

export function withoutBundledIdentifier({
  uid,
  sourceUid,
  identifier,
  version,
  bodyChecksum,
  storedDigest,
  copiedTrustLevel,
  enabled,
  orphaned,
  dataClass = null,
}: StoredSkill): Skill {
  return {
    uid,
    sourceUid,
    identifier,
    version,
    bodyChecksum,
    storedDigest,
    copiedTrustLevel,
    enabled,
    orphaned,
    dataClass,
  };
}

export function withoutBundled({
  uid,
  type,
  title,
  trustLevel,
  enabled,
}: StoredSource): SkillSource {
  return { uid, type, title, trustLevel, enabled };
}
