import type { GateAnswer, SkillLack } from '../contracts/index.ts';
import { admits, declaredTools, readDeclarationFacts, type SkillRecords } from '../skills/index.ts';

type Listing = NonNullable<GateAnswer['skills']>['listing'][number];

/**
 * The skills that list a tool, in the version that counts or in their present one, with what each lacks that a run whose
 * skills are `skillUids` gets it. Who lacks least first. One that is gone from its source lists nothing.
 */
export async function skillsListing(
  skills: SkillRecords,
  tool: string,
  skillUids: ReadonlySet<number>,
): Promise<Listing[]> {
  const thresholds = await skills.thresholds();
  const found = await Promise.all(
    (await skills.skills()).map(async (skill): Promise<readonly Listing[]> => {
      const facts = await readDeclarationFacts(skills, skill, null);
      const lists = declaredTools(skill, facts)?.includes(tool) ?? false;
      const listsNow = skill.version.allowedTools?.includes(tool) ?? false;
      // Only where an administrator decides on what counts, the present version can list more than does.
      const mayCount = listsNow && facts.source?.type === 'backend';
      if (skill.orphaned || !(lists || mayCount)) return [];
      const lacks: readonly (readonly [SkillLack, boolean])[] = [
        ['approve', !lists],
        ['enable', !skill.enabled],
        ['admit', !admits(skill, facts.source, thresholds)],
        ['attach', !skillUids.has(skill.uid)],
      ];
      return [
        {
          uid: skill.uid,
          identifier: skill.identifier,
          name: skill.version.name,
          lacks: lacks.flatMap(([lack, isLacking]) => (isLacking ? [lack] : [])),
        },
      ];
    }),
  );
  return found.flat().sort((one, other) => one.lacks.length - other.lacks.length);
}
