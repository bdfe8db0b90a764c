import type { Transaction } from '../base/index.ts';
import type { HeldProcess } from '../contracts/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { Conversation, ConversationChange } from './conversation.ts';
import type { StillHeld } from './held-work.ts';
import type { OpenPointEffect } from './open-point.ts';

/** How often a result is applied again over a row that moved. */
const APPLY_ATTEMPTS = 20;

export interface RowWrites {
  /** One compare-and-set; readers are told once it is committed. `null` = lost, nothing written. */
  write(row: Conversation, change: ConversationChange): Promise<Conversation | null>;
  /**
   * Writes what came of a run, guarded on the run uuid alone: whatever else moved the row meanwhile, a claim included, the
   * result wins (rules §3). The effect on the open points commits with it. `false` when the row has another run, or another
   * worker: then a look is asked for, which reads from the run what was not told.
   */
  writeForRun(
    turn: {
      readonly row: Conversation;
      readonly runUuid: string | null;
      /** What the run follows or followed: the row names no process that ended with its first answer. */
      readonly process?: HeldProcess | null;
    },
    change: (row: Conversation) => ConversationChange,
    effect?: OpenPointEffect,
  ): Promise<boolean>;
}

/** `stillHeld`: of a worker, whose every write is one of a conversation it holds. */
export function createRowWrites(
  deps: ChatDeps,
  stillHeld: StillHeld = () => Promise.resolve(true),
): RowWrites {
  const changeWithin = async (
    transaction: Transaction,
    row: Conversation,
    change: ConversationChange,
  ): Promise<Conversation | null> => {
    const after = await deps.conversations
      .within(transaction)
      .change(row, change, deps.clock.now());
    if (after !== null) {
      transaction.onCommit(() => {
        deps.bus.publish(row.uuid, { type: 'changed' });
      });
    }
    return after;
  };

  const carryOutEffect = async (
    transaction: Transaction,
    effect: OpenPointEffect,
    recordedBy: string,
  ): Promise<void> => {
    const points = deps.openPoints.within(transaction);
    if (effect.kind === 'close') await points.close(effect.target, effect.fields);
    if (effect.kind === 'record') {
      const atMs = deps.clock.now();
      await points.record(
        effect.keys.map((key) => ({ ...key, id: deps.ids.uuid(), recordedBy, atMs })),
      );
    }
  };

  return {
    write: (row, change) =>
      deps.transactions.transact(async (transaction) =>
        (await stillHeld(transaction, row.uuid)) ? changeWithin(transaction, row, change) : null,
      ),

    writeForRun: async (turn, change, effect = { kind: 'none' }) => {
      let row: Conversation | null = turn.row;
      for (
        let attempt = 0;
        attempt < APPLY_ATTEMPTS && row?.runUuid === turn.runUuid;
        attempt += 1
      ) {
        const before: Conversation = row;
        const { set, append = [] } = change(before);
        const written = await deps.transactions.transact(async (transaction) => {
          if (!(await stillHeld(transaction, before.uuid))) return 'not_held';
          const next = { set: { ...set, claimedFrom: null }, append };
          if ((await changeWithin(transaction, before, next)) === null) return 'moved';
          await carryOutEffect(transaction, effect, before.ownerUserId);
          if (append.some(({ kind }) => kind === 'tour_finished')) {
            const process = turn.process ?? before.process;
            await deps.onTourFinished?.(transaction, { ...before, process });
          }
          return 'written';
        });
        if (written === 'written') return true;
        if (written === 'not_held') {
          const facts = { conversation: before.uuid, run: turn.runUuid };
          deps.log(
            'A result came when another worker had its conversation; it was left out',
            facts,
          );
          deps.wakeUp.wake({ topic: 'conversation', id: before.uuid });
          return false;
        }
        row = await deps.conversations.conversation(before.uuid);
      }
      deps.log('A result found its conversation with another run and was left out', {
        conversation: turn.row.uuid,
        run: turn.runUuid,
      });
      return false;
    },
  };
}
