import type { Generated } from 'kysely';

export interface SkillsTables {
  skill_source: SkillSourceTable;
  skill: SkillTable;
  attachment: AttachmentTable;
  skill_decision: SkillDecisionTable;
  skill_approval: SkillApprovalTable;
  skill_revocation: SkillRevocationTable;
  skill_history: SkillHistoryTable;
  skill_audit: SkillAuditTable;
  skill_remote: SkillRemoteTable;
  skill_file: SkillFileTable;
}

export interface SkillSourceTable {
  uid: Generated<number>;
  type: string;
  title: string;
  trust_level: string;
  enabled: number;
  bundled: number;
}

export interface SkillTable {
  uid: Generated<number>;
  source_uid: number;
  identifier: string;
  name: string;
  description: string;
  body: string;
  support_status: string;
  /** JSON list of names, or null for no declaration. */
  allowed_tools: string | null;
  process: number;
  body_checksum: string;
  stored_digest: string | null;
  raw_front_matter: string | null;
  copied_trust_level: string;
  enabled: number;
  orphaned: number;
  bundled_identifier: string | null;
  data_class: string | null;
}

export interface AttachmentTable {
  configuration_uid: number;
  skill_uid: number;
  load_mode: string;
  position: number;
}

/** Gives approvals and revocations one sequence, so that "later" is row order and no clock. */
export interface SkillDecisionTable {
  id: Generated<number>;
  skill_uid: number;
}

export interface SkillApprovalTable {
  id: number;
  skill_uid: number;
  source_uid: number;
  digest: string;
  /** JSON of the digested fields. */
  snapshot: string;
  trust_level: string;
  approved_by: string;
  at_ms: number;
}

export interface SkillRevocationTable {
  id: number;
  skill_uid: number;
  digest: string;
  reason: string;
  revoked_by: string;
  at_ms: number;
}

export interface SkillHistoryTable {
  id: Generated<number>;
  skill_uid: number;
  at_ms: number;
  user_id: string | null;
  before_version: string | null;
  after_version: string;
  digest: string;
}

export interface SkillAuditTable {
  id: Generated<number>;
  at_ms: number;
  event: string;
  skill_uid: number | null;
  source_uid: number | null;
  subject: string;
  digest: string | null;
  trust_level: string | null;
  actor_id: string | null;
  detail: string;
}

/** What a synced source has besides its row in `skill_source`. */
export interface SkillRemoteTable {
  source_uid: number;
  url: string;
  ref: string | null;
  path_prefix: string | null;
  /** Sealed under `sourceTokenContext`. */
  sealed_token: string | null;
  expected_fingerprint: string | null;
  computed_fingerprint: string | null;
  pinned_commit: string | null;
  status: string;
  /** JSON. */
  problem: string | null;
  /** JSON. */
  counts: string | null;
  /** JSON. */
  lines: string;
  sync_owner: string | null;
  heartbeat_at_ms: number | null;
  /** JSON. */
  progress: string | null;
  cancel_requested: number;
  last_synced_at_ms: number | null;
  index_hash: string | null;
  index_text: string | null;
}

/** A file of a source as its last sync found it. */
export interface SkillFileTable {
  source_uid: number;
  identifier: string;
  repository: string;
  path: string;
  commit_sha: string;
  content_hash: string;
  read_as: number;
  outcome: string;
  /** JSON. */
  lines: string;
  /** JSON. */
  findings: string;
}
