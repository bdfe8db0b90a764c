import { AppError } from '../base/index.ts';
import type { SkillSummary } from '../contracts/index.ts';
import type { Vouch } from '../app/index.ts';

/** The one skill with that identifier or uid. */
export async function findSkill(
  vouch: Vouch,
  actor: Parameters<Vouch['skills']['list']>[0],
  name: string,
): Promise<SkillSummary> {
  const list = await vouch.skills.list(actor);
  const found = list.filter((skill) => skill.identifier === name || String(skill.uid) === name);
  const [skill] = found;
  if (skill === undefined) {
    throw new AppError('not_found', `There is no skill ${name}; see: vouch skills list`);
  }
  if (found.length > 1) {
    throw new AppError(
      'not_found',
      `Several skills are called ${name}: use the uid instead; see: vouch skills list --json`,
    );
  }
  return skill;
}
