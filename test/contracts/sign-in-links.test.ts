import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { openSignIn } from './sign-in-world.ts';

const READER = { ...EDITOR, userId: 'u-reader' };

describeEachDatabase('accounts elsewhere somebody enters with', (openFresh) => {
  const open = async () => {
    const world = await openSignIn(openFresh);
    const { transactions, providers, add, signInProviders, database } = world;
    await add('https://id.example.org');
    await signInProviders.add(
      { id: 'other', name: 'Another', issuer: 'https://other.example.org', clientId: 'c' },
      ADMIN,
    );
    // They enter by no password until a test gives them one.
    await database.writes.updateTable('auth_account').set({ password: null }).execute();
    const link = (id: string, userId: string) =>
      transactions.transact((tx) =>
        providers.within(tx).link({ id, subject: `${userId} there`, userId }, 1_700_000_000_000),
      );
    const setPassword = (userId: string) =>
      transactions.transact((tx) => world.store.within(tx).setPassword(userId, 'hash', 1));
    const events = async () =>
      (await world.peopleAdministration.audit(ADMIN)).map(({ event }) => event);
    return { ...world, database, link, setPassword, events };
  };

  it('SEC-01 are one’s own, and an administrator’s to see and to end', async () => {
    const { signInLinks, link } = await open();
    await link('works', EDITOR.userId);
    for (const refused of [
      () => signInLinks.list(EDITOR.userId, READER),
      () => signInLinks.end(EDITOR.userId, 'works', READER),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'not_permitted' });
    }
    const shown = [
      { provider: 'works', name: 'Works', linkedAtMs: 1_700_000_000_000, isOnlyWay: true },
    ];
    expect(await signInLinks.list(EDITOR.userId, EDITOR)).toEqual(shown);
    expect(await signInLinks.list(EDITOR.userId, ADMIN)).toEqual(shown);
    await expect(signInLinks.list('nobody', ADMIN)).rejects.toMatchObject({ code: 'not_found' });
    await expect(signInLinks.end(EDITOR.userId, 'other', ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('SEC-02 nobody ends the only way in oneself; one that is switched off is none', async () => {
    const { signInLinks, signInProviders, store, link, setPassword, events } = await open();
    const end = () => signInLinks.end(EDITOR.userId, 'works', EDITOR);
    await setPassword(ADMIN.userId);
    await link('works', EDITOR.userId);
    await expect(end()).rejects.toMatchObject({ code: 'last_way_in' });
    await link('other', EDITOR.userId);
    await signInProviders.change('other', { isActive: false }, ADMIN);
    await expect(end()).rejects.toMatchObject({ code: 'last_way_in' });
    expect(await store.person(EDITOR.userId)).toMatchObject({ hasPassword: false });
    expect(await events()).not.toContain('sign_in_unlinked');
    await setPassword(EDITOR.userId);
    await end();
    expect(await store.person(EDITOR.userId)).toMatchObject({ hasPassword: true });
    expect(await signInLinks.list(EDITOR.userId, EDITOR)).toMatchObject([{ provider: 'other' }]);
    expect((await events())[0]).toBe('sign_in_unlinked');
  });

  it('SEC-02 an administrator ends somebody’s with every session, written down with who did it', async () => {
    const { signInLinks, link, setPassword, peopleAdministration, database, sessions } =
      await open();
    await setPassword(ADMIN.userId);
    await link('works', EDITOR.userId);
    const at = new Date(Date.now() + 60_000).toISOString();
    await database.writes
      .insertInto('auth_session')
      .values({
        id: 's1',
        userId: EDITOR.userId,
        token: 't',
        createdAt: at,
        updatedAt: at,
        expiresAt: at,
      } as never)
      .execute();
    expect(await sessions.list(EDITOR.userId, ADMIN, null)).toHaveLength(1);
    await signInLinks.end(EDITOR.userId, 'works', ADMIN);
    expect(await signInLinks.list(EDITOR.userId, ADMIN)).toEqual([]);
    expect(await sessions.list(EDITOR.userId, ADMIN, null)).toEqual([]);
    expect((await peopleAdministration.audit(ADMIN))[0]).toMatchObject({
      event: 'sign_in_unlinked',
      subject: EDITOR.name,
      actorName: ADMIN.name,
      detail: { provider: 'works' },
    });
  });

  it('the last administrator who could enter keeps the account', async () => {
    const { signInLinks, link, setPassword, peopleAdministration } = await open();
    await link('works', ADMIN.userId);
    const second = { ...EDITOR, isAdministrator: true };
    await expect(signInLinks.end(ADMIN.userId, 'works', second)).rejects.toMatchObject({
      code: 'last_administrator',
    });
    expect(await signInLinks.list(ADMIN.userId, second)).toHaveLength(1);
    // An administrator who enters by another provider is one, too.
    await peopleAdministration.change(EDITOR.userId, { isAdministrator: true }, ADMIN);
    await link('other', EDITOR.userId);
    await signInLinks.end(ADMIN.userId, 'works', second);
    await setPassword(ADMIN.userId);
    await signInLinks.end(EDITOR.userId, 'other', ADMIN);
    expect(await signInLinks.list(EDITOR.userId, ADMIN)).toEqual([]);
  });

  it('an administrator who enters by a provider that is switched off alone does not count as one who can', async () => {
    const world = await open();
    const { link, setPassword, peopleAdministration, signInProviders, personalData, store } = world;
    await setPassword(ADMIN.userId);
    await peopleAdministration.change(EDITOR.userId, { isAdministrator: true }, ADMIN);
    await link('works', EDITOR.userId);
    await signInProviders.change('works', { isActive: false }, ADMIN);
    const second = { ...EDITOR, isAdministrator: true };
    const gone = { isDisabled: true };
    for (const refused of [
      () => peopleAdministration.change(ADMIN.userId, gone, second),
      () => peopleAdministration.change(ADMIN.userId, { isAdministrator: false }, second),
      () => personalData.erase(ADMIN.userId, `${ADMIN.userId}@example.org`, second),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'last_administrator' });
    }
    // Who enters by it is nobody who was only invited.
    expect(await store.person(EDITOR.userId)).toMatchObject({ isInvited: false });
    await signInProviders.change('works', { isActive: true }, ADMIN);
    await peopleAdministration.change(ADMIN.userId, gone, second);
    expect(await store.person(ADMIN.userId)).toMatchObject(gone);
  });
});
