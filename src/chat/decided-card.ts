import type { PendingCard, RunView } from '../contracts/index.ts';
import type { Conversation, DecidedCard } from './conversation.ts';

/** A card nobody kept: its decision never left the chat. */
export const UNKNOWN_CARD: DecidedCard = {
  tool: '',
  fields: [],
  target: null,
  callCount: 0,
  isProcessWrite: true,
  processSkillUid: null,
  point: null,
};

/** What a card shows, kept before its decision is handed over (OPN-06). */
export function decidedCard(
  card: PendingCard,
  run: RunView | null,
  row: Conversation,
): DecidedCard {
  const [call] = card.calls;
  return {
    tool: call?.tool ?? '',
    fields: card.calls.flatMap(({ preview }) => preview.fields),
    target: call?.target ?? null,
    callCount: card.calls.length,
    isProcessWrite: card.isProcessWrite,
    processSkillUid: run?.processSkillUid ?? null,
    point: (run?.progress ?? row.progress)?.current ?? null,
  };
}
