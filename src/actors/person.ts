import type { Locale } from '../contracts/index.ts';
import type { Transaction } from '../base/index.ts';
import type { ContentRights, Grant } from './actor.ts';

/** Somebody who may sign in, with the groups, grants and rights stored for exactly this person. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  readonly locale: Locale;
  readonly isAdministrator: boolean;
  /** A disabled person keeps the history and cannot sign in or act. */
  readonly isDisabled: boolean;
  /** Has no way to sign in yet: neither a password nor an account elsewhere. */
  readonly isInvited: boolean;
  /** Whoever has none and is not invited enters with an account elsewhere alone. */
  readonly hasPassword: boolean;
  /** Signs in with a code of an authenticator beside the password. */
  readonly hasTwoFactor: boolean;
  readonly groupIds: readonly string[];
  readonly grants: readonly Grant[];
  readonly rights: ContentRights;
}

/** A person as created: with the hash of the password, `null` for somebody who is invited. */
export interface NewPerson extends Omit<Person, 'isInvited' | 'hasPassword' | 'hasTwoFactor'> {
  readonly passwordHash: string | null;
}

/** People with something in common; what a group holds, every member holds. */
export interface Group {
  readonly groupId: string;
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly rights: ContentRights;
}

/** What can be replaced of a person; what is left out stays. */
export type PersonChanges = {
  readonly [
    Name in 'name' | 'isAdministrator' | 'isDisabled' | 'groupIds' | 'grants' | 'rights' | 'locale'
  ]?: Person[Name] | undefined;
};

/** Where people are kept. */
export interface PeopleStore {
  /** Also somebody who was deleted: disabled, under the pseudonym. */
  person(userId: string): Promise<Person | null>;
  /** By name. */
  people(): Promise<readonly Person[]>;
  /** By name. */
  groups(): Promise<readonly Group[]>;
  administratorExists(): Promise<boolean>;
  /** Whether a set-up link with this hash was issued and is not spent. */
  setupLinkIsOpen(tokenHash: string): Promise<boolean>;
  within(transaction: Transaction): PeopleWriter;
}

/** Changes people; every method belongs to one transaction. */
export interface PeopleWriter {
  /** Makes other writers of people wait; then what is read here stays true until the transaction ends. */
  lock(): Promise<void>;
  administratorExists(): Promise<boolean>;
  /** Administrators who can sign in at this moment. */
  activeAdministrators(): Promise<readonly string[]>;
  person(userId: string): Promise<Person | null>;
  group(groupId: string): Promise<Group | null>;
  /** Adds a person; `false` when the e-mail address is taken. */
  addPerson(person: NewPerson, atMs: number): Promise<boolean>;
  /** Replaces what is stored for a person beside address and password; `false` when there is none. */
  updatePerson(userId: string, changes: PersonChanges): Promise<boolean>;
  /** Replaces the hash of a person's password; `false` when there is no such person. */
  setPassword(userId: string, passwordHash: string, atMs: number): Promise<boolean>;
  /** Takes the second factor away; there may be none. */
  removeTwoFactor(userId: string): Promise<void>;
  addGroup(group: Group): Promise<void>;
  updateGroup(group: Group): Promise<boolean>;
  /** Removes a group and its memberships. */
  removeGroup(groupId: string): Promise<boolean>;
  /** Ends every session of a person. */
  endSessions(userId: string): Promise<void>;
  addSetupLink(tokenHash: string, atMs: number): Promise<void>;
  /** Spends a set-up link; `false` when it is unknown or spent already. */
  spendSetupLink(tokenHash: string, atMs: number): Promise<boolean>;
}
