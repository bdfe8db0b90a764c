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
