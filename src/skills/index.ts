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
export { effectiveInstructionThreshold, reaches, readTrustLevel, trustRank } from './trust.ts';
export { normaliseAllowedTools, splitAllowedTools } from './allowed-tools.ts';
export {
  bodyChecksum,
  DIGEST_FORMAT,
  digestFormat,
  hashesTo,
  normaliseVersion,
  versionDigest,
} from './version-digest.ts';
export { namesAsset, supportStatusOf } from './support-status.ts';
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
export {
  formatSkillMarkdown,
  MAX_BODY_BYTES,
  MAX_FRONT_MATTER_BYTES,
  parseSkillMarkdown,
  type ParsedSkill,
  type ParsedSkillMarkdown,
} from './skill-markdown.ts';
export type { SkillMarkdownError, SkillMarkdownErrorCode } from './skill-markdown-error.ts';
export {
  SCAN_RULES,
  scanSkill,
  type ScanFinding,
  type ScanRule,
  type ScanSeverity,
} from './scan.ts';
export { lintSkill, type LintFinding } from './lint.ts';
export type {
  ApprovalState,
  NewSkill,
  NewSkillSource,
  RevocationRow,
  SkillAuditEvent,
  SkillAuditRow,
  SkillHistoryRow,
  SkillRecords,
  SkillRowChanges,
  SkillStore,
  SkillWriter,
} from './skill-store.ts';
export { invocableSkills, type InvocableSkill } from './invocable.ts';
export {
  approvalRefusal,
  mayAuthor,
  revocationRefusal,
  writeRefusal,
  type Refusal,
  type SkillChanges,
} from './skill-rules.ts';
export type { KnownTool, SkillServiceDeps, SkillUsage } from './skill-service-deps.ts';
export { createSkillService, type SkillService } from './skill-service.ts';
export { seedBundledProcesses, type BundledText, type SeedResult } from './bundled.ts';
