import { TrustLevel } from '../contracts/index.ts';
import type { TrustThresholds } from './skill.ts';

const RANK: Readonly<Record<TrustLevel, number>> = {
  untrusted: 0,
  community: 1,
  verified: 2,
  first_party: 3,
};

/** Position of a provenance level, 0 (lowest) to 3 (ADM-01). */
export function trustRank(level: TrustLevel): number {
  return RANK[level];
}

/** A stored level; whatever is not one of the four reads as the lowest (ADM-01). */
export function readTrustLevel(stored: unknown): TrustLevel {
  const parsed = TrustLevel.safeParse(stored);
  return parsed.success ? parsed.data : 'untrusted';
}

/** The level an instruction needs; a threshold below the minimum reads as the minimum (ADM-02). */
export function effectiveInstructionThreshold(thresholds: TrustThresholds): TrustLevel {
  const { minTrust, instructionTrust } = thresholds;
  return trustRank(instructionTrust) < trustRank(minTrust) ? minTrust : instructionTrust;
}

/** Whether a level reaches a threshold. */
export function reaches(level: TrustLevel, threshold: TrustLevel): boolean {
  return trustRank(level) >= trustRank(threshold);
}
