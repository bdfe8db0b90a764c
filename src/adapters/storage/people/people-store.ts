import type { Kysely } from 'kysely';
import type { Group, NewPerson, PeopleStore, PeopleWriter } from '../../../actors/index.ts';
import { orNull, toFlag, toJson } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import { activeAdministrators, administratorExists, groupOf, readPeople } from './people-rows.ts';

const LOCK = 'people';

/** People in the database. */
export function createPeopleStore(database: Database): PeopleStore {
  const { reads } = database;
  return {
    person: async (userId) => (await readPeople(reads, userId, { deleted: true }))[0] ?? null,
    people: () => readPeople(reads),
    groups: async () => {
      const rows = await reads.selectFrom('people_group').selectAll().orderBy('name').execute();
      return rows.map(groupOf);
    },
    administratorExists: () => administratorExists(reads),
    setupLinkIsOpen: async (tokenHash) => {
      const row = await reads
        .selectFrom('setup_link')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('spent_at_ms', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        ...peopleWriter(tx),
        ...groupWriter(tx),
        ...setupLinkWriter(tx),
        lock: () => lockName(transaction, LOCK),
      };
    },
  };
}

type Tx = Kysely<Schema>;

function peopleWriter(
  tx: Tx,
): Pick<
  PeopleWriter,
  | 'administratorExists'
  | 'activeAdministrators'
  | 'person'
  | 'addPerson'
  | 'updatePerson'
  | 'setPassword'
  | 'removeTwoFactor'
  | 'endSessions'
> {
  return {
    administratorExists: () => administratorExists(tx),
    activeAdministrators: () => activeAdministrators(tx),
    person: async (userId) => (await readPeople(tx, userId))[0] ?? null,
    addPerson: async (person, atMs) => {
      if (!(await insertCredentials(tx, person, atMs))) return false;
      await tx
        .insertInto('person')
        .values({
          user_id: person.userId,
          locale: person.locale,
          is_administrator: toFlag(person.isAdministrator),
          is_disabled: toFlag(person.isDisabled),
          erased_at_ms: null,
          grants: JSON.stringify(person.grants),
          rights: JSON.stringify(person.rights),
        })
        .execute();
      await joinGroups(tx, person.userId, person.groupIds);
      return true;
    },
    updatePerson: async (userId, changes) => {
      const known = await tx
        .updateTable('person')
        .set({
          user_id: userId,
          locale: changes.locale,
          is_administrator: toFlag(changes.isAdministrator),
          is_disabled: toFlag(changes.isDisabled),
          grants: toJson(changes.grants),
          rights: toJson(changes.rights),
        })
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (known.numUpdatedRows === 0n) return false;
      if (changes.name !== undefined) {
        await tx
          .updateTable('auth_user')
          .set({ name: changes.name })
          .where('id', '=', userId)
          .execute();
      }
      if (changes.groupIds !== undefined) {
        await tx.deleteFrom('group_membership').where('user_id', '=', userId).execute();
        await joinGroups(tx, userId, changes.groupIds);
      }
      return true;
    },
    setPassword: async (userId, passwordHash, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('auth_account')
        .set({ password: passwordHash, updatedAt: new Date(atMs).toISOString() })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    removeTwoFactor: async (userId) => {
      await tx.deleteFrom('auth_two_factor').where('userId', '=', userId).execute();
      await tx
        .updateTable('auth_user')
        .set({ twoFactorEnabled: null })
        .where('id', '=', userId)
        .execute();
    },
    endSessions: async (userId) => {
      await tx.deleteFrom('auth_session').where('userId', '=', userId).execute();
    },
  };
}

function groupWriter(
  tx: Tx,
): Pick<PeopleWriter, 'group' | 'addGroup' | 'updateGroup' | 'removeGroup'> {
  const stored = (group: Group) => ({
    name: group.name,
    grants: JSON.stringify(group.grants),
    rights: JSON.stringify(group.rights),
  });
  return {
    group: async (groupId) =>
      orNull(
        await tx
          .selectFrom('people_group')
          .selectAll()
          .where('group_id', '=', groupId)
          .executeTakeFirst(),
        groupOf,
      ),
    addGroup: async (group) => {
      await tx
        .insertInto('people_group')
        .values({ group_id: group.groupId, ...stored(group) })
        .execute();
    },
    updateGroup: async (group) => {
      const { numUpdatedRows } = await tx
        .updateTable('people_group')
        .set(stored(group))
        .where('group_id', '=', group.groupId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    removeGroup: async (groupId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('people_group')
        .where('group_id', '=', groupId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function setupLinkWriter(tx: Tx): Pick<PeopleWriter, 'addSetupLink' | 'spendSetupLink'> {
  return {
    addSetupLink: async (tokenHash, atMs) => {
      await tx
        .insertInto('setup_link')
        .values({ token_hash: tokenHash, issued_at_ms: atMs, spent_at_ms: null })
        .execute();
    },
    spendSetupLink: async (tokenHash, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('setup_link')
        .set({ spent_at_ms: atMs })
        .where('token_hash', '=', tokenHash)
        .where('spent_at_ms', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** The user and the password as the sign-in library reads them; `false` when the address is taken. */
async function insertCredentials(tx: Tx, person: NewPerson, atMs: number): Promise<boolean> {
  const at = new Date(atMs).toISOString();
  const inserted = await tx
    .insertInto('auth_user')
    .values({
      id: person.userId,
      name: person.name,
      email: person.email,
      emailVerified: 0,
      image: null,
      twoFactorEnabled: null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await tx
    .insertInto('auth_account')
    .values({
      id: person.userId,
      accountId: person.userId,
      providerId: 'credential',
      userId: person.userId,
      password: person.passwordHash,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  return true;
}

async function joinGroups(tx: Tx, userId: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await tx
    .insertInto('group_membership')
    .values(groupIds.map((groupId) => ({ group_id: groupId, user_id: userId })))
    .execute();
}
