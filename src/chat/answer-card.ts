import type { UserActor } from '../actors/index.ts';
import { AppError, type Accompanied, type Alongside } from '../base/index.ts';
import type { AnswerInput, DecideCard, PendingCard } from '../contracts/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import { mayApproveInChat, moved, runGone } from './conversation-access.ts';
import type { Conversation, RecordedDecision } from './conversation.ts';

export interface CardAnswers {
  /** Records the decision and wakes the worker (decisions §28). `alongside` is written with it. */
  decide(
    conversation: Conversation,
    actor: UserActor,
    decision: DecideCard & Accompanied,
  ): Promise<Conversation>;
  answerInput(
    conversation: Conversation,
    actor: UserActor,
    answer: AnswerInput & Accompanied,
  ): Promise<Conversation>;
}

/**
 * The decision as it is recorded (DEC-03): a reason with an approval is refused, a reason for a card that is no process
 * write becomes a plain denial.
 */
export function recordedDecision(card: PendingCard, decision: DecideCard): RecordedDecision {
  const approved = decision.answer === 'approve';
  if (approved && decision.reason !== undefined) {
    throw new AppError('invalid_request', 'An approval carries no reason.');
  }
  return {
    kind: 'approval',
    cardDigest: decision.cardDigest,
    approved,
    reason: card.isProcessWrite ? (decision.reason ?? null) : null,
    card: null,
  };
}

export function createCardAnswers(deps: ChatDeps): CardAnswers {
  const record = async (
    row: Conversation,
    decision: RecordedDecision,
    alongside?: Alongside,
  ): Promise<Conversation> => {
    const recorded = await deps.transactions.transact(async (transaction) => {
      const written = await deps.conversations
        .within(transaction)
        .change(row, { set: { status: 'processing', decision } }, deps.clock.now());
      if (written !== null) {
        await alongside?.(transaction);
        transaction.onCommit(() => {
          deps.bus.publish(row.uuid, { type: 'changed' });
          deps.wakeUp.wake({ topic: 'conversation', id: row.uuid });
        });
      }
      return written;
    });
    if (recorded === null) throw moved();
    return recorded;
  };

  const cardOf = async (row: Conversation, actor: UserActor): Promise<PendingCard | null> => {
    if (row.runUuid === null) return null;
    const run = await deps.runtime.status(row.runUuid, actor);
    if (run === null) throw runGone();
    return run.card;
  };

  return {
    decide: async (row, actor, decision) => {
      // Another tab was faster, with an answer or a message: this one is about nothing any more.
      if (row.status === 'processing') throw moved();
      if (row.status !== 'awaiting_approval') {
        throw new AppError('not_awaiting_approval', 'No card waits for an answer here.');
      }
      const card = await cardOf(row, actor);
      if (card?.digest !== decision.cardDigest || card.kind !== 'approval') {
        throw new AppError(
          'stale_approval',
          'This card is not the current one any more. Look at the one that waits now and decide again.',
        );
      }
      const recorded = recordedDecision(card, decision);
      if (decision.answer === 'approve' && !mayApproveInChat(actor)) {
        throw new AppError(
          'may_not_approve',
          'You may not approve changes here yourself. Skip the proposal, or ask an administrator for the right.',
        );
      }
      return record(row, recorded, decision.alongside);
    },

    answerInput: async (row, actor, { cardDigest, input, alongside }) => {
      // Another tab was faster, with an answer or a message: this one is about nothing any more.
      if (row.status === 'processing') throw moved();
      if (row.status !== 'awaiting_input') {
        throw new AppError('not_awaiting_input', 'No question waits for an answer here.');
      }
      const card = await cardOf(row, actor);
      if (card?.digest !== cardDigest || card.kind !== 'input') {
        throw new AppError(
          'stale_input',
          'This question is not the current one any more. Look at the one that waits now and answer again.',
        );
      }
      return record(row, { kind: 'input', cardDigest, input, handedOver: false }, alongside);
    },
  };
}
