import type { UserActor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import { busy } from './conversation-access.ts';
import { isAwaiting, type Conversation, type LeftRun, type NewEntry } from './conversation.ts';
import type { RowWrites } from './row-writes.ts';
import { messageWithdraws, withdrawStep } from './withdraw.ts';
import { leftWaitingEntries, withdrawnEntries } from './withdrawn-entries.ts';

/** How often a run that paused anew during the withdrawal is asked again. */
const CANCEL_RETRIES = 2;

/** A conversation that is held for one turn, its waiting process run withdrawn. */
export interface ClaimedTurn {
  /** The row as it was before. */
  readonly before: Conversation;
  /** The row under the claim. */
  readonly held: Conversation;
  /** What the withdrawal shows; empty when nothing was withdrawn. */
  readonly withdrawn: readonly NewEntry[];
  /** What is said of a card that goes on waiting without the conversation (CHT-03). */
  readonly leftWaiting: readonly NewEntry[];
  /** The run the conversation goes on without, whose card is open or was until just now. */
  readonly leftRun: LeftRun | null;
  /** The process the former run holds, or `null`. */
  readonly heldProcessUid: number | null;
}

export interface TurnClaims {
  /**
   * Claims the row and withdraws its waiting run when rules §3 says so. Throws `conversation_busy` when the conversation is
   * at work, the race was lost or the run is being carried out; everything is as it was then.
   */
  claim(row: Conversation, actor: UserActor, maxProcessing: number): Promise<ClaimedTurn>;
  /** Status and run uuid as they were; writes nothing when the run's result landed meanwhile. */
  putBack(claimed: Pick<ClaimedTurn, 'before' | 'held'>): Promise<void>;
}

export function createTurnClaims(deps: ChatDeps, writes: RowWrites): TurnClaims {
  const claimRow = async (row: Conversation, maxProcessing: number): Promise<Conversation> => {
    const held = await deps.transactions.transact(async (transaction) => {
      const writer = deps.conversations.within(transaction);
      await writer.lockOwner(row.ownerUserId);
      const { processing } = await writer.counts(row.ownerUserId);
      if (processing >= maxProcessing) {
        throw new AppError(
          'too_many_requests',
          `The assistant is at work in ${String(processing)} of your conversations. Wait until one has finished.`,
          { data: { limit: maxProcessing } },
        );
      }
      const change = { set: { status: 'processing', claimedFrom: row.status } } as const;
      return writer.change(row, change, deps.clock.now());
    });
    if (held === null) throw busy();
    return held;
  };

  const putBack: TurnClaims['putBack'] = async ({ before, held }) => {
    const { status, runUuid } = before;
    await writes.write(held, { set: { status, runUuid, claimedFrom: null } });
  };

  return {
    putBack,
    claim: async (before, actor, maxProcessing) => {
      if (before.status === 'processing' || before.decision !== null) throw busy();
      const { runUuid } = before;
      const run = runUuid === null ? null : ((await deps.runtime.status(runUuid, actor)) ?? 'gone');
      const held = await claimRow(before, maxProcessing);
      const heldProcessUid = run === null || run === 'gone' ? null : run.processSkillUid;
      const claimed = {
        before,
        held,
        withdrawn: [],
        leftWaiting: [],
        leftRun: null,
        heldProcessUid,
      };
      if (runUuid === null || !messageWithdraws(before.status, run)) {
        const isLeft = runUuid !== null && run !== 'gone' && isAwaiting(before.status);
        return {
          ...claimed,
          leftWaiting: leftWaitingEntries(run),
          leftRun: isLeft ? { runUuid, eventSequence: before.eventSequence } : null,
        };
      }
      for (let attempt = 0; ; attempt += 1) {
        const cancel = await deps.runtime
          .cancelIfWaiting(runUuid, actor)
          .catch(async (cause: unknown) => {
            await putBack(claimed);
            throw new AppError(
              'unavailable',
              'The waiting card could not be withdrawn just now, so nothing was sent. Try again.',
              { cause },
            );
          });
        const step = withdrawStep(cancel);
        if (step === 'dispatch_withdrawn') {
          return { ...claimed, withdrawn: withdrawnEntries(run, before, deps.ids.uuid()) };
        }
        if (step === 'put_back' || attempt >= CANCEL_RETRIES) {
          await putBack(claimed);
          throw busy();
        }
      }
    },
  };
}
