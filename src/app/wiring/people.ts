import {
  createActorDirectory,
  createPasswordLinks,
  createPeople,
  createPeopleAdministration,
  createPeopleSessions,
  createRecorder,
  createServiceAccounts,
  type PeopleStore,
} from '../../actors/index.ts';
import type {
  Accounts,
  ActorDirectory,
  PasswordLinks,
  People,
  PeopleAdministration,
  PeopleSessions,
  ServiceAccounts,
} from '../../actors/index.ts';
import { createAccounts, passwords } from '../../adapters/accounts/index.ts';
import {
  createPasswordLinkStore,
  createPeopleAuditStore,
  createPeopleStore,
  createServiceAccountStore,
  createSessionStore,
} from '../../adapters/storage/index.ts';
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
}

export function wirePeople(foundation: Foundation): PeopleParts {
  const { settings, database, transactions, ids, clock, keys, baseUrl, log } = foundation;
  const peopleStore = createPeopleStore(database);
  const accountStore = createServiceAccountStore(database);
  const auditStore = createPeopleAuditStore(database);
  const record = createRecorder(auditStore, clock);
  const directory = createActorDirectory(peopleStore);
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
    },
    {
      baseUrl,
      trustedOrigins: trustedOriginsOf(baseUrl),
      secret: keys.secretFor('sessions'),
      sessionDays: settings.server.sessionDays,
      attemptsPerMinute: settings.server.signInAttemptsPerMinute,
    },
  );
  const shared = { store: peopleStore, record, transactions, ids, clock };
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
    }),
    sessions: createPeopleSessions({
      ...shared,
      sessions: createSessionStore(database),
    }),
    serviceAccounts: createServiceAccounts({ ...shared, store: accountStore }),
  };
}
