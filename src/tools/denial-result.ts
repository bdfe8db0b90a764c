import type { DenialReason } from '../contracts/index.ts';

/** Whose answer it was, as far as the run can tell (ADR-200). */
export type DecidedBy = 'run_owner' | 'other_user' | 'unknown';

/**
 * What the model reads of a declined call: fixed tokens first, then one sentence. A denial without a reason keeps the
 * text it always had (DEC-04).
 */
export function denialResult(decidedBy: DecidedBy, reason: DenialReason | null): string {
  const tokens = `approval_denied decided_by=${decidedBy}`;
  switch (reason) {
    case null:
      return `${tokens}\nThe call was declined and did not run. Do not repeat it.`;
    case 'variant':
      return `${tokens} reason=variant\nThe call was declined because another variant is wanted: propose a different text for the same point.`;
    case 'skip':
      return `${tokens} reason=skip\nThe call was declined because the point is left for later: go on with the next point.`;
    case 'keep':
      return `${tokens} reason=keep\nThe call was declined because the current text stays as it is: go on with the next point.`;
  }
}
