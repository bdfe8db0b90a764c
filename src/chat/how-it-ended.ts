import type { DenialReason, ProposalOutcomeKind, RunOutcome } from '../contracts/index.ts';
import { readOutcome, type ReturnedApproval, type RunResult, type RunStep } from '../runs/index.ts';

export interface AnsweredCard {
  readonly isProcessWrite: boolean;
  readonly approved: boolean;
  readonly reason: DenialReason | null;
}

/** `undecided`: the card is handed back and the editor decides again. */
export type Ended = ProposalOutcomeKind | 'undecided';

const REASON_ENDS = { variant: 'variant', skip: 'skipped', keep: 'kept' } as const;
/** Outcomes after which a denial counts as accepted and the run as going on (ADR-022: a failed continuation records nothing). */
const WENT_ON: readonly RunOutcome[] = [
  'completed',
  'awaiting_approval',
  'awaiting_input',
  'requeued',
];

/**
 * How a card ended, read from what came back for its decision alone (ADR-214 item 9, rules §4, WRT-06). Only an approved
 * process write is read as applied, check or not applied; plain cards end as approved or denied.
 */
export function howItEnded(card: AnsweredCard, returned: ReturnedApproval): Ended {
  const reading = readOutcome(returned);
  if (reading === 'undecided') return 'undecided';
  if (card.approved) {
    if (card.isProcessWrite || reading === 'withdrawn') return reading;
    const unknown =
      returned.kind === 'noAnswer' || (returned.kind === 'result' && returned.takenOver);
    return unknown ? 'check' : 'approved';
  }
  switch (returned.kind) {
    case 'neverDecided':
    case 'refused':
      return 'withdrawn';
    case 'noAnswer': // nothing was written by a denial; whether it was accepted is not known
      return 'denied';
    case 'result':
      if (returned.takenOver || returned.outcome === 'lease_lost') return 'denied';
      if (!card.isProcessWrite) return reading === 'withdrawn' ? 'withdrawn' : 'denied';
      if (!WENT_ON.includes(returned.outcome)) return 'withdrawn';
      return card.reason === null ? 'denied' : REASON_ENDS[card.reason];
  }
}

/** A result as `readOutcome` takes it. */
export function returnedResult(result: RunResult): ReturnedApproval {
  const { outcome, termination, steps, resuspended, effectStamped, takenOver } = result;
  return { kind: 'result', outcome, termination, steps, resuspended, effectStamped, takenOver };
}

/** The write step of the decided call: the one between the first tool step and the next. */
export function writeOfDecidedCall(
  steps: readonly RunStep[],
): Extract<RunStep, { kind: 'write' }> | null {
  const first = steps.findIndex(({ kind }) => kind === 'tool');
  if (first < 0) return null;
  for (const step of steps.slice(first + 1)) {
    if (step.kind === 'tool') return null;
    if (step.kind === 'write') return step;
  }
  return null;
}
