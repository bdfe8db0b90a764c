import {
  outcomeWord,
  type ConversationEntry,
  type ProposalOutcome,
} from '../../../../../src/contracts/index.ts';
import { canUndo } from './outcome-line.ts';

export type SummaryGroupKind =
  'applied' | 'check' | 'not_applied' | 'skipped' | 'kept' | 'unanswered';

export interface SummaryGroup {
  readonly kind: SummaryGroupKind;
  readonly outcomes: readonly ProposalOutcome[];
}

export interface TourSummary {
  /** Only groups that hold something, in this order: applied, to check, not saved, skipped, kept, unanswered (CHT-09). */
  readonly groups: readonly SummaryGroup[];
  readonly points: number;
  /** Changes that can still be taken back, newest first: the order in which taking all back works. */
  readonly undoable: readonly ProposalOutcome[];
}

const GROUPS: readonly SummaryGroupKind[] = [
  'applied',
  'check',
  'not_applied',
  'skipped',
  'kept',
  'unanswered',
];

/**
 * What a finished process did. Declined variants and withdrawn proposals are steps on the way to an answer, not an
 * answer, and stay out of it; unless a variant was asked for last and none came: that point was left without an answer.
 */
export function tourSummary(outcomes: readonly ProposalOutcome[]): TourSummary {
  const unanswered = leftUnanswered(outcomes);
  const groups = GROUPS.map((kind) => ({
    kind,
    outcomes: outcomes.filter((outcome) =>
      kind === 'unanswered' ? unanswered.has(outcome) : groupOf(outcome) === kind,
    ),
  })).filter((group) => group.outcomes.length > 0);
  return {
    groups,
    points: groups.reduce((sum, group) => sum + group.outcomes.length, 0),
    undoable: outcomes.filter(canUndo).reverse(),
  };
}

/** For each point that ended on the wish for another variant, that wish. */
function leftUnanswered(outcomes: readonly ProposalOutcome[]): ReadonlySet<ProposalOutcome> {
  const last = new Map(outcomes.map((outcome) => [placeOf(outcome), outcome]));
  return new Set([...last.values()].filter(({ kind }) => kind === 'variant'));
}

/** What tells points apart: their number and record; without a number, the fields too. */
function placeOf({ point, target, fields }: ProposalOutcome): string {
  const names = point === null ? fields.map(({ field }) => field).sort() : [];
  return JSON.stringify([point, target?.table, target?.uid, names]);
}

/** Where the summary of a tour lists it; `null` = a step on the way to an answer. */
export function groupOf(outcome: ProposalOutcome): Exclude<SummaryGroupKind, 'unanswered'> | null {
  switch (outcome.kind) {
    case 'applied':
    case 'approved':
      return 'applied';
    case 'not_applied':
      return wasTakenSomehow(outcome) ? 'check' : 'not_applied';
    case 'check':
    case 'skipped':
    case 'kept':
      return outcome.kind;
    case 'denied':
    case 'variant':
    case 'withdrawn':
      return null;
  }
}

/** Not applied by the rule, and yet not without effect: to be looked at. */
function wasTakenSomehow(outcome: ProposalOutcome): boolean {
  return ['saved_in_part', 'done_elsewhere'].includes(outcomeWord(outcome));
}

/** The summary's outcomes with what was undone since: the entry itself is written once, the outcome lines move on. */
export function withLaterUndo(
  outcomes: readonly ProposalOutcome[],
  entries: readonly ConversationEntry[],
): ProposalOutcome[] {
  const undone = new Set(
    entries.flatMap(({ body }) =>
      body.kind === 'outcome' && body.outcome.undone ? [body.outcome.id] : [],
    ),
  );
  return outcomes.map((outcome) =>
    undone.has(outcome.id) ? { ...outcome, undone: true } : outcome,
  );
}
