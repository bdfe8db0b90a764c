import type { ConversationEntry, ProposalOutcome } from '../../../../../src/contracts/index.ts';
import { canUndo } from './outcome-line.ts';

export type SummaryGroupKind = 'applied' | 'check' | 'not_applied' | 'skipped' | 'kept';

export interface SummaryGroup {
  readonly kind: SummaryGroupKind;
  readonly outcomes: readonly ProposalOutcome[];
}

export interface TourSummary {
  /** Only groups that hold something, in this order: applied, to check, not saved, skipped, kept (CHT-09). */
  readonly groups: readonly SummaryGroup[];
  readonly points: number;
  /** Changes that can still be taken back, newest first: the order in which taking all back works. */
  readonly undoable: readonly ProposalOutcome[];
}

const GROUPS: readonly SummaryGroupKind[] = ['applied', 'check', 'not_applied', 'skipped', 'kept'];

/**
 * What a finished process did. Declined variants and withdrawn proposals are steps on the way to an answer, not an
 * answer, and stay out of it.
 */
export function tourSummary(outcomes: readonly ProposalOutcome[]): TourSummary {
  const groups = GROUPS.map((kind) => ({
    kind,
    outcomes: outcomes.filter((outcome) => groupOf(outcome) === kind),
  })).filter((group) => group.outcomes.length > 0);
  return {
    groups,
    points: groups.reduce((sum, group) => sum + group.outcomes.length, 0),
    undoable: outcomes.filter(canUndo).reverse(),
  };
}

function groupOf(outcome: ProposalOutcome): SummaryGroupKind | null {
  switch (outcome.kind) {
    case 'applied':
    case 'approved':
      return 'applied';
    case 'check':
    case 'not_applied':
    case 'skipped':
    case 'kept':
      return outcome.kind;
    case 'denied':
    case 'variant':
    case 'withdrawn':
      return null;
  }
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
