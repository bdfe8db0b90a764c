import type { Transaction } from '../base/index.ts';
import type { ChatDeps } from './chat-deps.ts';

/** Whether a worker still holds a conversation. If so, nobody takes it before the transaction ends. */
export type StillHeld = (transaction: Transaction, uuid: string) => Promise<boolean>;

/**
 * One worker's hold on the conversations it works on. It is taken for a time and prolonged while the work lasts. What another
 * worker took meanwhile is lost for good, also when it is free again: the end may have been told already.
 */
export interface HeldWork {
  /** `false` when another worker holds it, or when there is nothing to do. */
  take(uuid: string): Promise<boolean>;
  /** Prolongs it three times within its time, until what is returned is called. A failure is tried again. */
  keep(uuid: string): () => Promise<void>;
  readonly stillHeld: StillHeld;
  leave(uuid: string): Promise<void>;
}

export function createHeldWork(
  deps: Pick<ChatDeps, 'clock' | 'conversations' | 'log' | 'transactions'>,
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
): HeldWork {
  const stillHeld: StillHeld = (transaction, uuid) =>
    deps.conversations
      .within(transaction)
      .keepWork(uuid, { owner, untilMs: deps.clock.now() + leaseMs });

  /** Ends when the hold is lost; rejects when the signal ends its sleep. */
  const beat = async (uuid: string, signal: AbortSignal): Promise<void> => {
    for (let isHeld = true; isHeld;) {
      await deps.clock.sleep(leaseMs / 3, signal);
      try {
        isHeld = await deps.transactions.transact((transaction) => stillHeld(transaction, uuid));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        deps.log('A conversation could not be held', { conversation: uuid, error: reason });
      }
    }
  };

  return {
    stillHeld,
    take: (uuid) => {
      const nowMs = deps.clock.now();
      return deps.transactions.transact((transaction) =>
        deps.conversations
          .within(transaction)
          .takeWork(uuid, { owner, nowMs, untilMs: nowMs + leaseMs }),
      );
    },
    keep: (uuid) => {
      const done = new AbortController();
      const beating = beat(uuid, done.signal).catch(() => undefined);
      return () => {
        done.abort();
        return beating;
      };
    },
    leave: (uuid) =>
      deps.transactions.transact((transaction) =>
        deps.conversations.within(transaction).leaveWork(uuid, owner),
      ),
  };
}
