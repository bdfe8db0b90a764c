import type { TaskSkillView } from '../contracts/index.ts';
import { isInstruction, readInstructionFacts, type SkillReader } from '../skills/index.ts';
import type { TaskAttachment } from './task.ts';

/** What a task asks of a skill: its name, and whether it is a process as it is written or as it is approved. */
export async function taskSkill(
  skills: SkillReader,
  skillUid: number,
): Promise<Omit<TaskSkillView, 'loadMode'> | null> {
  const facts = await readInstructionFacts(skills, skillUid);
  if (facts === null) return null;
  const verdict = isInstruction(facts);
  const { skill } = facts;
  const approved = verdict.instruction ? verdict.approval.snapshot : null;
  return {
    skillUid,
    name: (approved ?? skill.version).name,
    process: skill.version.process || approved?.process === true,
    available: skill.enabled && !skill.orphaned,
  };
}

/** The skills on a task, as people see them; one that is gone is left out. */
export async function taskSkills(
  skills: SkillReader,
  attachments: readonly TaskAttachment[],
): Promise<TaskSkillView[]> {
  const views = await Promise.all(
    attachments.map(async ({ skillUid, loadMode }) => {
      const skill = await taskSkill(skills, skillUid);
      return skill === null ? [] : [{ ...skill, loadMode }];
    }),
  );
  return views.flat();
}
