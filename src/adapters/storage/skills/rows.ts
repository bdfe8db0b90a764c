import type { Selectable } from 'kysely';
import { SkillVersionFields, SnippetDataClass } from '../../../contracts/index.ts';
import {
  readTrustLevel,
  type ApprovalRow,
  type Attachment,
  type RevocationRow,
  type Skill,
  type SkillAuditEvent,
  type SkillAuditRow,
  type SkillHistoryRow,
  type SkillSource,
  type SkillVersion,
  type SourceType,
} from '../../../skills/index.ts';
import { fromFlag, toFlag } from '../columns.ts';
import type {
  AttachmentTable,
  SkillApprovalTable,
  SkillAuditTable,
  SkillHistoryTable,
  SkillRevocationTable,
  SkillSourceTable,
  SkillTable,
} from './tables.ts';

/** Rows as the domain reads them. What cannot be read is read as what grants least. */

export function sourceOf(row: Selectable<SkillSourceTable>): SkillSource {
  return {
    uid: row.uid,
    type: row.type as SourceType,
    title: row.title,
    trustLevel: readTrustLevel(row.trust_level),
    enabled: fromFlag(row.enabled),
  };
}

export function skillOf(row: Selectable<SkillTable>): Skill {
  return {
    uid: row.uid,
    sourceUid: row.source_uid,
    identifier: row.identifier,
    version: {
      name: row.name,
      description: row.description,
      body: row.body,
      supportStatus: row.support_status === 'full' ? 'full' : 'partial',
      allowedTools: toolsOf(row.allowed_tools),
      process: fromFlag(row.process),
    },
    bodyChecksum: row.body_checksum,
    storedDigest: row.stored_digest,
    copiedTrustLevel: readTrustLevel(row.copied_trust_level),
    enabled: fromFlag(row.enabled),
    orphaned: fromFlag(row.orphaned),
    dataClass: row.data_class === null ? null : dataClassOf(row.data_class),
  };
}

/** What cannot be read is kept from everybody it could be kept from. */
function dataClassOf(stored: string): SnippetDataClass {
  return SnippetDataClass.safeParse(stored).data ?? 'secretAdjacent';
}

/** The digested fields as columns. */
export function versionColumns(version: SkillVersion) {
  return {
    name: version.name,
    description: version.description,
    body: version.body,
    support_status: version.supportStatus,
    allowed_tools: version.allowedTools === null ? null : JSON.stringify(version.allowedTools),
    process: toFlag(version.process),
  };
}

export function attachmentOf(row: Selectable<AttachmentTable>): Attachment {
  return {
    configurationUid: row.configuration_uid,
    skillUid: row.skill_uid,
    // Composed always only when that is what is stored.
    loadMode: row.load_mode === 'always' ? 'always' : 'on_demand',
    position: row.position,
  };
}

export function approvalOf(row: Selectable<SkillApprovalTable>): ApprovalRow {
  return {
    id: row.id,
    skillUid: row.skill_uid,
    sourceUid: row.source_uid,
    digest: row.digest,
    snapshot: snapshotOf(row.snapshot),
    trustLevel: readTrustLevel(row.trust_level),
    approvedBy: row.approved_by,
    atMs: row.at_ms,
  };
}

export function revocationOf(row: Selectable<SkillRevocationTable>): RevocationRow {
  return {
    id: row.id,
    skillUid: row.skill_uid,
    digest: row.digest,
    reason: row.reason,
    revokedBy: row.revoked_by,
    atMs: row.at_ms,
  };
}

export function historyOf(row: Selectable<SkillHistoryTable>): SkillHistoryRow {
  return {
    id: row.id,
    skillUid: row.skill_uid,
    atMs: row.at_ms,
    userId: row.user_id,
    before: row.before_version === null ? null : snapshotOf(row.before_version),
    after: snapshotOf(row.after_version),
    digest: row.digest,
  };
}

export function auditOf(row: Selectable<SkillAuditTable>): SkillAuditRow {
  return {
    id: row.id,
    atMs: row.at_ms,
    event: row.event as SkillAuditEvent,
    skillUid: row.skill_uid,
    sourceUid: row.source_uid,
    subject: row.subject,
    digest: row.digest,
    trustLevel: row.trust_level === null ? null : readTrustLevel(row.trust_level),
    actorId: row.actor_id,
    detail: row.detail,
  };
}

/** An undecodable list is the declared empty one, never "no restriction" (decisions §21). */
function toolsOf(json: string | null): string[] | null {
  if (json === null) return null;
  const value = parsed(json);
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : [];
}

/** A snapshot that cannot be read becomes an empty version, which hashes to no approved digest: damaged, not fatal. */
function snapshotOf(json: string): SkillVersion {
  const version = SkillVersionFields.safeParse(parsed(json));
  return version.success ? version.data : UNREADABLE;
}

const UNREADABLE: SkillVersion = {
  name: '',
  description: '',
  body: '',
  supportStatus: 'partial',
  allowedTools: [],
  process: false,
};

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
