import {
  isWhollyShown,
  type DenialReason,
  type FieldChange,
  type LocalisedText,
  type PendingCard,
} from '../../../../../src/contracts/index.ts';

/** Why a card cannot be approved, though it can be declined (ADR-021). */
export type ApproveBlock =
  'preview_failed' | 'may_not_approve' | 'needs_second_person' | 'needs_second_administrator';

/** Why nothing on a card can be pressed right now. */
export type CardLock = 'sending' | 'offline';

export type CardAnswer = 'approve' | 'deny' | DenialReason;

/** What is known of the person who looks at a card. */
interface CardReader {
  readonly mayApprove: boolean;
  /** Started it where a second person has to approve. */
  readonly needsSecondPerson?: boolean | undefined;
}

export interface CardView {
  readonly kind: 'proposal' | 'approval' | 'input';
  /** In reading order: the answer that changes something first. */
  readonly answers: readonly CardAnswer[];
  readonly approveBlock: ApproveBlock | null;
  /** Its page was deleted or is no longer the reader's to read: only ending it is left. */
  readonly isGone: boolean;
  /** It is about a record: what is skipped stays an open point there. */
  readonly hasTarget: boolean;
  /** The fields all calls together would change, in the order of the calls. */
  readonly fields: readonly FieldChange[];
  /** What is done, where that is one thing and more than setting fields; else `null`. */
  readonly action: LocalisedText | null;
  /** What else one should know before saying yes, of all calls together. */
  readonly notes: readonly LocalisedText[];
}

/**
 * How a waiting card is put to the editor: four answers for the one pending write of a process, plain approve and deny
 * for every other card, a form for a question (CHT-04).
 */
export function cardView(card: PendingCard, reader: CardReader): CardView {
  const kind = card.kind === 'input' ? 'input' : card.isProcessWrite ? 'proposal' : 'approval';
  const isGone = card.calls.some(({ preview }) => preview.failed && preview.reason === 'not_found');
  return {
    kind,
    answers: isGone && kind !== 'input' ? ['deny'] : ANSWERS[kind],
    approveBlock: isGone ? null : approveBlock(card, reader),
    isGone,
    hasTarget: card.calls.some(({ target }) => target !== null),
    fields: card.calls.flatMap((call) => call.preview.fields),
    action: card.calls.length === 1 ? (card.calls[0]?.preview.action ?? null) : null,
    notes: card.calls.flatMap((call) => call.preview.notes ?? []),
  };
}

const ANSWERS: Record<CardView['kind'], readonly CardAnswer[]> = {
  proposal: ['approve', 'variant', 'skip', 'keep'],
  approval: ['approve', 'deny'],
  input: [],
};

function approveBlock(card: PendingCard, reader: CardReader): ApproveBlock | null {
  if (card.kind === 'input') return null;
  if (!isWhollyShown(card)) return 'preview_failed';
  if (!reader.mayApprove) return 'may_not_approve';
  if (reader.needsSecondPerson !== true) return null;
  return card.forAdministrators === true ? 'needs_second_administrator' : 'needs_second_person';
}

/** The body of `POST …/decision` for an answer: a reason only ever rides on a denial. */
export function decisionFor(
  answer: CardAnswer,
  cardDigest: string,
): { cardDigest: string; answer: 'approve' | 'deny'; reason?: DenialReason } {
  if (answer === 'approve') return { cardDigest, answer: 'approve' };
  if (answer === 'deny') return { cardDigest, answer: 'deny' };
  return { cardDigest, answer: 'deny', reason: answer };
}

/** Whether the text would look different once rendered, so that both views are worth offering. */
export function hasMarkup(text: string): boolean {
  return /(^|\n)\s{0,3}(#{1,6}\s|[-*+]\s|\d+[.)]\s|>\s|\|)|!?\[[^\]]*\]\([^)]*\)|(\*\*|__|`|~~)\S|(^|\s)[*_]\S/.test(
    text,
  );
}
