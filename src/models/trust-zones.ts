import { TrustZone } from '../contracts/index.ts';

/**
 * The zone a run belongs to: the least trusted of every service that may answer it. Nothing named is the least trusted of
 * all (facts §3, TOL-02).
 */
export function leastTrusted(zones: readonly (TrustZone | null)[]): TrustZone {
  if (zones.length === 0) return 'externalGlobal';
  const ranks = zones.map((zone) => TrustZone.options.indexOf(zone ?? 'externalGlobal'));
  return TrustZone.options[Math.max(...ranks)] ?? 'externalGlobal';
}
