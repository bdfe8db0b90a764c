import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { Transaction, Transactions } from '../../base/index.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

interface OpenTransaction {
  readonly database: Database;
  readonly kysely: Kysely<Schema>;
  /** The transaction on another database that this one was opened in. */
  readonly outer: OpenTransaction | undefined;
  state: 'open' | 'ended';
}

/** One for the process, since each there is costs every asynchronous step of it. */
const current = new AsyncLocalStorage<OpenTransaction>();
let watched = 0;

/** Runs `work` so that a transaction it opens is noticed. Once none is watched, the process no longer pays for it. */
async function watching<Result>(
  entry: OpenTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  watched += 1;
  try {
    return await current.run(entry, work);
  } finally {
    watched -= 1;
    if (watched === 0) current.disable();
  }
}

const opened = new WeakMap<Transaction, OpenTransaction>();

/**
 * Opens transactions on `database`. On SQLite they run one after the other; on PostgreSQL they run side by side at READ
 * COMMITTED, so a rule that reads and then writes uses a compare-and-set update or `lockName`. A transaction within a
 * transaction throws: hand the token on instead. After a failed statement PostgreSQL takes no other in the same
 * transaction: use `onConflict` where a conflict is an outcome.
 */
export function createTransactions(database: Database): Transactions {
  return {
    transact: async (work, { opensNone = false } = {}) => {
      const outer = current.getStore();
      if (isOpenOn(database, outer)) {
        throw new Error(
          'A transaction is open already; hand its token on instead of opening another.',
        );
      }
      const effects: (() => void)[] = [];
      const result = await database.transact(async (kysely) => {
        const entry: OpenTransaction = { database, kysely, outer, state: 'open' };
        const token = { onCommit: (effect: () => void) => effects.push(effect) };
        const transaction = token as unknown as Transaction;
        opened.set(transaction, entry);
        try {
          return await (opensNone ? work(transaction) : watching(entry, () => work(transaction)));
        } finally {
          entry.state = 'ended';
        }
      });
      for (const effect of effects) effect();
      return result;
    },
  };
}

function isOpenOn(database: Database, entry: OpenTransaction | undefined): boolean {
  if (entry === undefined) return false;
  if (entry.database === database && entry.state === 'open') return true;
  return isOpenOn(database, entry.outer);
}

/** The Kysely transaction behind a token, for a store's `within(transaction)`. Throws once the transaction has ended. */
export function inTransaction(transaction: Transaction): Kysely<Schema> {
  return open(transaction).kysely;
}

/**
 * Runs one statement, written with a `?` for each parameter, and answers with its rows. For the few statements that run at
 * every step of a run; on SQLite it does so without any of the turns that building a query takes.
 */
export async function runSql<Row>(
  transaction: Transaction,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  const { database, kysely } = open(transaction);
  if (database.direct !== undefined) return database.direct(text, parameters) as readonly Row[];
  let position = 0;
  const numbered = text.replace(/\?/g, () => `$${String((position += 1))}`);
  return (await kysely.executeQuery<Row>(CompiledQuery.raw(numbered, [...parameters]))).rows;
}

/**
 * Makes transactions that lock the same name run one after the other until each ends. SQLite does so anyway; PostgreSQL by
 * an advisory lock. Take it before reading what the decision rests on.
 */
export async function lockName(transaction: Transaction, name: string): Promise<void> {
  const { database, kysely } = open(transaction);
  if (database.dialect === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(kysely);
}

function open(transaction: Transaction): OpenTransaction {
  const entry = opened.get(transaction);
  if (entry === undefined) throw new Error('This transaction is not one of this database.');
  if (entry.state === 'ended')
    throw new Error('This transaction has ended; nothing more is written in it.');
  return entry;
}
