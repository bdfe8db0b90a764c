import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { identityProvider, signInThere } from '../support/identity-provider.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { RIGHTS } from './people-world.ts';
import { BASE_URL, CALLBACK, openSignIn } from './sign-in-world.ts';

/** The editor's account there. */
const EVA = { email: `${EDITOR.userId}@example.org`, email_verified: true, name: 'Eva' } as const;

const problem = (name: string) => `/sign-in?problem=${name}&provider=works`;

describeEachDatabase('signing in elsewhere', (openFresh) => {
  const open = async () => {
    const there = await identityProvider([CALLBACK]);
    const world = await openSignIn(openFresh);
    return { ...world, there };
  };

  it('SEC-02 a verified e-mail address links once; from then on the account there decides', async () => {
    const { there, add, browser, peopleAdministration, database } = await open();
    await add(there.issuer);
    there.accounts.set('eva', EVA);
    const first = browser();
    expect(await first.signIn('eva')).toBe('/pages');
    expect(await first.session()).toBe(EDITOR.userId);

    // The address is another one now, and not even verified: the account is the same.
    there.accounts.set('eva', { email: 'eva@elsewhere.example', email_verified: false });
    const second = browser();
    expect(await second.signIn('eva')).toBe('/pages');
    expect(await second.session()).toBe(EDITOR.userId);

    const events = (await peopleAdministration.audit(ADMIN)).map(({ event }) => event);
    expect(events).toEqual(['sign_in_linked', 'sign_in_provider_added']);
    const kept = await database.reads
      .selectFrom('auth_account')
      .selectAll()
      .where('providerId', '=', 'works')
      .execute();
    expect(kept).toMatchObject([
      { accountId: 'eva', userId: EDITOR.userId, accessToken: null, idToken: null, scope: null },
    ]);
  });

  it('SEC-02 an address that is not verified opens nothing and links nothing', async () => {
    const { there, add, browser, database, log } = await open();
    await add(there.issuer);
    for (const [account, name] of [
      [{ ...EVA, email_verified: false }, 'email_unverified'],
      [{ email: EVA.email }, 'email_unsaid'],
      [{ name: 'Eva' }, 'email_missing'],
      [{ ...EVA, email: 'zoe@example.org' }, 'person_unknown'],
    ] as const) {
      there.accounts.set('eva', account);
      const own = browser();
      expect(await own.signIn('eva')).toBe(problem(name));
      expect(await own.session()).toBeNull();
    }
    const links = await database.reads
      .selectFrom('auth_account')
      .select('userId')
      .where('providerId', '=', 'works')
      .execute();
    expect(links).toEqual([]);
    expect(log.join()).not.toContain('example.org');
  });

  it('SEC-02 a provider said to give out checked addresses alone links by one it says nothing about, and by none it denies', async () => {
    const { there, add, browser, signInProviders, peopleAdministration } = await open();
    expect(await add(there.issuer)).toMatchObject({ emailsAreChecked: false });
    there.accounts.set('eva', { email: EVA.email });
    expect(await browser().signIn('eva')).toBe(problem('email_unsaid'));
    await signInProviders.change('works', { emailsAreChecked: true }, ADMIN);
    // Saved once more, nothing differs, so nothing is written down.
    await signInProviders.change('works', { emailsAreChecked: true }, ADMIN);
    there.accounts.set('eva', { ...EVA, email_verified: false });
    expect(await browser().signIn('eva')).toBe(problem('email_unverified'));
    there.accounts.set('eva', { email: EVA.email });
    const own = browser();
    expect(await own.signIn('eva')).toBe('/pages');
    expect(await own.session()).toBe(EDITOR.userId);
    expect(await peopleAdministration.audit(ADMIN)).toMatchObject([
      { event: 'sign_in_linked', actorKind: 'person', actorName: EDITOR.name },
      { event: 'sign_in_provider_changed', detail: { emailsAreChecked: [false, true] } },
      { event: 'sign_in_provider_added' },
    ]);
  });

  it('SEC-02 an account there that has somebody else’s former address does not become them', async () => {
    const { there, add, browser } = await open();
    await add(there.issuer);
    there.accounts.set('eva', EVA);
    await browser().signIn('eva');
    there.accounts.set('mallory', EVA);
    const mallory = browser();
    expect(await mallory.signIn('mallory')).toBe(problem('linked_otherwise'));
    expect(await mallory.session()).toBeNull();
  });

  it('SEC-02 a disabled person does not enter, linked or not', async () => {
    const { there, add, browser, peopleAdministration } = await open();
    await add(there.issuer);
    there.accounts.set('eva', EVA);
    await peopleAdministration.change(EDITOR.userId, { isDisabled: true }, ADMIN);
    const own = browser();
    expect(await own.signIn('eva')).toBe(problem('person_disabled'));
    await peopleAdministration.change(EDITOR.userId, { isDisabled: false }, ADMIN);
    expect(await own.signIn('eva')).toBe('/pages');
    await peopleAdministration.change(EDITOR.userId, { isDisabled: true }, ADMIN);
    expect(await own.signIn('eva')).toBe(problem('person_disabled'));
    expect(await own.session()).toBeNull();
  });

  it('SEC-02 unknown people get an account only where it is said, and then without any right', async () => {
    const { there, add, browser, store, signInProviders } = await open();
    await add(there.issuer, { admitsUnknown: true, emailDomains: ['example.org'] });
    there.accounts.set('zoe', { email: 'Zoe@Example.org', email_verified: true, name: 'Zoe' });
    const own = browser();
    expect(await own.signIn('zoe')).toBe('/pages');
    expect(await store.person((await own.session()) ?? '')).toMatchObject({
      name: 'Zoe',
      email: 'zoe@example.org',
      isAdministrator: false,
      isInvited: false,
      grants: [],
      rights: { pages: [], writeTables: [] },
    });
    // Whoever leaves the domain leaves this place.
    there.accounts.set('zoe', { email: 'zoe@evil.example', email_verified: true });
    expect(await browser().signIn('zoe')).toBe(problem('email_domain'));
    expect(await signInProviders.list(ADMIN)).toMatchObject([{ people: 1, secret: 'stored' }]);
  });

  it('SEC-02 groups follow the claim they are mapped by, and a claim makes no administrator unless told to', async () => {
    const { there, add, browser, store, peopleAdministration, signInProviders } = await open();
    const [news, shop] = [
      await peopleAdministration.addGroup({ name: 'News', grants: [], rights: RIGHTS }, ADMIN),
      await peopleAdministration.addGroup({ name: 'Shop', grants: [], rights: RIGHTS }, ADMIN),
    ];
    await peopleAdministration.change(EDITOR.userId, { groupIds: [shop.id] }, ADMIN);
    await add(there.issuer, {
      scopes: ['email', 'groups'],
      groupsClaim: 'groups',
      groupMap: [{ value: 'cms-news', groupId: news.id }],
    });
    const after = async (groups: readonly string[] | undefined) => {
      there.accounts.set('eva', { ...EVA, ...(groups === undefined ? {} : { groups }) });
      expect(await browser().signIn('eva')).toBe('/pages');
      const person = await store.person(EDITOR.userId);
      return [[...(person?.groupIds ?? [])].sort(), person?.isAdministrator];
    };
    expect(await after(['cms-news', 'admins'])).toEqual([[news.id, shop.id].sort(), false]);
    expect((await peopleAdministration.audit(ADMIN))[0]).toMatchObject({
      event: 'person_changed',
      actorKind: 'sign_in_provider',
      actorName: 'Works',
    });
    // A claim that is missing changes nothing; one that is empty does.
    expect(await after(undefined)).toEqual([[news.id, shop.id].sort(), false]);
    expect(await after([])).toEqual([[shop.id], false]);

    await signInProviders.change('works', { administratorValue: 'admins' }, ADMIN);
    expect(await after(['admins'])).toEqual([[shop.id], true]);
    // Taken away again, but never from the last one who could administer.
    expect(await after([])).toEqual([[shop.id], false]);
    await after(['admins']);
    const second = { ...EDITOR, isAdministrator: true };
    await peopleAdministration.change(ADMIN.userId, { isDisabled: true }, second);
    expect(await after([])).toEqual([[shop.id], true]);
  });

  it('SEC-02 an answer belongs to the browser that asked, and is used once', async () => {
    const { there, add, browser } = await open();
    await add(there.issuer);
    there.accounts.set('eva', EVA);
    const [own, other] = [browser(), browser()];
    const back = await signInThere(await own.begin(), { login: 'eva', back: BASE_URL });
    await other.begin();
    expect(await other.comeBack(back)).toBe(problem('expired'));
    expect(await other.session()).toBeNull();
    expect(await browser().comeBack(back)).toBe(problem('expired'));
    const again = await signInThere(await own.begin(), { login: 'eva', back: BASE_URL });
    expect(await own.comeBack(again)).toBe('/pages');
    expect(await own.comeBack(again)).toBe(problem('expired'));
    expect(await own.comeBack(`${CALLBACK}?code=x&state=made-up`)).toBe(problem('expired'));
    expect(await own.comeBack(`${CALLBACK}?code=x`)).toBe(problem('expired'));
  });

  it('says no there, a provider that is gone, wrong settings: each has its own words', async () => {
    const { there, add, browser, signInProviders } = await open();
    await add(there.issuer, { clientSecret: 'wrong' });
    there.accounts.set('eva', EVA);
    const own = browser();
    const state = new URL(await own.begin()).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state }).toString();
    expect(await own.comeBack(`${CALLBACK}?${denied}`)).toBe(problem('refused_there'));
    expect(await own.signIn('eva')).toBe(problem('provider_settings'));

    const back = await signInThere(await own.begin(), { login: 'eva', back: BASE_URL });
    await signInProviders.change('works', { isActive: false }, ADMIN);
    expect(await own.comeBack(back)).toBe(problem('provider_unknown'));
    expect(await signInProviders.choices()).toEqual([]);
    const refused = await own.ask('/api/auth/sign-in/elsewhere', {
      method: 'POST',
      body: JSON.stringify({ provider: 'works' }),
    });
    expect(refused.status).toBe(404);

    await signInProviders.change('works', { isActive: true }, ADMIN);
    await there.stop();
    expect(await own.begin()).toBe(`${BASE_URL}${problem('provider_down')}`);
    expect(await signInProviders.test('works', ADMIN)).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not answer') as string,
    });
  });

  it('no address of the own network is reached unless the operator allows it', async () => {
    const there = await identityProvider([CALLBACK]);
    const { add, signInProviders, browser } = await openSignIn(openFresh, 'none');
    await add(there.issuer.replace('http:', 'https:'));
    expect(await signInProviders.test('works', ADMIN)).toMatchObject({
      ok: false,
      message: expect.stringContaining('signIn.privateAddresses') as string,
    });
    expect(await browser().begin()).toBe(`${BASE_URL}${problem('provider_settings')}`);
    await signInProviders.change(
      'works',
      { issuer: 'http://id.example.org', clientSecret: 'x' },
      ADMIN,
    );
    expect((await signInProviders.test('works', ADMIN)).message).toContain('not encrypted');
  });

  it('goes on inside this application alone, and takes nothing else from the request', async () => {
    const { there, add, browser } = await open();
    await add(there.issuer);
    const own = browser();
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const response = await own.ask('/api/auth/sign-in/elsewhere', {
        method: 'POST',
        body: JSON.stringify({ provider: 'works', next }),
      });
      expect(response.status).toBe(400);
    }
    const social = await own.ask('/api/auth/sign-in/social', {
      method: 'POST',
      body: JSON.stringify({ provider: 'works', callbackURL: '/' }),
    });
    expect(social.status).toBe(404);
    const asked = new URL(await own.begin()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'vouch',
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{20}/) as string,
    });
  });
});
