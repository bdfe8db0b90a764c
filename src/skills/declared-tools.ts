import { currentDigest } from './instruction.ts';
import { hashesTo } from './version-digest.ts';
import type { ApprovalRow, Skill, SkillSource } from './skill.ts';

export interface DeclarationFacts {
  readonly source: SkillSource | null;
  /** The snapshot of the valid pin the run holds of this skill, if it holds one. */
  readonly pinned: Pick<ApprovalRow, 'snapshot' | 'digest'> | null;
  /** The most recent unrevoked approval of the skill from its current source. Asked for backend skills only. */
  readonly latestApproval: Pick<ApprovalRow, 'snapshot' | 'digest'> | null;
}

/**
 * What a skill contributes to a run's allow-list: a list, or `null` when it declares nothing. A pinned skill
 * contributes its pinned snapshot's list; a backend skill that of its most recent unrevoked approved snapshot, and
 * without one a declared empty list (BCK-03); a synced skill its own, and a damaged one an empty list.
 */
export function declaredTools(skill: Skill, facts: DeclarationFacts): readonly string[] | null {
  if (facts.pinned !== null) return toolsOf(facts.pinned);
  if (facts.source?.type === 'backend') {
    return facts.latestApproval === null ? [] : toolsOf(facts.latestApproval);
  }
  return currentDigest(skill, facts.source).state === 'damaged' ? [] : skill.version.allowedTools;
}

/** A snapshot that no longer hashes to its digest grants nothing. */
function toolsOf(row: Pick<ApprovalRow, 'snapshot' | 'digest'>): readonly string[] | null {
  return hashesTo(row.snapshot, row.digest) ? row.snapshot.allowedTools : [];
}
