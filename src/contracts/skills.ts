import { z } from 'zod';
import { LoadMode, TrustLevel } from './records.ts';
import { SnippetDataClass } from './snippets.ts';

/** The digested fields of a version; exactly these make the digest (DIG-01). */
export const SkillVersionFields = z.object({
  name: z.string(),
  description: z.string(),
  body: z.string(),
  supportStatus: z.enum(['full', 'partial']),
  /** `null` = no declaration; an empty list = no tools. */
  allowedTools: z.array(z.string()).nullable(),
  process: z.boolean(),
});
export type SkillVersionFields = z.infer<typeof SkillVersionFields>;

/** What is stored about one digest; what the seal shows. */
export const SealState = z.enum(['approved', 'not_approved', 'revoked']);
export type SealState = z.infer<typeof SealState>;

export const SkillVersionSummary = z.object({
  digest: z.string(),
  seal: SealState,
  /** The version the record holds now. */
  current: z.boolean(),
  approvedBy: z.string().nullable(),
  approvedAtMs: z.number().int().nullable(),
  revokedAtMs: z.number().int().nullable(),
  heldByConversations: z.number().int(),
});

export const SkillSummary = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  process: z.boolean(),
  enabled: z.boolean(),
  orphaned: z.boolean(),
  source: z.object({
    uid: z.number().int(),
    title: z.string(),
    type: z.enum(['single_file', 'repo', 'marketplace', 'backend']),
    trustLevel: TrustLevel,
  }),
  /** How confidential an administrator says its text is; `null` = not declared. */
  dataClass: SnippetDataClass.nullable().optional(),
  /** Whether its current version instructs right now. */
  instruction: z.boolean(),
  /** Without a digest: a legacy row, or a damaged one. */
  damaged: z.boolean(),
  versions: z.array(SkillVersionSummary),
});
export type SkillSummary = z.infer<typeof SkillSummary>;

export const SkillAuditEntry = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  event: z.string(),
  digest: z.string().nullable(),
  actorName: z.string(),
  /** In lists of every skill after what it is about, as in exports. */
  detail: z.string(),
  /** The skill's identifier or the source's title at the time. */
  subject: z.string(),
  /** The detail alone, as it is stored. */
  code: z.string(),
  skillUid: z.number().int().nullable(),
  /** As it is called now; `null` for a row about no skill. */
  skillName: z.string().nullable(),
  sourceUid: z.number().int().nullable(),
  sourceTitle: z.string().nullable(),
  /** The seal of the version right after this row; `null` when it names none. */
  seal: SealState.nullable(),
});
export type SkillAuditEntry = z.infer<typeof SkillAuditEntry>;

/** Where a synced version was read. Third-party text in `path`: escape it. */
export const SkillOrigin = z.object({
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  /** The file at that commit, for people to look at. */
  url: z.string(),
});
export type SkillOrigin = z.infer<typeof SkillOrigin>;

/** Everything the approve screen shows; the click posts `digest` back (APR-02). */
export const SkillReview = z.object({
  skill: SkillSummary,
  digest: z.string(),
  version: SkillVersionFields,
  /** The most recent approved snapshot, to compare with; `null` when there is none. */
  lastApproved: z
    .object({ digest: z.string(), version: SkillVersionFields, approvedAtMs: z.number().int() })
    .nullable(),
  tools: z.array(
    z.object({ name: z.string(), exists: z.boolean(), effect: z.string().nullable() }),
  ),
  findings: z.array(
    z.object({
      label: z.string(),
      severity: z.enum(['high', 'medium', 'low']),
      line: z.number().int(),
      excerpt: z.string(),
    }),
  ),
  /** The file it came from; `null` for a skill written here or not synced since it was imported. */
  origin: SkillOrigin.nullable().optional(),
  /** Codes of what is odd about the text itself, such as `process_without_progress` (decisions §67). */
  warnings: z.array(z.string()).optional(),
  /** Whether an approval would make it an instruction at once, and if not, why. */
  wouldInstruct: z.boolean(),
  reasons: z.array(z.string()),
  audit: z.array(SkillAuditEntry),
});
export type SkillReview = z.infer<typeof SkillReview>;

/** What a revocation reaches, shown before the click (WEB-05). */
export const RevokeReach = z.object({
  digest: z.string(),
  conversations: z.array(
    z.object({ uuid: z.string(), owner: z.string(), pageTitle: z.string().nullable() }),
  ),
  waitingRuns: z.array(
    z.object({
      uuid: z.string(),
      status: z.string(),
      createdAtMs: z.number().int(),
      /** Who began it; `null` = no person. */
      owner: z.string().nullable(),
      /** Of the page it is about; `null` = about none, or it is gone. */
      pageTitle: z.string().nullable(),
    }),
  ),
  configurations: z.array(z.object({ uid: z.number().int(), name: z.string() })),
});
export type RevokeReach = z.infer<typeof RevokeReach>;

/** One line of the slash menu (API-01). `untrusted` descriptions are third-party text. */
export const CatalogueEntry = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  loadMode: LoadMode,
  process: z.boolean(),
  instruction: z.boolean(),
  untrusted: z.boolean(),
  digest: z.string().nullable(),
  openPoints: z.number().int(),
  /** Whether a process is meant for the language of the page asked for; absent without a page. */
  fitsLanguage: z.boolean().optional(),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const ApproveSkill = z.object({ digest: z.string() });
export type ApproveSkill = z.infer<typeof ApproveSkill>;
export const RevokeSkill = z.object({ digest: z.string(), reason: z.string().max(500) });
export type RevokeSkill = z.infer<typeof RevokeSkill>;

/** Writing a skill. */
export const WriteSkill = z.object({
  name: z.string().min(1).max(255),
  description: z.string().min(1).max(2_000),
  body: z.string().max(65_536),
  allowedTools: z.array(z.string()).nullable(),
  process: z.boolean(),
});
export type WriteSkill = z.infer<typeof WriteSkill>;
export const CreateSkill = WriteSkill.extend({ sourceUid: z.number().int() });
export type CreateSkill = z.infer<typeof CreateSkill>;
export const CreateBackendSource = z.object({
  title: z.string().trim().min(1).max(255),
  trustLevel: TrustLevel,
});
export type CreateBackendSource = z.infer<typeof CreateBackendSource>;

export const SwitchSkill = z.object({ enabled: z.boolean() });
export type SwitchSkill = z.infer<typeof SwitchSkill>;
/** `null` takes a declaration back. */
export const DeclareDataClass = z.object({ dataClass: SnippetDataClass.nullable() });
export type DeclareDataClass = z.infer<typeof DeclareDataClass>;

export const SkillHistoryEntry = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  userName: z.string(),
  before: SkillVersionFields.nullable(),
  after: SkillVersionFields,
  digest: z.string(),
});
export type SkillHistoryEntry = z.infer<typeof SkillHistoryEntry>;

/** A skill on a configuration; lists of them are in the order in which they are composed. */
export const AttachedSkill = z.object({
  skillUid: z.number().int(),
  name: z.string(),
  process: z.boolean(),
  enabled: z.boolean(),
  /** Whether its current version instructs right now. */
  instruction: z.boolean(),
  loadMode: LoadMode,
});
export type AttachedSkill = z.infer<typeof AttachedSkill>;

/** A configuration and the skills it offers. */
export const ConfigurationSkills = z.object({
  uid: z.number().int(),
  name: z.string(),
  isDefault: z.boolean(),
  skills: z.array(AttachedSkill),
});
export type ConfigurationSkills = z.infer<typeof ConfigurationSkills>;

/** `null` detaches. */
export const SetAttachment = z.object({ loadMode: LoadMode.nullable() });
export type SetAttachment = z.infer<typeof SetAttachment>;
/** Every attached skill, in the order wanted. */
export const OrderAttachments = z.object({ skillUids: z.array(z.number().int()).max(1_000) });
export type OrderAttachments = z.infer<typeof OrderAttachments>;

export const AuditPerson = z.object({ id: z.string(), name: z.string() });
export type AuditPerson = z.infer<typeof AuditPerson>;
