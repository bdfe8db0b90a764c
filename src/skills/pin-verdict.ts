import type { ApprovalRow, Pin, Skill, SkillSource, TrustThresholds } from './skill.ts';
import { effectiveInstructionThreshold, reaches } from './trust.ts';
import { hashesTo } from './version-digest.ts';

export type PinRefusal =
  'skill_gone' | 'orphaned' | 'below_threshold' | 'revoked' | 'snapshot_damaged';

export interface PinFacts {
  readonly skill: Pick<Skill, 'orphaned'> | null;
  /** The source the pin names, not the one the skill has now (decisions §55). */
  readonly pinSource: SkillSource | null;
  readonly thresholds: TrustThresholds;
  /** The latest approval of exactly the pin's (skill, source, digest). */
  readonly approval: {
    readonly approval: ApprovalRow;
    readonly unrevoked: boolean;
    readonly revokedBecause?: string;
  } | null;
}

/**
 * Whether a pin holds, or why not (rules.md §2, PIN-02). Never asked: whether skill or source is enabled, what the
 * record holds by now, where it lives now, or whether something newer was approved.
 */
export function pinVerdict(pin: Pin, facts: PinFacts): 'holds' | PinRefusal {
  const { skill, pinSource, thresholds, approval } = facts;
  if (skill === null) return 'skill_gone';
  if (skill.orphaned) return 'orphaned';
  if (
    pinSource === null ||
    !reaches(pinSource.trustLevel, effectiveInstructionThreshold(thresholds))
  ) {
    return 'below_threshold';
  }
  if (approval === null || !approval.unrevoked || !names(approval.approval, pin)) return 'revoked';
  if (!hashesTo(approval.approval.snapshot, pin.digest)) return 'snapshot_damaged';
  return 'holds';
}

function names(row: ApprovalRow, pin: Pin): boolean {
  return (
    row.skillUid === pin.skillUid && row.sourceUid === pin.sourceUid && row.digest === pin.digest
  );
}
