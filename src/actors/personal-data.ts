import { AppError, type Clock, type Transaction, type Transactions } from '../base/index.ts';
import type { ErasurePlan, PersonalExport } from '../contracts/index.ts';
import type { Actor } from './actor.ts';
import { losesLastAdministrator } from './last-administrator.ts';
import { requireAdministrator } from './may.ts';
import type { Recorder } from './people-audit.ts';
import type { PeopleStore, Person } from './person.ts';

/** Everything stored about people, wherever it lies. */
export interface PersonalDataStore {
  /** Table by table, without secrets. */
  rowsOf(userId: string): Promise<PersonalExport['tables']>;
  /** How much of it there is, and what deleting does to it. */
  plan(userId: string): Promise<ErasurePlan['lines']>;
  within(transaction: Transaction): {
    /** Deletes, empties and detaches as the plan says. */
    erase(person: {
      readonly userId: string;
      readonly pseudonym: string;
      readonly atMs: number;
    }): Promise<void>;
  };
}

/** A person's own data: taken along, and deleted. */
export interface PersonalData {
  /** Everything stored about somebody: one's own, and for administrators anybody's. It is written down. */
  export(userId: string, actor: Actor): Promise<PersonalExport>;
  /** What deleting somebody would do; for administrators. */
  plan(userId: string, actor: Actor): Promise<ErasurePlan>;
  /**
   * Deletes somebody, and answers with what was done. `email` has to be theirs, or `invalid_request`. Throws
   * `last_administrator`. What others rest on stays under a pseudonym (decisions §83).
   */
  erase(userId: string, email: string, actor: Actor): Promise<ErasurePlan>;
}

interface PersonalDataDeps {
  readonly store: PeopleStore;
  readonly data: PersonalDataStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly runs: {
    /** Runs of a person that have not ended. */
    countOpen(userId: string): Promise<number>;
    /** Stops them all, each with the reason; tells how many. */
    stopAll(userId: string): Promise<number>;
  };
}

/**
 * What somebody is called who was deleted: the same wherever they are named, and nothing about them. The end of the id: its
 * beginning is the time, which people made within a minute share.
 */
export function pseudonymOf(userId: string): string {
  return `Deleted person ${userId.slice(-8)}`;
}

export function createPersonalData(deps: PersonalDataDeps): PersonalData {
  const { store, data, record, transactions, clock, runs } = deps;

  const known = async (userId: string): Promise<Person> => {
    const person = await transactions.transact((tx) => store.within(tx).person(userId));
    if (person === null) throw new AppError('not_found', 'There is no such person.');
    return person;
  };
  const planOf = async (userId: string): Promise<ErasurePlan> => ({
    pseudonym: pseudonymOf(userId),
    openRuns: await runs.countOpen(userId),
    lines: [...(await data.plan(userId))],
  });

  /** Nobody signs in and nothing new begins; refused for the last one who could administer. */
  const close = (person: Person) =>
    transactions.transact(async (transaction) => {
      const writer = store.within(transaction);
      await writer.lock();
      const administrators = await writer.activeAdministrators();
      if (losesLastAdministrator(administrators, person.userId, { isDisabled: true })) {
        throw new AppError(
          'last_administrator',
          'Nobody would be left who can sign in and administer. Make somebody else an administrator first.',
        );
      }
      await writer.updatePerson(person.userId, { isDisabled: true });
      await writer.endSessions(person.userId);
    });

  return {
    export: async (userId, actor) => {
      if (actor.kind !== 'user' || actor.userId !== userId) requireAdministrator(actor);
      const { name, email } = await known(userId);
      // Written down first: it is part of what is stored.
      await transactions.transact((transaction) =>
        record(transaction, 'data_exported', { subject: { id: userId, name }, actor }),
      );
      return {
        format: 1,
        madeAtMs: clock.now(),
        person: { id: userId, name, email },
        tables: await data.rowsOf(userId),
      };
    },

    plan: async (userId, actor) => {
      requireAdministrator(actor);
      await known(userId);
      return planOf(userId);
    },

    erase: async (userId, email, actor) => {
      requireAdministrator(actor);
      const person = await known(userId);
      if (email.trim().toLowerCase() !== person.email) {
        throw new AppError(
          'invalid_request',
          'This is not the e-mail address of the person to be deleted.',
          { data: { field: 'email' } },
        );
      }
      const plan = await planOf(userId);
      await close(person);
      const stopped = await runs.stopAll(userId);
      const { pseudonym } = plan;
      await transactions.transact(async (transaction) => {
        await store.within(transaction).lock();
        await data.within(transaction).erase({ userId, pseudonym, atMs: clock.now() });
        await record(transaction, 'person_erased', {
          subject: { id: userId, name: pseudonym },
          actor,
          detail: { stoppedRuns: stopped },
        });
      });
      return plan;
    },
  };
}
