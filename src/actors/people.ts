import {
  AppError,
  sha256Hex,
  type Clock,
  type Ids,
  type Transaction,
  type Transactions,
} from '../base/index.ts';
import type { Locale, Setup, SetupState } from '../contracts/index.ts';
import type { Passwords } from './accounts.ts';
import { ALL_CONTENT_RIGHTS, type ContentRights, type Grant } from './actor.ts';
import { EDITOR_CONTENT_RIGHTS } from './effective-rights.ts';
import { requirePassword } from './password-rules.ts';
import type { RecordedActor, Recorder } from './people-audit.ts';
import type { PeopleStore, Person } from './person.ts';

const SETUP_TOKEN_BYTES = 24;

/** A further person. Left out: an English-speaking editor of all content who may approve own changes in the chat. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
  /** At least 10 characters. */
  readonly password: string;
  readonly locale?: Locale;
  readonly isAdministrator?: boolean;
  readonly grants?: readonly Grant[];
  readonly groupIds?: readonly string[];
  readonly rights?: ContentRights;
}

/** Creates people. */
export interface People {
  /**
   * A new token for the set-up link while there is no administrator, else `null`. Only its hash is stored; every link
   * issued stays good until one of them is used.
   */
  issueSetupToken(): Promise<string | null>;
  setupState(token: string): Promise<SetupState>;
  /**
   * Creates the first administrator and spends the link, both or neither. Throws `already_set_up`, `setup_link_invalid`
   * `email_taken` or `password_refused`. Returns the user's id. `by` is who is written down; default the link.
   */
  createAdministrator(setup: Setup, by?: 'set_up_link' | 'command_line'): Promise<string>;
  /** Creates a further person. Throws `email_taken` or `password_refused`. Returns the user's id. */
  createUser(user: NewUser): Promise<string>;
  /** Gives a person a new password and ends all sessions, both or neither. Throws `not_found` or `password_refused`. */
  setPassword(userId: string, password: string): Promise<void>;
  person(userId: string): Promise<Person | null>;
  people(): Promise<readonly Person[]>;
}

export interface PeopleDependencies {
  readonly store: PeopleStore;
  readonly transactions: Transactions;
  readonly passwords: Passwords;
  readonly record: Recorder;
  readonly ids: Ids;
  readonly clock: Clock;
}

export function createPeople(deps: PeopleDependencies): People {
  const { store, transactions, passwords, record, ids, clock } = deps;

  const add = async (
    user: NewUser,
    actor: RecordedActor,
    first?: (transaction: Transaction) => Promise<void>,
  ) => {
    const userId = ids.uuid();
    const isAdministrator = user.isAdministrator ?? false;
    const email = user.email.trim().toLowerCase();
    requirePassword(user.password, { name: user.name, email });
    const passwordHash = await passwords.hash(user.password);
    await transactions.transact(async (transaction) => {
      const writer = store.within(transaction);
      await writer.lock();
      await first?.(transaction);
      const added = await writer.addPerson(
        {
          userId,
          name: user.name.trim(),
          email,
          locale: user.locale ?? 'en',
          isAdministrator,
          isDisabled: false,
          groupIds: user.groupIds ?? [],
          grants: user.grants ?? ['approve_own_changes'],
          rights: user.rights ?? (isAdministrator ? ALL_CONTENT_RIGHTS : EDITOR_CONTENT_RIGHTS),
          passwordHash,
        },
        clock.now(),
      );
      if (!added) {
        throw new AppError('email_taken', 'Somebody with this e-mail address exists already.');
      }
      await record(transaction, 'person_added', {
        subject: { id: userId, name: user.name.trim() },
        actor,
        detail: { email, isAdministrator },
      });
    });
    return userId;
  };

  return {
    issueSetupToken: async () => {
      if (await store.administratorExists()) return null;
      const token = ids.secret(SETUP_TOKEN_BYTES);
      await transactions.transact((transaction) =>
        store.within(transaction).addSetupLink(sha256Hex(token), clock.now()),
      );
      return token;
    },

    setupState: async (token) => {
      const needed = !(await store.administratorExists());
      return { needed, linkValid: needed && (await store.setupLinkIsOpen(sha256Hex(token))) };
    },

    createAdministrator: async ({ token, ...user }, by = 'set_up_link') => {
      const hash = sha256Hex(token);
      // Told before the slow password hash: a wrong link costs the server nothing.
      if (await store.administratorExists()) throw alreadySetUp();
      if (!(await store.setupLinkIsOpen(hash))) throw setupLinkInvalid();
      const actor = by === 'set_up_link' ? { kind: by } : null;
      return add({ ...user, isAdministrator: true }, actor, async (transaction) => {
        const writer = store.within(transaction);
        if (await writer.administratorExists()) throw alreadySetUp();
        if (!(await writer.spendSetupLink(hash, clock.now()))) throw setupLinkInvalid();
      });
    },

    createUser: (user) => add(user, null),

    setPassword: async (userId, password) => {
      const person = await store.person(userId);
      if (person === null) throw new AppError('not_found', 'There is no such person.');
      requirePassword(password, person);
      const passwordHash = await passwords.hash(password);
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.setPassword(userId, passwordHash, clock.now());
        await writer.endSessions(userId);
        const subject = { id: userId, name: person.name };
        await record(transaction, 'password_set', { subject, actor: null });
      });
    },

    person: (userId) => store.person(userId),
    people: () => store.people(),
  };
}

function alreadySetUp(): AppError {
  return new AppError(
    'already_set_up',
    'This installation has an administrator already. Sign in instead.',
  );
}

function setupLinkInvalid(): AppError {
  return new AppError(
    'setup_link_invalid',
    'This set-up link is not valid. Use the link that the server printed when it started.',
  );
}
