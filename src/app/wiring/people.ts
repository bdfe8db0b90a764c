import {
  createActorDirectory,
  createPasswordLinks,
  createPeople,
  createPeopleAdministration,
  createPeopleSessions,
  createPersonalData,
  createRecorder,
  createServiceAccounts,
  createSignInElsewhere,
  createSignInLinks,
  createSignInProviders,
  type PeopleStore,
  type PersonalData,
} from '../../actors/index.ts';
import type {
  Accounts,
  ActorDirectory,
  PasswordLinks,
  People,
  PeopleAdministration,
  PeopleSessions,
  ServiceAccounts,
  SignInLinks,
  SignInProviders,
} from '../../actors/index.ts';
import { createAccounts, discoverOidc, passwords } from '../../adapters/accounts/index.ts';
import {
  createPasswordLinkStore,
  createPeopleAuditStore,
  createPeopleStore,
  createPersonalDataStore,
  createServiceAccountStore,
  createSessionStore,
  createSignInProviderStore,
} from '../../adapters/storage/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { trustedOriginsOf } from '../settings.ts';
import type { Foundation } from './foundation.ts';

/** Who acts, and how they enter. */
export interface PeopleParts {
  readonly peopleStore: PeopleStore;
  readonly people: People;
  readonly directory: ActorDirectory;
  readonly accounts: Accounts;
  readonly peopleAdministration: PeopleAdministration;
  readonly passwordLinks: PasswordLinks;
  readonly sessions: PeopleSessions;
  readonly serviceAccounts: ServiceAccounts;
  readonly signInProviders: SignInProviders;
  readonly signInLinks: SignInLinks;
}

export function wirePeople(foundation: Foundation): PeopleParts {
  const { settings, database, transactions, ids, clock, keys, baseUrl, log } = foundation;
  const peopleStore = createPeopleStore(database);
  const accountStore = createServiceAccountStore(database);
  const auditStore = createPeopleAuditStore(database);
  const record = createRecorder(auditStore, clock);
  const directory = createActorDirectory(peopleStore);
  const shared = { store: peopleStore, record, transactions, ids, clock };
  const providers = createSignInProviderStore(database);
  const access = {
    fetch: createGuardedFetch({
      allowed: settings.signIn.privateAddresses,
      setting: 'signIn.privateAddresses (VOUCH_SIGN_IN_PRIVATE_ADDRESSES)',
    }),
    allowsHttp: settings.signIn.privateAddresses !== 'none',
  };
  const signInProviders = createSignInProviders({
    ...shared,
    providers,
    sealer: keys.sealer,
    secrets: settings.models.keys,
    redirectUrl: (id) => `${baseUrl}/api/auth/callback/${id}`,
    discover: (issuer) => discoverOidc(issuer, access),
  });
  const accounts = createAccounts(
    {
      database: { db: database.writes, type: database.dialect },
      person: (userId) => peopleStore.person(userId),
      onTwoFactor: async (userId, isOn) => {
        const subject = { id: userId, name: (await peopleStore.person(userId))?.name ?? '' };
        const actor = await directory.user(userId);
        await transactions.transact((transaction) =>
          record(transaction, isOn ? 'two_factor_on' : 'two_factor_off', { subject, actor }),
        );
      },
      log: (level, message) => {
        log[level]({ part: 'accounts' }, message);
      },
      elsewhere: {
        providers: signInProviders,
        people: createSignInElsewhere({ ...shared, providers }),
        access,
      },
    },
    {
      baseUrl,
      trustedOrigins: trustedOriginsOf(baseUrl),
      secret: keys.secretFor('sessions'),
      sessionDays: settings.server.sessionDays,
      attemptsPerMinute: settings.server.signInAttemptsPerMinute,
    },
  );
  const passwordLinks = createPasswordLinks(
    { ...shared, links: createPasswordLinkStore(database), passwords },
    settings.server,
  );
  return {
    peopleStore,
    people: createPeople({ ...shared, passwords }),
    directory,
    accounts,
    passwordLinks,
    peopleAdministration: createPeopleAdministration({
      ...shared,
      auditStore,
      links: passwordLinks,
      nameOf: async (actorId) => (await peopleStore.person(actorId))?.name ?? null,
      providerName: async (id) => (await providers.provider(id))?.name ?? null,
    }),
    sessions: createPeopleSessions({
      ...shared,
      sessions: createSessionStore(database),
    }),
    serviceAccounts: createServiceAccounts({ ...shared, store: accountStore }),
    signInProviders,
    signInLinks: createSignInLinks({ ...shared, providers }),
  };
}

/** What is stored about people, taken along or deleted, wherever it lies. */
export function wirePersonalData(
  { database, transactions, clock, keys }: Foundation,
  {
    peopleStore,
    runtime,
  }: {
    readonly peopleStore: PeopleStore;
    readonly runtime: Pick<HostedRuntime, 'countOpenOf' | 'stopAllOf'>;
  },
): PersonalData {
  const open = (sealed: string, context: string) => {
    try {
      return keys.sealer.open(sealed, context);
    } catch {
      // A text whose key is gone is nobody's any more; it keeps nobody from the rest.
      return null;
    }
  };
  return createPersonalData({
    store: peopleStore,
    data: createPersonalDataStore(database, open),
    record: createRecorder(createPeopleAuditStore(database), clock),
    transactions,
    clock,
    runs: {
      countOpen: (userId) => runtime.countOpenOf(userId),
      stopAll: (userId) => runtime.stopAllOf(userId),
    },
  });
}
