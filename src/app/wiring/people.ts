import { createActorDirectory, createPeople, type PeopleStore } from '../../actors/index.ts';
import type { Accounts, ActorDirectory, People } from '../../actors/index.ts';
import { createAccounts, passwords } from '../../adapters/accounts/index.ts';
import { createPeopleStore } from '../../adapters/storage/index.ts';
import { trustedOriginsOf } from '../settings.ts';
import type { Foundation } from './foundation.ts';

/** Who acts, and how they enter. */
export interface PeopleParts {
  readonly peopleStore: PeopleStore;
  readonly people: People;
  readonly directory: ActorDirectory;
  readonly accounts: Accounts;
}

export function wirePeople(foundation: Foundation): PeopleParts {
  const { settings, database, transactions, ids, clock, keys, baseUrl, log } = foundation;
  const peopleStore = createPeopleStore(database);
  const accounts = createAccounts(
    {
      database: { db: database.writes, type: database.dialect },
      isDisabled: async (userId) => (await peopleStore.person(userId))?.isDisabled ?? true,
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
  return {
    peopleStore,
    people: createPeople({ store: peopleStore, transactions, passwords, ids, clock }),
    directory: createActorDirectory(peopleStore),
    accounts,
  };
}
