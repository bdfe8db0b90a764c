import type { Transaction, Transactions } from './transaction.ts';

interface Undo {
  readonly undo: (() => void)[];
  open: boolean;
}

const undoOf = new WeakMap<Transaction, Undo>();

/** Transactions for stores that live in memory: one after the other, with commit effects and rollback. */
export function createMemoryTransactions(): Transactions {
  let last: Promise<unknown> = Promise.resolve();
  return {
    transact: (work) => {
      const result = last.then(() => transact(work));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const state: Undo = { undo: [], open: true };
  const transaction = {
    onCommit: (effect: () => void) => effects.push(effect),
  } as unknown as Transaction;
  undoOf.set(transaction, state);
  try {
    const result = await work(transaction);
    state.open = false;
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    for (const undo of state.undo.reverse()) undo();
    throw error;
  } finally {
    state.open = false;
  }
}

/** Registers what takes a write back when the transaction rolls back. Throws once the transaction has ended. */
export function onRollback(transaction: Transaction, undo: () => void): void {
  const state = undoOf.get(transaction);
  if (state?.open !== true) throw new Error('This transaction is not open.');
  state.undo.push(undo);
}
