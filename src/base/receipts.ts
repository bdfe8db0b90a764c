import { AppError } from './errors.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Alongside, Transaction, Transactions } from './transaction.ts';

/** A request that its sender may send again, and must be carried out once. */
export interface KeyedRequest {
  readonly userId: string;
  /** Made by the sender, one for each thing a person does. */
  readonly key: string;
  /** Of everything that was asked: the same key for something else is refused. */
  readonly digest: string;
}

/** What is kept of a keyed request: that it is under way, or what came of it. No content. */
export interface Receipt extends KeyedRequest {
  /** Whoever carries it out. */
  readonly ticket: string;
  readonly begunAtMs: number;
  readonly isDone: boolean;
  /** What the answer is about, such as the uuid of what was made; `null` = the request says it itself. */
  readonly reference: string | null;
}

export interface ReceiptStore {
  receipt(userId: string, key: string): Promise<Receipt | null>;
  within(transaction: Transaction): ReceiptWriter;
}

/** Who holds a receipt. */
export type ReceiptGuard = Pick<Receipt, 'userId' | 'key' | 'ticket'>;

/** Every change is a compare-and-set on the ticket and says whether it won. */
export interface ReceiptWriter {
  /** `false` when there is one already. */
  insert(receipt: Omit<Receipt, 'isDone' | 'reference'>): Promise<boolean>;
  takeOver(
    guard: ReceiptGuard,
    by: { readonly ticket: string; readonly atMs: number },
  ): Promise<boolean>;
  finish(guard: ReceiptGuard, reference: string | null): Promise<boolean>;
  /** Only one that is not done. */
  withdraw(guard: ReceiptGuard): Promise<boolean>;
  /** Those that were begun before; tells how many. */
  removeOld(beforeMs: number): Promise<number>;
}

export type ReceiptVerdict = 'begin' | 'take_over' | 'under_way' | 'answer_again' | 'other_request';

/** What to do with a request whose key was met before. */
export function receiptVerdict(
  receipt: Pick<Receipt, 'digest' | 'isDone' | 'begunAtMs'> | null,
  asked: { readonly digest: string; readonly nowMs: number; readonly staleMs: number },
): ReceiptVerdict {
  if (receipt === null) return 'begin';
  if (receipt.digest !== asked.digest) return 'other_request';
  if (receipt.isDone) return 'answer_again';
  return receipt.begunAtMs + asked.staleMs <= asked.nowMs ? 'take_over' : 'under_way';
}

/** Carried out now, or before: then with what was kept of it. */
export type Once<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'again'; readonly reference: string | null };

export interface Receipts {
  /**
   * Carries a request out unless that was done under its key. `carryOut` gets what has to be written in the transaction
   * that makes the request count, for the reference given with it; where it is not called, the receipt is finished when
   * `carryOut` returns. What throws leaves no receipt and may be sent again. Throws `key_used` for the key of another
   * request, and `request_under_way` while it is carried out elsewhere, or was left less than `staleMs` ago.
   */
  once<T>(
    request: KeyedRequest & { readonly staleMs: number },
    carryOut: (keep: (reference: string | null) => Alongside) => Promise<T>,
    referenceOf: (value: T) => string | null,
  ): Promise<Once<T>>;
  /** Removes those older than a day. */
  cleanUp(): Promise<number>;
}

/** How long a request can be sent again. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

export function createReceipts(deps: {
  readonly store: ReceiptStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly ids: Ids;
}): Receipts {
  const { store, transactions, clock, ids } = deps;

  const begin = async (
    { userId, key, digest, staleMs }: KeyedRequest & { readonly staleMs: number },
    ticket: string,
  ): Promise<Receipt | null> => {
    const receipt = await store.receipt(userId, key);
    const nowMs = clock.now();
    const verdict = receiptVerdict(receipt, { digest, nowMs, staleMs });
    if (verdict === 'other_request') {
      throw new AppError(
        'key_used',
        'This Idempotency-Key was sent with another request. Make a new key for each thing to be done.',
      );
    }
    if (verdict === 'answer_again') return receipt;
    const won = await transactions.transact((transaction) => {
      const writer = store.within(transaction);
      if (receipt === null) return writer.insert({ userId, key, digest, ticket, begunAtMs: nowMs });
      return verdict === 'take_over'
        ? writer.takeOver(receipt, { ticket, atMs: nowMs })
        : Promise.resolve(false);
    });
    if (won) return null;
    throw underWay();
  };

  return {
    once: async (request, carryOut, referenceOf) => {
      const { userId, key } = request;
      const guard = { userId, key, ticket: ids.uuid() };
      const before = await begin(request, guard.ticket);
      if (before !== null) return { kind: 'again', reference: before.reference };
      const kept: { is: boolean } = { is: false };
      const keep =
        (reference: string | null): Alongside =>
        async (transaction) => {
          // Taken over meanwhile: whoever did so carries it out.
          if (!(await store.within(transaction).finish(guard, reference))) throw underWay();
          transaction.onCommit(() => {
            kept.is = true;
          });
        };
      try {
        const value = await carryOut(keep);
        if (!kept.is) await transactions.transact(keep(referenceOf(value)));
        return { kind: 'done', value };
      } catch (error) {
        await transactions.transact((transaction) => store.within(transaction).withdraw(guard));
        throw error;
      }
    },
    cleanUp: () =>
      transactions.transact((transaction) =>
        store.within(transaction).removeOld(clock.now() - KEPT_MS),
      ),
  };
}

function underWay(): AppError {
  return new AppError(
    'request_under_way',
    'This request is being carried out. Send it again in a moment, with the same Idempotency-Key.',
  );
}
