import type {
  CarriedOut,
  DenialReason,
  ProposalOutcomeKind,
  RunOutcome,
} from '../contracts/index.ts';
import { readOutcome, type ReturnedApproval, type RunResult, type RunStep } from '../runs/index.ts';

export interface AnsweredCard {
  readonly isProcessWrite: boolean;
  readonly approved: boolean;
  readonly reason: DenialReason | null;
  /** Default: every call that ran counts. */
  readonly callCount?: number;
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
    return isUnknown(card, returned) ? 'check' : 'approved';
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

/** Whether it is not known what the calls of an approved card did. */
function isUnknown(card: AnsweredCard, returned: ReturnedApproval): boolean {
  if (returned.kind !== 'result') return returned.kind === 'noAnswer';
  const { steps, takenOver } = returned;
  const calls = decidedCalls(steps, card.callCount ?? steps.length);
  return takenOver || calls.some(({ effectUnknown }) => effectUnknown);
}

/** A result as `readOutcome` takes it. */
export function returnedResult(result: RunResult): ReturnedApproval {
  const { outcome, termination, steps, resuspended, effectStamped, takenOver } = result;
  return { kind: 'result', outcome, termination, steps, resuspended, effectStamped, takenOver };
}

/** A call that was carried out, and what it wrote. */
interface CarriedOutCall {
  readonly isError: boolean;
  /** It failed, and what it did is not known. */
  readonly effectUnknown: boolean;
  readonly writes: readonly Extract<RunStep, { kind: 'write' }>[];
}

/** The calls of the decided card: the first of the steps, each with the writes up to the next (WRT-07). */
function decidedCalls(steps: readonly RunStep[], callCount: number): readonly CarriedOutCall[] {
  const starts = steps.flatMap((step, index) => (step.kind === 'tool' ? [{ step, index }] : []));
  return starts.slice(0, callCount).map(({ step, index }, position) => ({
    isError: step.isError,
    effectUnknown: step.effectUnknown === true,
    writes: steps
      .slice(index, starts[position + 1]?.index)
      .flatMap((written) => (written.kind === 'write' ? [written] : [])),
  }));
}

/** What came of the calls of a decided card. */
export interface SeenCalls {
  /** The entry that takes back all that was saved; `null` when nothing was, or more than one entry, or that is not known. */
  readonly historyId: string | null;
  /** `null` = no call was seen to end, or of one it is not known what it did. */
  readonly carriedOut: CarriedOut | null;
}

export function seenCalls(steps: readonly RunStep[], callCount: number): SeenCalls {
  const calls = decidedCalls(steps, callCount);
  const taken = calls.filter(({ isError }) => !isError);
  const entries = new Set(
    calls.flatMap(({ writes }) => writes.flatMap(({ historyId }) => historyId ?? [])),
  );
  const [historyId = null, ...others] = entries;
  const isWhole =
    taken.length === callCount &&
    taken.every(({ writes }) => writes.every(({ completeness }) => completeness !== 'partial'));
  const isKnown = !calls.some(({ effectUnknown }) => effectUnknown);
  if (!isKnown || calls.length === 0) return { historyId: null, carriedOut: null };
  return {
    historyId: others.length === 0 ? historyId : null,
    carriedOut: taken.length === 0 ? 'not' : isWhole ? 'wholly' : 'partly',
  };
}
