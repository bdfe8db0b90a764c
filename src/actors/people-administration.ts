import {
  AppError,
  type Clock,
  type Ids,
  type Transaction,
  type Transactions,
} from '../base/index.ts';
import type {
  AddGroup,
  AddPerson,
  ChangeGroup,
  ChangePerson,
  GroupView,
  PeopleAuditEntry,
  PersonView,
} from '../contracts/index.ts';
import { ALL_CONTENT_RIGHTS, type Actor } from './actor.ts';
import { EDITOR_CONTENT_RIGHTS } from './effective-rights.ts';
import { losesLastAdministrator } from './last-administrator.ts';
import { requireAdministrator } from './may.ts';
import type { IssuedLink, PasswordLinks } from './password-links.ts';
import {
  differences,
  recordedActor,
  type PeopleAuditStore,
  type Recorder,
} from './people-audit.ts';
import { groupView, personView } from './people-views.ts';
import type { Group, PeopleStore, PeopleWriter, Person } from './person.ts';

const AUDIT_ROWS = 200;

/** People and groups, for administrators alone. Whatever is changed is written down with who did it. */
export interface PeopleAdministration {
  people(actor: Actor): Promise<readonly PersonView[]>;
  groups(actor: Actor): Promise<readonly GroupView[]>;
  /** Invites somebody: the link to a first password is told this once. Throws `email_taken`. */
  invite(
    person: AddPerson,
    actor: Actor,
  ): Promise<{ readonly person: PersonView; readonly link: IssuedLink }>;
  /** Throws `last_administrator` when nobody would be left who can sign in and administer. */
  change(userId: string, changes: ChangePerson, actor: Actor): Promise<PersonView>;
  /** A link to a new password; an earlier one is void with it. Throws `person_disabled`. */
  issueLink(userId: string, actor: Actor): Promise<IssuedLink>;
  /** For somebody who lost the authenticator: takes the second factor away and ends every session. */
  resetTwoFactor(userId: string, actor: Actor): Promise<PersonView>;
  /** Writes down that somebody looked at what a person may do, and answers with the person. */
  lookAt(userId: string, actor: Actor): Promise<Person>;
  addGroup(group: AddGroup, actor: Actor): Promise<GroupView>;
  changeGroup(groupId: string, changes: ChangeGroup, actor: Actor): Promise<GroupView>;
  /** Removes a group; its members stay. */
  removeGroup(groupId: string, actor: Actor): Promise<void>;
  /** The newest, newest first. */
  audit(actor: Actor): Promise<readonly PeopleAuditEntry[]>;
}

interface PeopleAdministrationDeps {
  readonly store: PeopleStore;
  readonly auditStore: PeopleAuditStore;
  readonly links: Pick<PasswordLinks, 'issue'>;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly ids: Ids;
  readonly clock: Clock;
  /** The name of a person who acted. */
  readonly nameOf: (actorId: string) => Promise<string | null>;
  /** The name of a sign-in provider. */
  readonly providerName: (id: string) => Promise<string | null>;
}

export function createPeopleAdministration(deps: PeopleAdministrationDeps): PeopleAdministration {
  const { store, record, transactions, ids, clock } = deps;

  /** One transaction of an administrator's; nobody else changes people meanwhile. */
  const changing = async <T>(
    actor: Actor,
    work: (transaction: Transaction, writer: PeopleWriter) => Promise<T>,
  ): Promise<T> => {
    requireAdministrator(actor);
    return transactions.transact(async (transaction) => {
      const writer = store.within(transaction);
      await writer.lock();
      return work(transaction, writer);
    });
  };

  const actorName = async (actorId: string): Promise<string | null> => {
    const { kind, id } = recordedActor(actorId);
    if (id === null) return null;
    const name = kind === 'sign_in_provider' ? deps.providerName(id) : deps.nameOf(id);
    return (await name) ?? id;
  };

  const requireGroups = async (groupIds: readonly string[]) => {
    const known = (await store.groups()).map(({ groupId }) => groupId);
    if (groupIds.every((id) => known.includes(id))) return;
    throw new AppError('invalid_request', 'One of these groups does not exist any more.', {
      data: { field: 'groupIds' },
    });
  };

  return {
    people: async (actor) => {
      requireAdministrator(actor);
      return (await store.people()).map(personView);
    },

    groups: async (actor) => {
      requireAdministrator(actor);
      return (await store.groups()).map(groupView);
    },

    invite: async (given, actor) => {
      requireAdministrator(actor);
      await requireGroups(given.groupIds ?? []);
      return changing(actor, async (transaction, writer) => {
        const isAdministrator = given.isAdministrator ?? false;
        const person: Person = {
          userId: ids.uuid(),
          name: given.name,
          email: given.email.toLowerCase(),
          locale: given.locale ?? 'en',
          isAdministrator,
          isDisabled: false,
          isInvited: true,
          hasPassword: false,
          hasTwoFactor: false,
          groupIds: unique(given.groupIds ?? []),
          grants: given.grants ?? ['approve_own_changes'],
          rights: given.rights ?? (isAdministrator ? ALL_CONTENT_RIGHTS : EDITOR_CONTENT_RIGHTS),
        };
        if (!(await writer.addPerson({ ...person, passwordHash: null }, clock.now()))) {
          throw new AppError('email_taken', 'Somebody with this e-mail address exists already.');
        }
        const { groupIds, grants, rights, email } = person;
        await record(transaction, 'person_added', {
          subject: { id: person.userId, name: person.name },
          actor,
          detail: { email, isAdministrator, groupIds, grants, rights },
        });
        return {
          person: personView(person),
          link: await deps.links.issue(transaction, person, actor),
        };
      });
    },

    change: async (userId, given, actor) => {
      requireAdministrator(actor);
      if (given.groupIds !== undefined) await requireGroups(given.groupIds);
      return changing(actor, async (transaction, writer) => {
        const before = await writer.person(userId);
        if (before === null) throw noPerson();
        const groupIds = given.groupIds === undefined ? undefined : unique(given.groupIds);
        const changes = { ...given, groupIds };
        if (losesLastAdministrator(await writer.activeAdministrators(), userId, given)) {
          throw new AppError(
            'last_administrator',
            'Nobody would be left who can sign in and administer. Make somebody else an administrator first.',
          );
        }
        await writer.updatePerson(userId, changes);
        const { isDisabled, ...detail } = differences(before, changes);
        const about = { subject: { id: userId, name: before.name }, actor };
        if (isDisabled !== undefined) {
          await record(
            transaction,
            given.isDisabled === true ? 'person_disabled' : 'person_enabled',
            about,
          );
          await writer.endSessions(userId);
        }
        if (Object.keys(detail).length > 0) {
          await record(transaction, 'person_changed', { ...about, detail });
        }
        return personView((await writer.person(userId)) ?? before);
      });
    },

    issueLink: (userId, actor) =>
      changing(actor, async (transaction, writer) => {
        const person = await writer.person(userId);
        if (person === null) throw noPerson();
        return deps.links.issue(transaction, person, actor);
      }),

    resetTwoFactor: (userId, actor) =>
      changing(actor, async (transaction, writer) => {
        const person = await writer.person(userId);
        if (person === null) throw noPerson();
        await writer.removeTwoFactor(userId);
        await writer.endSessions(userId);
        const subject = { id: userId, name: person.name };
        await record(transaction, 'two_factor_reset', { subject, actor });
        return personView({ ...person, hasTwoFactor: false });
      }),

    lookAt: (userId, actor) =>
      changing(actor, async (transaction, writer) => {
        const person = await writer.person(userId);
        if (person === null) throw noPerson();
        const subject = { id: userId, name: person.name };
        await record(transaction, 'access_viewed', { subject, actor });
        return person;
      }),

    addGroup: (given, actor) =>
      changing(actor, async (transaction, writer) => {
        const group: Group = { groupId: ids.uuid(), ...given };
        await writer.addGroup(group);
        const { name, grants, rights } = given;
        const subject = { id: group.groupId, name };
        await record(transaction, 'group_added', { subject, actor, detail: { grants, rights } });
        return groupView(group);
      }),

    changeGroup: (groupId, changes, actor) =>
      changing(actor, async (transaction, writer) => {
        const before = await writer.group(groupId);
        if (before === null) throw noGroup();
        const after = {
          groupId,
          name: changes.name ?? before.name,
          grants: changes.grants ?? before.grants,
          rights: changes.rights ?? before.rights,
        };
        await writer.updateGroup(after);
        const detail = differences(before, changes);
        const subject = { id: groupId, name: before.name };
        if (Object.keys(detail).length > 0) {
          await record(transaction, 'group_changed', { subject, actor, detail });
        }
        return groupView(after);
      }),

    removeGroup: (groupId, actor) =>
      changing(actor, async (transaction, writer) => {
        const group = await writer.group(groupId);
        if (group === null) throw noGroup();
        await writer.removeGroup(groupId);
        const { name, grants, rights } = group;
        const subject = { id: groupId, name };
        await record(transaction, 'group_removed', { subject, actor, detail: { grants, rights } });
      }),

    audit: async (actor) => {
      requireAdministrator(actor);
      const rows = await deps.auditStore.newest(AUDIT_ROWS);
      const names = new Map<string, string | null>();
      for (const { actorId } of rows) {
        if (actorId !== null && !names.has(actorId)) names.set(actorId, await actorName(actorId));
      }
      return rows.map(({ id, atMs, event, subjectName, actorId, detail }) => ({
        id,
        atMs,
        event,
        subject: subjectName,
        actorKind: recordedActor(actorId).kind,
        actorName: actorId === null ? null : (names.get(actorId) ?? null),
        detail: { ...detail },
      }));
    },
  };
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function noPerson(): AppError {
  return new AppError('not_found', 'There is no such person.');
}

function noGroup(): AppError {
  return new AppError('not_found', 'There is no such group.');
}
