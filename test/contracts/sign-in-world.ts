import {
  createRecorder,
  createSignInElsewhere,
  createSignInLinks,
  createSignInProviders,
} from '../../src/actors/index.ts';
import {
  createAccounts,
  discoverOidc,
  type OidcAccess,
} from '../../src/adapters/accounts/index.ts';
import {
  createPeopleAuditStore,
  createPeopleStore,
  createSignInProviderStore,
} from '../../src/adapters/storage/index.ts';
import { createGuardedFetch } from '../../src/app/guarded-fetch.ts';
import { createSealer } from '../../src/app/keys.ts';
import { systemClock, systemIds, type PrivateAddresses } from '../../src/base/index.ts';
import { SignInElsewhere, type AddSignInProvider } from '../../src/contracts/index.ts';
import type { OpenFresh } from '../support/databases.ts';
import { CLIENT, createJar, signInThere } from '../support/identity-provider.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { createPeopleParts, keep } from './people-world.ts';

export const BASE_URL = 'http://127.0.0.1:4317';
export const CALLBACK = `${BASE_URL}/api/auth/callback/works`;

/** Real accounts and people over a test's database, with a guard in front of every provider. */
export async function openSignIn(openFresh: OpenFresh, allowed: PrivateAddresses = 'loopback') {
  const database = await openFresh();
  const parts = createPeopleParts(database, systemClock);
  for (const actor of [ADMIN, EDITOR]) {
    await database.transactions.transact((tx) => keep(actor, parts.peopleStore.within(tx)));
  }
  const store = createPeopleStore(database.database);
  const providers = createSignInProviderStore(database.database);
  const record = createRecorder(createPeopleAuditStore(database.database), systemClock);
  const { transactions } = database;
  const shared = { store, providers, record, transactions, clock: systemClock };
  const access: OidcAccess = {
    fetch: createGuardedFetch({ allowed, setting: 'signIn.privateAddresses' }),
    allowsHttp: allowed !== 'none',
  };
  const signInLinks = createSignInLinks(shared);
  const secrets: Record<string, string> = {};
  const signInProviders = createSignInProviders({
    ...shared,
    sealer: createSealer([new Uint8Array(32).fill(7)]),
    secrets,
    redirectUrl: (id) => `${BASE_URL}/api/auth/callback/${id}`,
    discover: (issuer) => discoverOidc(issuer, access),
  });
  const log: string[] = [];
  const accounts = createAccounts(
    {
      database: { db: database.database.writes, type: database.dialect },
      person: (userId) => store.person(userId),
      onTwoFactor: () => Promise.resolve(),
      log: (_level, message) => log.push(message),
      elsewhere: {
        providers: signInProviders,
        people: createSignInElsewhere({ ...shared, ids: systemIds }),
        access,
      },
    },
    { baseUrl: BASE_URL, trustedOrigins: [], secret: 'e2'.repeat(30), attemptsPerMinute: 100 },
  );

  const browser = () => {
    const jar = createJar();
    const ask = async (path: string, init: RequestInit = {}) =>
      jar.keep(
        await accounts.handle(
          new Request(new URL(path, BASE_URL), {
            ...init,
            headers: { cookie: jar.header(), 'content-type': 'application/json', origin: BASE_URL },
          }),
          '127.0.0.1',
        ),
      );
    const begin = async (next = '/pages', provider = 'works') => {
      const body = JSON.stringify({ provider, next });
      const response = await ask('/api/auth/sign-in/elsewhere', { method: 'POST', body });
      return SignInElsewhere.parse(await response.json()).url;
    };
    /** Where the browser ends up. */
    const comeBack = async (url: string) => {
      const response = await ask(url);
      return (response.headers.get('location') ?? '').replace(BASE_URL, '');
    };
    return {
      ask,
      begin,
      comeBack,
      signIn: async (login: string) =>
        comeBack(await signInThere(await begin(), { login, back: BASE_URL })),
      session: () => accounts.session(new Headers({ cookie: jar.header() })),
    };
  };

  /** Enters a provider under the name `works`. */
  const add = (issuer: string, more: Partial<AddSignInProvider> = {}) =>
    signInProviders.add({ id: 'works', name: 'Works', issuer, ...CLIENT, ...more }, ADMIN);

  return {
    ...parts,
    ...database,
    store,
    providers,
    signInProviders,
    signInLinks,
    browser,
    add,
    log,
    secrets,
  };
}
