import type { RunOutcome, RunTermination } from '../../contracts/index.ts';
import type { RunStep } from '../runtime.ts';

/** What came back of an approved process write (rules.md §4, ADR-214 item 9). */
export type ReturnedApproval =
  | {
      readonly kind: 'result';
      readonly outcome: RunOutcome;
      readonly termination: RunTermination | null;
      readonly steps: readonly RunStep[];
      readonly resuspended: boolean;
      readonly effectStamped: boolean;
      readonly takenOver: boolean;
    }
  | { readonly kind: 'refused'; readonly runTerminal: boolean }
  /** Withdrawn by a message, cancelled by an operator, purged. */
  | { readonly kind: 'neverDecided' }
  /** The decision was recorded and its worker lost. */
  | { readonly kind: 'noAnswer' };

/** `undecided` = the card, or a fresh one, is up again. Only `applied` closes a point. */
export type ApprovalReading = 'applied' | 'check' | 'not_applied' | 'withdrawn' | 'undecided';

/** Reads an approval from the returned result alone, never from events (WRT-06). */
export function readOutcome(returned: ReturnedApproval): ApprovalReading {
  if (returned.kind === 'neverDecided') return 'withdrawn';
  if (returned.kind === 'refused') return returned.runTerminal ? 'withdrawn' : 'undecided';
  if (returned.kind === 'noAnswer' || returned.takenOver) return 'check';
  const first = returned.steps.findIndex((step) => step.kind === 'tool');
  const decided = returned.steps[first];
  if (decided?.kind !== 'tool') return readWithoutCall(returned);
  if (decided.effectUnknown === true) return 'check';
  if (decided.isError) return 'not_applied';
  const next = returned.steps.findIndex((step, index) => index > first && step.kind === 'tool');
  const write = returned.steps
    .slice(first + 1, next < 0 ? undefined : next)
    .find((step) => step.kind === 'write');
  if (write === undefined) return ABORTED.includes(returned.outcome) ? 'check' : 'not_applied';
  if (write.hookFailedAfterWrite || write.completeness === null) return 'check';
  return write.completeness === 'complete' ? 'applied' : 'not_applied';
}

const ABORTED: readonly RunOutcome[] = ['cancelled', 'lease_lost', 'failed', 'requeued'];

/** Ends a run can come to before the decided call ran. */
const BEFORE_THE_CALL: readonly (RunTermination | null)[] = [
  'pin_failed',
  'four_eyes_blocked',
  'cancelled',
  'person_deleted',
];

function readWithoutCall(returned: Extract<ReturnedApproval, { kind: 'result' }>): ApprovalReading {
  if (returned.resuspended) return 'undecided';
  return BEFORE_THE_CALL.includes(returned.termination) && !returned.effectStamped
    ? 'withdrawn'
    : 'check';
}
