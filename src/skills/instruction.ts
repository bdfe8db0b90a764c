import type { ApprovalRow, Skill, SkillSource, TrustThresholds } from './skill.ts';
import { effectiveInstructionThreshold, reaches } from './trust.ts';
import { bodyChecksum, hashesTo, versionDigest } from './version-digest.ts';

/** What a skill's row names right now: a digest, or why it names none. */
export type CurrentDigest =
  | { readonly state: 'intact'; readonly digest: string }
  /** No digest yet, the body still matches its checksum: composed fenced, never an instruction (DIG-07). */
  | { readonly state: 'legacy'; readonly digest: null }
  /** The stored fields no longer match what the sync wrote, or the source is gone: composed by no path (DIG-06). */
  | { readonly state: 'damaged'; readonly digest: null };

/**
 * A backend skill's digest is computed from its fields at every use (BCK-01). A synced skill's is the stored one, as
 * long as the stored fields still hash to it (DIG-06).
 */
export function currentDigest(skill: Skill, source: SkillSource | null): CurrentDigest {
  if (source === null) return { state: 'damaged', digest: null };
  if (source.type === 'backend') return { state: 'intact', digest: versionDigest(skill.version) };
  if (skill.storedDigest === null) {
    return bodyChecksum(skill.version.body) === skill.bodyChecksum
      ? { state: 'legacy', digest: null }
      : { state: 'damaged', digest: null };
  }
  return hashesTo(skill.version, skill.storedDigest)
    ? { state: 'intact', digest: skill.storedDigest }
    : { state: 'damaged', digest: null };
}

/**
 * Whether a skill may be composed at all: its source is on, and the level reaches the minimum (ADM-02, decisions §24).
 * The level is the source's for a backend skill and the one copied at the last sync otherwise (ADM-04).
 */
export function admits(
  skill: Skill,
  source: SkillSource | null,
  thresholds: TrustThresholds,
): boolean {
  if (source === null || !source.enabled) return false;
  const level = source.type === 'backend' ? source.trustLevel : skill.copiedTrustLevel;
  return reaches(level, thresholds.minTrust);
}

/** Everything the question "does its current version instruct?" is decided by. */
export interface InstructionFacts {
  readonly skill: Skill;
  readonly source: SkillSource | null;
  readonly thresholds: TrustThresholds;
  /** The latest approval of (skill, its source, its current digest), and whether no later revocation names it. */
  readonly approval: { readonly approval: ApprovalRow; readonly unrevoked: boolean } | null;
}

export type InstructionRefusal =
  | 'source_gone'
  | 'orphaned'
  | 'legacy'
  | 'damaged'
  | 'below_threshold'
  | 'not_approved'
  | 'revoked'
  | 'snapshot_damaged';

export type InstructionVerdict =
  | { readonly instruction: true; readonly digest: string; readonly approval: ApprovalRow }
  | {
      readonly instruction: false;
      readonly digest: string | null;
      readonly reasons: readonly InstructionRefusal[];
    };

/**
 * Whether the skill's current version is an instruction: intact, source at or above the threshold, and an unrevoked
 * approval, with an undamaged snapshot, for exactly this digest from this source (ADM-05). An approval of anything else
 * in `facts` counts as none. An instruction is composed from `approval.snapshot`.
 * Neither "enabled" nor admission is asked here: they gate use, not what the text is.
 */
export function isInstruction(facts: InstructionFacts): InstructionVerdict {
  const { skill, source, thresholds, approval } = facts;
  const current = currentDigest(skill, source);
  const reasons: InstructionRefusal[] = [];
  if (source === null) reasons.push('source_gone');
  if (skill.orphaned) reasons.push('orphaned');
  if (current.digest === null && source !== null) reasons.push(current.state);
  if (source !== null && !reaches(source.trustLevel, effectiveInstructionThreshold(thresholds))) {
    reasons.push('below_threshold');
  }
  const matching =
    approval !== null &&
    approval.approval.skillUid === skill.uid &&
    approval.approval.sourceUid === skill.sourceUid &&
    approval.approval.digest === current.digest
      ? approval
      : null;
  if (matching === null) reasons.push('not_approved');
  else if (!matching.unrevoked) reasons.push('revoked');
  else if (!hashesTo(matching.approval.snapshot, matching.approval.digest)) {
    reasons.push('snapshot_damaged');
  }
  return reasons.length === 0 && matching !== null && current.digest !== null
    ? { instruction: true, digest: current.digest, approval: matching.approval }
    : { instruction: false, digest: current.digest, reasons };
}
