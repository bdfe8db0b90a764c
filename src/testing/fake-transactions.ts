import type { Transaction, Transactions } from '../base/index.ts';

/**
 * Transactions of fakes that keep drafts: one after the other, as on SQLite. A fake writes into a draft per token and takes
 * it over in `onCommit`; when the work rejects, nothing is taken over.
 */
export function createFakeTransactions(): Transactions {
  let last: Promise<unknown> = Promise.resolve();
  return {
    transact: (work) => {
      const result = last.then(async () => {
        const effects: (() => void)[] = [];
        const token = { onCommit: (effect: () => void) => effects.push(effect) };
        const value = await work(token as unknown as Transaction);
        for (const effect of effects) effect();
        return value;
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
}
