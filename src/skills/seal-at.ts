import type { SealState } from '../contracts/index.ts';
import type { SkillAuditRow } from './skill-store.ts';

/**
 * The seal a version had right after an audit row, read from the audit itself: the latest decision about it up to that
 * row. An approval counts for the source it was made in, a revocation for every source (decisions §41, §71). `decisions`
 * are the rows `approved` and `revoked` of the same skill, in any order. `null` = the row names no version.
 */
export function sealAt(
  row: Pick<SkillAuditRow, 'id' | 'skillUid' | 'sourceUid' | 'digest'>,
  decisions: readonly Pick<SkillAuditRow, 'id' | 'skillUid' | 'sourceUid' | 'digest' | 'event'>[],
): SealState | null {
  if (row.digest === null || row.skillUid === null) return null;
  const latest = decisions
    .filter(
      ({ id, skillUid, sourceUid, digest, event }) =>
        id <= row.id &&
        skillUid === row.skillUid &&
        digest === row.digest &&
        (event === 'revoked' || (event === 'approved' && sourceUid === row.sourceUid)),
    )
    .reduce<{ readonly id: number; readonly event: string } | null>(
      (last, decision) => (last === null || decision.id > last.id ? decision : last),
      null,
    );
  if (latest === null) return 'not_approved';
  return latest.event === 'revoked' ? 'revoked' : 'approved';
}
