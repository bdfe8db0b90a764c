import {
  AppError,
  sha256Hex,
  type Clock,
  type Ids,
  type Transaction,
  type Transactions,
} from '../base/index.ts';
import type { PasswordLinkKind, PasswordLinkState } from '../contracts/index.ts';
import type { Passwords } from './accounts.ts';
import type { Actor } from './actor.ts';
import type { Recorder } from './people-audit.ts';
import { requirePassword } from './password-rules.ts';
import type { PeopleStore, Person } from './person.ts';

const TOKEN_BYTES = 24;
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

/** A link as it is kept: its hash, never the link. */
export interface StoredPasswordLink {
  readonly tokenHash: string;
  readonly userId: string;
  readonly kind: PasswordLinkKind;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Where links that set a password are kept. */
export interface PasswordLinkStore {
  /** A link that was neither used nor replaced; whether it expired is not asked. */
  open(tokenHash: string): Promise<StoredPasswordLink | null>;
  within(transaction: Transaction): {
    /** Adds a link; every earlier one of the person is void from now on. */
    replace(link: StoredPasswordLink): Promise<void>;
    /** Spends a link; `false` when it is spent or replaced already. */
    spend(tokenHash: string, atMs: number): Promise<boolean>;
  };
}

export interface PasswordLinksOptions {
  /** How long an invitation is good for. Default 7. */
  readonly invitationDays?: number;
  /** How long a link to a new password is good for. Default 24. */
  readonly resetHours?: number;
}

/** A link that was just made: its token is told this once. */
export interface IssuedLink {
  readonly token: string;
  readonly kind: PasswordLinkKind;
  readonly expiresAtMs: number;
}

/** Links by which somebody sets a password: one time, for a time, handed over by an administrator. */
export interface PasswordLinks {
  /** For an open transaction; `actor` has to be allowed to by who calls. Throws `person_disabled`. */
  issue(transaction: Transaction, person: Person, actor: Actor): Promise<IssuedLink>;
  state(token: string): Promise<PasswordLinkState>;
  /**
   * Sets the password, ends every session and spends the link, all or nothing; answers with the person's e-mail address.
   * Throws `password_link_invalid` or `password_refused`.
   */
  use(token: string, password: string): Promise<{ readonly email: string }>;
}

interface PasswordLinksDeps {
  readonly store: PeopleStore;
  readonly links: PasswordLinkStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly passwords: Passwords;
  readonly ids: Ids;
  readonly clock: Clock;
}

export function createPasswordLinks(
  deps: PasswordLinksDeps,
  { invitationDays = 7, resetHours = 24 }: PasswordLinksOptions = {},
): PasswordLinks {
  const { store, links, record, transactions, passwords, ids, clock } = deps;

  const living = async (tokenHash: string) => {
    const link = await links.open(tokenHash);
    if (link === null || link.expiresAtMs <= clock.now()) return null;
    const person = await store.person(link.userId);
    return person === null || person.isDisabled ? null : { link, person };
  };

  return {
    issue: async (transaction, person, actor) => {
      if (person.isDisabled) {
        throw new AppError('person_disabled', 'This person may not sign in. Enable them first.');
      }
      const token = ids.secret(TOKEN_BYTES);
      const nowMs = clock.now();
      const kind = person.isInvited ? 'invitation' : 'reset';
      const expiresAtMs =
        nowMs + (kind === 'invitation' ? invitationDays * DAY_MS : resetHours * HOUR_MS);
      await links.within(transaction).replace({
        tokenHash: sha256Hex(token),
        userId: person.userId,
        kind,
        issuedAtMs: nowMs,
        expiresAtMs,
      });
      await record(transaction, kind === 'invitation' ? 'invitation_issued' : 'reset_issued', {
        subject: { id: person.userId, name: person.name },
        actor,
      });
      return { token, kind, expiresAtMs };
    },

    state: async (token) => {
      const found = await living(sha256Hex(token));
      if (found === null) return { valid: false, kind: null, name: null, email: null };
      const { link, person } = found;
      return { valid: true, kind: link.kind, name: person.name, email: person.email };
    },

    use: async (token, password) => {
      const tokenHash = sha256Hex(token);
      // Told before the slow password hash: a wrong link costs the server nothing.
      const found = await living(tokenHash);
      if (found === null) throw linkInvalid();
      const { person } = found;
      requirePassword(password, person);
      const passwordHash = await passwords.hash(password);
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const nowMs = clock.now();
        if (!(await links.within(transaction).spend(tokenHash, nowMs))) throw linkInvalid();
        await writer.setPassword(person.userId, passwordHash, nowMs);
        await writer.endSessions(person.userId);
        await record(transaction, 'password_set', {
          subject: { id: person.userId, name: person.name },
          actor: { kind: 'user', ...person },
        });
      });
      return { email: person.email };
    },
  };
}

function linkInvalid(): AppError {
  return new AppError(
    'password_link_invalid',
    'This link is not valid any more. Ask an administrator for a new one.',
  );
}
