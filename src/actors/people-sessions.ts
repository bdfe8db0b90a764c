import { AppError, type Transaction, type Transactions } from '../base/index.ts';
import type { SessionView } from '../contracts/index.ts';
import type { Actor } from './actor.ts';
import { requireAdministrator } from './may.ts';
import type { Recorder } from './people-audit.ts';
import type { PeopleStore } from './person.ts';

/** A session as it is kept; its token is the sign-in library's alone. */
export type StoredSession = Omit<SessionView, 'isCurrent'>;

/** Who is signed in where. */
export interface SessionStore {
  /** Those that have not expired, the one used last first. */
  sessions(userId: string, nowMs: number): Promise<readonly StoredSession[]>;
  within(transaction: Transaction): {
    /** Ends one session of a person; `false` when there is none. */
    end(userId: string, sessionId: string): Promise<boolean>;
    /** Ends every session of a person but this one; answers with how many. */
    endAll(userId: string, except: string | null): Promise<number>;
  };
}

/** Sessions: one's own, and for administrators anybody's. */
export interface PeopleSessions {
  /** `current` = the session that asks. Throws `not_permitted` for somebody else's without being an administrator. */
  list(userId: string, actor: Actor, current: string | null): Promise<readonly SessionView[]>;
  /** Throws `not_found` when it has ended already. */
  end(userId: string, sessionId: string, actor: Actor): Promise<void>;
  /** Ends all of them but `current`. */
  endAll(userId: string, actor: Actor, current: string | null): Promise<void>;
}

interface PeopleSessionsDeps {
  readonly store: Pick<PeopleStore, 'person'>;
  readonly sessions: SessionStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly clock: { now: () => number };
}

export function createPeopleSessions(deps: PeopleSessionsDeps): PeopleSessions {
  const { sessions, record, transactions, clock } = deps;

  const permitted = async (userId: string, actor: Actor) => {
    if (actor.kind !== 'user' || actor.userId !== userId) requireAdministrator(actor);
    const person = await deps.store.person(userId);
    if (person === null) throw new AppError('not_found', 'There is no such person.');
    return { id: userId, name: person.name };
  };

  return {
    list: async (userId, actor, current) => {
      await permitted(userId, actor);
      const found = await sessions.sessions(userId, clock.now());
      return found.map((session) => ({ ...session, isCurrent: session.id === current }));
    },

    end: async (userId, sessionId, actor) => {
      const subject = await permitted(userId, actor);
      await transactions.transact(async (transaction) => {
        if (!(await sessions.within(transaction).end(userId, sessionId))) {
          throw new AppError('not_found', 'This session has ended already.');
        }
        await record(transaction, 'sessions_ended', { subject, actor, detail: { count: 1 } });
      });
    },

    endAll: async (userId, actor, current) => {
      const subject = await permitted(userId, actor);
      await transactions.transact(async (transaction) => {
        const count = await sessions.within(transaction).endAll(userId, current);
        if (count > 0)
          await record(transaction, 'sessions_ended', { subject, actor, detail: { count } });
      });
    },
  };
}
