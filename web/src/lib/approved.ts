import type { SkillSummary } from '../../../src/contracts/index.ts';

/** Whether there are processes, and nobody ever approved any version of one: a fresh installation. */
export function needsFirstApproval(skills: readonly SkillSummary[]): boolean {
  const processes = skills.filter(({ process }) => process);
  return (
    processes.length > 0 &&
    processes.every(({ versions }) => versions.every(({ seal }) => seal === 'not_approved'))
  );
}
