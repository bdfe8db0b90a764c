import type { ProposalOutcome, ProposalOutcomeKind } from './chat.ts';

/** How a card ended, in as many words as there are: beside the kinds, what became of an approval that was not all of it. */
export type OutcomeWord =
  ProposalOutcomeKind | 'saved_in_part' | 'done_elsewhere' | 'done_in_part' | 'failed';

/** An approval does not say what came of it; what was seen of its calls does. */
export function outcomeWord({ kind, carriedOut, target, fields }: ProposalOutcome): OutcomeWord {
  if (kind === 'approved') {
    if (carriedOut === 'partly') return 'done_in_part';
    return carriedOut === 'not' ? 'failed' : kind;
  }
  if (kind !== 'not_applied') return kind;
  if (carriedOut === 'partly') return 'saved_in_part';
  if (carriedOut === 'wholly') return 'done_elsewhere';
  // Nothing here was to take it.
  return carriedOut === 'not' && target === null && fields.length === 0 ? 'failed' : kind;
}
