import type { ConversationEntry, PendingCard, ProposalOutcome } from '../contracts/index.ts';

/**
 * A waiting card about a page that was deleted, or that the reader may no longer read: it can be answered, which ends the
 * run, and says nothing of what stood there.
 */
export function withheldCard(card: PendingCard): PendingCard {
  return {
    ...card,
    inputSchema: null,
    calls: card.calls.map((call) => ({
      ...call,
      arguments: {},
      preview: { lines: [], fields: [], failed: true, reason: 'not_found' },
    })),
  };
}

/** How a card on such a page ended, without the texts it showed. */
export function withheldEntry(entry: ConversationEntry): ConversationEntry {
  const { body } = entry;
  if (body.kind === 'outcome')
    return { ...entry, body: { ...body, outcome: withheldOutcome(body.outcome) } };
  if (body.kind !== 'tour_finished') return entry;
  return { ...entry, body: { ...body, outcomes: body.outcomes.map(withheldOutcome) } };
}

/** How a card ended, and nothing of what stood on the page. */
export function withheldOutcome(outcome: ProposalOutcome): ProposalOutcome {
  return { ...outcome, fields: [], historyId: null };
}
