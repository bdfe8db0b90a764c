import type { RuntimeContext } from './deps.ts';

/** However long a lease is, a cancel made elsewhere is noticed after this time. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Renews the lease of a segment while a model call or a tool takes its time, three times within a lease and at least every
 * ten seconds. `onLost` is called once the run is no longer the owner's: cancelled, or taken. Returns what ends it.
 */
export function keepLease(
  context: Pick<RuntimeContext, 'clock' | 'log' | 'settings' | 'store' | 'transactions'>,
  held: { readonly uuid: string; readonly owner: string; readonly onLost: () => void },
): () => void {
  const { uuid, owner, onLost } = held;
  const { leaseMs } = context.settings;
  const ended = new AbortController();

  const renew = async (): Promise<boolean> => {
    const changed = await context.transactions.transact((transaction) =>
      context.store
        .within(transaction)
        .change(
          uuid,
          { statuses: ['running'], leaseOwner: owner },
          { set: { leaseExpiresAtMs: context.clock.now() + leaseMs }, events: [], journal: [] },
        ),
    );
    return changed !== null;
  };

  const beat = async (): Promise<void> => {
    for (;;) {
      await context.clock.sleep(Math.min(leaseMs / 3, LONGEST_PAUSE_MS), ended.signal);
      let isHeld: boolean;
      try {
        isHeld = await renew();
      } catch (error) {
        // The next beat tries again; until the lease has run out nothing is lost.
        context.log.warn({ err: error, run: uuid }, 'A lease could not be renewed');
        continue;
      }
      if (ended.signal.aborted) return;
      if (!isHeld) {
        onLost();
        return;
      }
    }
  };

  // The sleep rejects when the segment has ended.
  void beat().catch(() => undefined);
  return () => {
    ended.abort();
  };
}
