export type {
  ApprovalRow,
  Attachment,
  Pin,
  Skill,
  SkillReader,
  SkillSource,
  SkillVersion,
  SourceType,
  TrustThresholds,
} from './skill.ts';
export { takeOverAttachments } from './skill-attachments.ts';
export { readTrustLevel, trustRank } from './trust.ts';
export { bodyChecksum, versionDigest } from './version-digest.ts';
export { namesAsset } from './support-status.ts';
export {
  admits,
  currentDigest,
  isInstruction,
  type CurrentDigest,
  type InstructionFacts,
  type InstructionRefusal,
  type InstructionVerdict,
} from './instruction.ts';
export { pinVerdict, type PinFacts, type PinRefusal } from './pin-verdict.ts';
export { declaredTools, type DeclarationFacts } from './declared-tools.ts';
export {
  catalogueEntries,
  catalogueLine,
  searchCatalogue,
  type Catalogue,
  type CatalogueCandidate,
  type LoadableSkill,
} from './catalogue.ts';
export {
  readCatalogueCandidates,
  readDeclarationFacts,
  readInstructionFacts,
  readPinFacts,
} from './skill-facts.ts';
export type {
  ApprovalState,
  NewSkill,
  NewSkillSource,
  RevocationRow,
  SkillAuditEvent,
  SkillAuditFilter,
  SkillAuditRow,
  SkillHistoryRow,
  SkillRecords,
  SkillRowChanges,
  SkillStore,
  SkillWriter,
} from './skill-store.ts';
export type { InvocableSkill } from './invocable.ts';
export type {
  KnownTool,
  SkillServiceDeps,
  SkillUsage,
  VersionDecision,
} from './skill-service-deps.ts';
export { createSkillService, type SkillService } from './skill-service.ts';
export { trialReader, type TriedVersion } from './trial.ts';
export { seedBundledProcesses, type BundledText, type SeedResult } from './bundled.ts';
export { rateLimitVerdict, type RateLimitVerdict } from './ingest/rate-limit.ts';
export type {
  Repository,
  RepositoryAccess,
  RepositoryErrorCode,
  RepositoryTree,
  SkillRepositoryReader,
  TreeEntry,
} from './ingest/repository-reader.ts';
export { hostRefusal } from './ingest/source-location.ts';
export type {
  KnownFile,
  RemoteSource,
  SkillSourceRecords,
  SkillSourceStore,
  SkillSourceWriter,
  SyncedRow,
} from './ingest/skill-source-store.ts';
export type { SkillIngestDeps, SkillIngestOptions } from './ingest/ingest-deps.ts';
export type { ImportReport } from './ingest/import-nr-llm.ts';
export type { UpgradeReport } from './ingest/upgrade.ts';
export {
  FORMER_TOKEN_CONTEXT,
  openSourceToken,
  sourceTokenContext,
} from './ingest/source-token.ts';
export { originOf } from './ingest/origin.ts';
export { createSkillIngest, type SkillIngest } from './ingest/skill-ingest.ts';
