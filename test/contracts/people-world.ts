import {
  createPasswordLinks,
  createPeople,
  createPeopleAdministration,
  createPeopleSessions,
  createPersonalData,
  createRecorder,
  createServiceAccounts,
  createSignInLinks,
  createSignInProviders,
  type ContentRights,
  type UserActor,
} from '../../src/actors/index.ts';
import {
  createPasswordLinkStore,
  createPeopleAuditStore,
  createPeopleStore,
  createPersonalDataStore,
  createServiceAccountStore,
  createSessionStore,
  createSignInProviderStore,
} from '../../src/adapters/storage/index.ts';
import { createSealer } from '../../src/app/keys.ts';
import { systemIds, type Clock } from '../../src/base/index.ts';
import type { TestDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import type { HttpWorld } from './http-world.ts';

/** Passwords that are kept as they are: hashing is slow, and tested with real accounts. */
const passwords = { hash: (password: string) => Promise.resolve(`plain:${password}`) };

export const RIGHTS: ContentRights = {
  pages: ['en/news'],
  readTables: ['pages', 'content'],
  writeTables: ['pages'],
  fieldGrants: ['pages.slug'],
  languages: ['en'],
};

/** A provider people sign in with, which nobody reaches. */
export const PROVIDER = {
  id: 'works',
  name: 'Works account',
  issuer: 'https://id.example.org',
  clientId: 'vouch',
  clientSecret: 'hush',
} as const;

/** People, links, sessions and service accounts over a test's database. */
export function createPeopleParts(
  { database, transactions }: Pick<TestDatabase, 'database' | 'transactions'>,
  clock: Clock,
) {
  const store = createPeopleStore(database);
  const auditStore = createPeopleAuditStore(database);
  const record = createRecorder(auditStore, clock);
  const shared = { store, record, transactions, ids: systemIds, clock };
  const links = createPasswordLinkStore(database);
  const passwordLinks = createPasswordLinks({ ...shared, links, passwords });
  return {
    peopleAdministration: createPeopleAdministration({
      ...shared,
      auditStore,
      links: passwordLinks,
      nameOf: async (actorId) => (await store.person(actorId))?.name ?? null,
      providerName: async (id) =>
        (await createSignInProviderStore(database).provider(id))?.name ?? null,
    }),
    passwordLinks,
    sessions: createPeopleSessions({ ...shared, sessions: createSessionStore(database) }),
    serviceAccounts: createServiceAccounts({
      ...shared,
      store: createServiceAccountStore(database),
    }),
    signInLinks: createSignInLinks({
      ...shared,
      providers: createSignInProviderStore(database),
    }),
    signInProviders: createSignInProviders({
      ...shared,
      providers: createSignInProviderStore(database),
      sealer: createSealer([new Uint8Array(32).fill(7)]),
      secrets: {},
      redirectUrl: (id) => `http://127.0.0.1:4317/api/auth/callback/${id}`,
      discover: () => Promise.resolve({ claims: null }),
    }),
    personalData: createPersonalData({
      ...shared,
      data: createPersonalDataStore(database, () => null),
      runs: { countOpen: () => Promise.resolve(0), stopAll: () => Promise.resolve(0) },
    }),
    createdPeople: createPeople({ ...shared, passwords }),
    peopleStore: store,
  };
}

/** The people who ask, as they are kept, beside a group and a service account. */
export async function preparePeople(world: HttpWorld) {
  const { peopleAdministration, serviceAccounts, signInProviders } = world.deps;
  const { peopleStore } = createPeopleParts(world.database, world.clock);
  for (const actor of [ADMIN, EDITOR]) {
    await world.transactions.transact((tx) => keep(actor, peopleStore.within(tx)));
  }
  const group = await peopleAdministration.addGroup(
    { name: 'News', grants: [], rights: RIGHTS },
    ADMIN,
  );
  const account = await serviceAccounts.add({ name: 'Robot', scopes: [] }, ADMIN);
  await signInProviders.add(PROVIDER, ADMIN);
  return { groupId: group.id, accountId: account.id };
}

/** Stores a person with the id, grants and rights of an actor. */
export async function keep(
  { userId, name, isAdministrator, grants, rights }: UserActor,
  writer: ReturnType<ReturnType<typeof createPeopleStore>['within']>,
): Promise<void> {
  await writer.addPerson(
    {
      userId,
      name,
      email: `${userId}@example.org`,
      locale: 'en',
      isAdministrator,
      isDisabled: false,
      groupIds: [],
      grants,
      rights,
      passwordHash: 'plain:correct horse',
    },
    0,
  );
}
