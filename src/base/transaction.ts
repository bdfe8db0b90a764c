declare const transactionBrand: unique symbol;

/**
 * An open database transaction, as the domain sees it: a token that stores accept through their `within(transaction)`.
 * What is written through it is committed or rolled back together, whichever folder's store wrote it.
 */
export interface Transaction {
  readonly [transactionBrand]: true;
  /** Runs `effect` once the transaction has committed; never after a rollback. */
  onCommit(effect: () => void): void;
}

/** Opens transactions. */
export interface Transactions {
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back when it rejects. Using it afterwards throws, and so
   * does opening another one inside. `opensNone`: `work` is nothing but statements of a store, so nobody watches for that,
   * which costs more than the statements do.
   */
  transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { readonly opensNone?: boolean },
  ): Promise<T>;
}

/** What has to be written in somebody else's transaction: it commits with it, or nothing does. */
export type Alongside = (transaction: Transaction) => Promise<void>;

/** What somebody asks for, and what has to commit with it. */
export interface Accompanied {
  readonly alongside?: Alongside | undefined;
}

/** The same of something that is made: for its uuid, known once it is made. */
export interface AccompaniedNew {
  readonly alongside?: ((uuid: string) => Alongside) | undefined;
}

/** What accompanies something new, as it is written with it; nothing where nothing does. */
export function withNew({
  alongside,
}: AccompaniedNew): (transaction: Transaction, uuid: string) => Promise<void> {
  return async (transaction, uuid) => {
    await alongside?.(uuid)(transaction);
  };
}
