import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import { createActorDirectory, createPeople, createRecorder } from '../../actors/index.ts';
import { systemClock, systemIds } from '../../base/index.ts';
import { createPeopleAuditStore, createPeopleStore, createSessionStore } from '../storage/index.ts';
import { signInErrorCode } from './error-response.ts';
import { createAccounts, passwords, signInOptions } from './sign-in.ts';

const BASE_URL = 'http://127.0.0.1:4317';
const ADDRESS = '127.0.0.1';
const ada = {
  name: 'Ada',
  email: 'Ada@example.org',
  password: 'correct horse',
  locale: 'de' as const,
};

function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`${BASE_URL}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE_URL, ...headers },
    body: JSON.stringify(body),
  });
}

describeEachDatabase('accounts', (openFresh) => {
  const openAccounts = async (baseUrl = BASE_URL) => {
    const { database, transactions } = await openFresh();
    const store = createPeopleStore(database);
    const people = createPeople({
      store,
      transactions,
      passwords,
      record: createRecorder(createPeopleAuditStore(database), systemClock),
      ids: systemIds,
      clock: systemClock,
    });
    const dependencies = {
      database: { db: database.writes, type: database.dialect },
      person: (userId: string) => store.person(userId),
      onTwoFactor: () => Promise.resolve(),
      log: () => undefined,
    };
    const options = { baseUrl, trustedOrigins: [], secret: 'e2'.repeat(30), attemptsPerMinute: 5 };
    const accounts = createAccounts(dependencies, options);
    const signIn = (password = ada.password, headers?: Record<string, string>) =>
      accounts.handle(
        post('sign-in/email', { email: 'ada@example.org', password }, headers),
        ADDRESS,
      );
    return {
      database,
      store,
      transactions,
      people,
      accounts,
      signIn,
      directory: createActorDirectory(store),
      libraryOptions: signInOptions(dependencies, options),
    };
  };

  it('has the tables the sign-in library wants', async () => {
    const { libraryOptions } = await openAccounts();
    const plan = await getMigrations(libraryOptions);
    expect([plan.toBeCreated, plan.toBeAdded, plan.toBeAddedIndexes, plan.schemaProblems]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('creates the first administrator by a set-up link, once', async () => {
    const { people, directory } = await openAccounts();
    const token = (await people.issueSetupToken()) ?? '';
    expect(await people.setupState(token)).toEqual({ needed: true, linkValid: true });
    expect(await people.setupState('guess')).toEqual({ needed: true, linkValid: false });
    await expect(people.createAdministrator({ ...ada, token: 'guess' })).rejects.toMatchObject({
      code: 'setup_link_invalid',
    });

    const userId = await people.createAdministrator({ ...ada, token });

    expect(await directory.user(userId)).toMatchObject({ name: 'Ada', isAdministrator: true });
    expect(await people.person(userId)).toMatchObject({ email: 'ada@example.org', locale: 'de' });
    expect(await people.setupState(token)).toEqual({ needed: false, linkValid: false });
    await expect(people.createAdministrator({ ...ada, token })).rejects.toMatchObject({
      code: 'already_set_up',
    });
    expect(await people.issueSetupToken()).toBeNull();
  });

  it('lets one of two people win who use set-up links at the same time', async () => {
    const { people } = await openAccounts();
    const tokens = [await people.issueSetupToken(), await people.issueSetupToken()];
    const results = await Promise.allSettled(
      tokens.map((token, index) =>
        people.createAdministrator({
          ...ada,
          email: `a${String(index)}@example.org`,
          token: token ?? '',
        }),
      ),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await people.people()).toHaveLength(1);
  });

  it('keeps the link when the administrator could not be created', async () => {
    const { people } = await openAccounts();
    const token = (await people.issueSetupToken()) ?? '';
    await people.createUser(ada);
    await expect(people.createAdministrator({ ...ada, token })).rejects.toMatchObject({
      code: 'email_taken',
    });
    await people.createAdministrator({ ...ada, email: 'boss@example.org', token });
    expect(await people.people()).toHaveLength(2);
  });

  it('SEC-02 signs in with a cookie that scripts cannot read, and out again', async () => {
    const { people, accounts, signIn } = await openAccounts();
    const userId = await people.createUser(ada);
    const response = await signIn();
    expect(response.status).toBe(200);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^vouch\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect(await accounts.session(new Headers(headers))).toBe(userId);
    expect(await accounts.session(new Headers({ cookie: `${headers.cookie}x` }))).toBeNull();

    const out = await accounts.handle(post('sign-out', {}, headers), ADDRESS);
    expect(out.status).toBe(200);
    expect(await accounts.session(new Headers(headers))).toBeNull();
  });

  it('SEC-02 ends a session that expired', async () => {
    const { people, accounts, signIn, database } = await openAccounts();
    await people.createUser(ada);
    const cookie = ((await signIn()).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString();
    await sql`update auth_session set "expiresAt" = ${weekAgo}`.execute(database.writes);
    expect(await accounts.session(new Headers({ cookie }))).toBeNull();
  });

  it('a session is listed with its browser and address, whichever way it began', async () => {
    const { people, accounts, signIn, database } = await openAccounts();
    const userId = await people.createUser(ada);
    await signIn(ada.password, { 'user-agent': 'By form' });
    const from = { userAgent: 'By link', clientAddress: '192.0.2.9' };
    await accounts.signIn({ email: ada.email, password: ada.password }, from);
    const sessions = await createSessionStore(database).sessions(userId, Date.now());
    expect(sessions.map(({ userAgent, address }) => [userAgent, address]).sort()).toEqual([
      ['By form', ADDRESS],
      ['By link', '192.0.2.9'],
    ]);
  });

  it('SEC-02 marks the cookie secure behind https', async () => {
    const { people, accounts } = await openAccounts('https://vouch.example.org');
    await people.createUser(ada);
    const response = await accounts.signIn({ email: ada.email, password: ada.password });
    expect(response.headers.get('set-cookie')).toMatch(/^__Secure-vouch\.session_token=.*Secure/);
  });

  it('a new password opens the account, the old one no longer does, and every session ends', async () => {
    const { people, accounts, signIn } = await openAccounts();
    const token = (await people.issueSetupToken()) ?? '';
    const userId = await people.createAdministrator({ ...ada, token });
    const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await accounts.session(new Headers({ cookie }))).toBe(userId);
    await people.setPassword(userId, 'another horse');
    expect(await accounts.session(new Headers({ cookie }))).toBeNull();
    expect((await signIn()).status).toBe(401);
    expect((await signIn('another horse')).status).toBe(200);
    await expect(people.setPassword('nobody', 'another horse')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('answers a wrong password, a foreign origin and a path that is not offered in our own words', async () => {
    const { people, accounts, signIn } = await openAccounts();
    await people.createUser(ada);
    const bodyOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { error: { code: string } }).error.code,
    ];
    expect(await bodyOf(await signIn('wrong horse'))).toEqual([401, 'credentials_invalid']);
    const foreign = signIn(ada.password, {
      origin: 'https://evil.example',
      cookie: 'vouch.session_token=x',
    });
    expect(await bodyOf(await foreign)).toEqual([403, 'cross_origin']);
    const signUp = accounts.handle(post('sign-up/email', { ...ada, email: 'e@x.org' }), ADDRESS);
    expect(await bodyOf(await signUp)).toEqual([404, 'not_found']);
  });

  it('SEC-02 limits sign-in attempts of one address, whatever header the client writes', async () => {
    const { people, accounts, signIn } = await openAccounts();
    await people.createUser(ada);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const headers = {
        'x-forwarded-for': `10.0.0.${String(attempt)}`,
        'x-vouch-client-address': `10.0.1.${String(attempt)}`,
      };
      statuses.push((await signIn('wrong horse', headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn()).status).toBe(429);
    const other = await accounts.handle(
      post('sign-in/email', { email: ada.email, password: ada.password }),
      '192.0.2.7',
    );
    expect(other.status).toBe(200);
  });

  it('ends the sessions of a disabled person and lets nobody act or sign in as them', async () => {
    const { people, accounts, signIn, directory, store, transactions } = await openAccounts();
    const userId = await people.createUser(ada);
    const cookie = ((await signIn()).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const setDisabled = (isDisabled: boolean) =>
      transactions.transact(async (tx) => {
        await store.within(tx).updatePerson(userId, { isDisabled });
        await store.within(tx).endSessions(userId);
      });
    await setDisabled(true);
    expect(await accounts.session(new Headers({ cookie }))).toBeNull();
    expect(await directory.user(userId)).toBeNull();
    expect((await signIn()).status).toBe(403);
    await setDisabled(false);
    expect((await signIn()).status).toBe(200);
  });

  it.each([{}, { revokeOtherSessions: false }])(
    'SEC-02 a new password of one’s own keeps the rules, and ends the other sessions whatever is asked: %j',
    async (asked) => {
      const { people, accounts, signIn } = await openAccounts();
      const userId = await people.createUser(ada);
      const cookieOf = (response: Response) =>
        response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const [own, other] = [cookieOf(await signIn()), cookieOf(await signIn())];
      const change = (newPassword: string) =>
        accounts.handle(
          post(
            'change-password',
            { currentPassword: ada.password, newPassword, ...asked },
            { cookie: own },
          ),
          ADDRESS,
        );
      const refused = await change('password123');
      expect([refused.status, await refused.json()]).toMatchObject([
        422,
        { error: { code: 'password_refused', data: { reason: 'common' } } },
      ]);
      const changed = await change('another horse');
      expect(changed.status).toBe(200);
      const sessionOf = (cookie: string) => accounts.session(new Headers({ cookie }));
      expect([await sessionOf(other), await sessionOf(own)]).toEqual([null, null]);
      // Who changed it stays signed in, in a session of its own.
      expect(await sessionOf(cookieOf(changed))).toBe(userId);
      expect((await signIn('another horse')).status).toBe(200);
    },
  );

  it('refuses a second person with the same address', async () => {
    const { people } = await openAccounts();
    await people.createUser(ada);
    await expect(people.createUser({ ...ada, email: ' ADA@example.org' })).rejects.toMatchObject({
      code: 'email_taken',
    });
  });

  it('gives a member what the groups hold, as it is at the moment', async () => {
    const { people, directory, store, transactions } = await openAccounts();
    const group = {
      groupId: 'news',
      name: 'News',
      grants: ['agent_approve' as const],
      rights: {
        pages: ['news'],
        readTables: ['pages'],
        writeTables: [],
        fieldGrants: ['pages.slug'],
        languages: ['de'],
      },
    };
    await transactions.transact((tx) => store.within(tx).addGroup(group));
    const none = { pages: [], readTables: [], writeTables: [], fieldGrants: [], languages: [] };
    const userId = await people.createUser({
      ...ada,
      groupIds: ['news'],
      rights: none,
      grants: [],
    });
    expect(await directory.user(userId)).toMatchObject({
      groupIds: ['news'],
      grants: ['agent_approve'],
      rights: group.rights,
    });
    await transactions.transact((tx) => store.within(tx).updateGroup({ ...group, grants: [] }));
    expect(await directory.user(userId)).toMatchObject({ grants: [] });
    await transactions.transact((tx) => store.within(tx).removeGroup('news'));
    expect(await directory.user(userId)).toMatchObject({ groupIds: [], rights: none });
  });
});

it.each([
  [429, null, 'too_many_requests'],
  [403, 'INVALID_ORIGIN', 'cross_origin'],
  [401, 'INVALID_EMAIL_OR_PASSWORD', 'credentials_invalid'],
  [401, null, 'not_signed_in'],
  [500, null, 'unavailable'],
  [422, 'ANYTHING', 'invalid_request'],
])('reads status %i with code %s as %s', (status, code, ours) => {
  expect(signInErrorCode(status, code)).toBe(ours);
});
