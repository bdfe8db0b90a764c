import type { Actor } from '../../actors/index.ts';
import { AppError } from '../../base/index.ts';
import { currentDigest } from '../instruction.ts';
import { formatSkillMarkdown } from '../skill-markdown.ts';
import { mayAuthor } from '../skill-rules.ts';
import type { SkillIngestDeps } from './ingest-deps.ts';

/**
 * A skill's current version as a SKILL.md that reads back as the same version, the same bytes every time. Throws
 * `skill_damaged` for a row that is not what its source delivered.
 */
export async function exportSkill(
  { store }: Pick<SkillIngestDeps, 'store'>,
  skillUid: number,
  actor: Actor,
): Promise<string> {
  if (!mayAuthor(actor)) {
    throw new AppError('not_permitted', 'This is for administrators and for who writes skills.');
  }
  const skill = await store.skill(skillUid);
  if (skill === null) throw new AppError('not_found', 'There is no such skill.');
  if (currentDigest(skill, await store.source(skill.sourceUid)).state === 'damaged') {
    throw new AppError('skill_damaged', 'The stored text is not what its source delivered.');
  }
  return formatSkillMarkdown(skill.version);
}
