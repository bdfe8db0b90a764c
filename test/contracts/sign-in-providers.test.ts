import { expect, it } from 'vitest';
import { createSealedValues } from '../../src/adapters/storage/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { openSignIn } from './sign-in-world.ts';

const ISSUER = 'https://id.example.org';

describeEachDatabase('providers people sign in with', (openFresh) => {
  it('SEC-01 are for administrators alone', async () => {
    const { signInProviders } = await openSignIn(openFresh);
    for (const refused of [
      () => signInProviders.list(EDITOR),
      () => signInProviders.add({ id: 'a', name: 'A', issuer: ISSUER, clientId: 'c' }, EDITOR),
      () => signInProviders.change('a', {}, EDITOR),
      () => signInProviders.remove('a', EDITOR),
      () => signInProviders.test('a', EDITOR),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'not_permitted' });
    }
    for (const missing of [
      () => signInProviders.change('a', {}, ADMIN),
      () => signInProviders.remove('a', ADMIN),
      () => signInProviders.test('a', ADMIN),
    ]) {
      await expect(missing()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('SEC-02 the secret is sealed, never shown, and never sent to another issuer', async () => {
    const { add, signInProviders, database, peopleAdministration } = await openSignIn(openFresh);
    const shown = await add(ISSUER, { clientSecret: 'hush hush' });
    const stored = await database.reads.selectFrom('sign_in_provider').selectAll().execute();
    const audit = await peopleAdministration.audit(ADMIN);
    expect(JSON.stringify([shown, stored, audit])).not.toContain('hush');
    expect(await createSealedValues(database).counts()).toContainEqual(
      expect.objectContaining({ column: 'sign_in_provider.sealed_secret', count: 1 }),
    );
    await expect(
      signInProviders.change('works', { issuer: 'https://evil.example' }, ADMIN),
    ).rejects.toMatchObject({ code: 'invalid_request', data: { field: 'clientSecret' } });
    expect(await signInProviders.open('works')).toMatchObject({ secret: 'hush hush' });
  });

  it('a secret may come from the environment, and is missed when its variable is not set', async () => {
    const { add, signInProviders, secrets } = await openSignIn(openFresh);
    const { secret } = await add(ISSUER, { clientSecret: null, secretVariable: 'VOUCH_KEY_IDP' });
    expect(secret).toBe('missing');
    secrets['VOUCH_KEY_IDP'] = 'from outside';
    expect(await signInProviders.list(ADMIN)).toMatchObject([{ secret: 'environment' }]);
    expect(await signInProviders.open('works')).toMatchObject({ secret: 'from outside' });
  });

  it('SEC-02 a secret of the environment goes to another issuer only when its variable is named again', async () => {
    const { add, signInProviders, secrets } = await openSignIn(openFresh);
    await add(ISSUER, { clientSecret: null, secretVariable: 'VOUCH_KEY_IDP' });
    secrets['VOUCH_KEY_IDP'] = 'from outside';
    const moved = { issuer: 'https://evil.example' };
    // A stored secret that is entered or taken away does not name the variable behind it.
    for (const changes of [
      moved,
      { ...moved, clientSecret: 'x' },
      { ...moved, clientSecret: null },
    ]) {
      await expect(signInProviders.change('works', changes, ADMIN)).rejects.toMatchObject({
        code: 'invalid_request',
        data: { field: 'secretVariable' },
      });
    }
    expect(await signInProviders.open('works')).toMatchObject({ provider: { issuer: ISSUER } });
    await signInProviders.change('works', { ...moved, secretVariable: 'VOUCH_KEY_IDP' }, ADMIN);
    expect(await signInProviders.open('works')).toMatchObject({
      provider: moved,
      secret: 'from outside',
    });
    await signInProviders.change('works', { issuer: ISSUER, secretVariable: null }, ADMIN);
    expect(await signInProviders.open('works')).toMatchObject({ secret: null });
  });

  it('a taken id, and groups without a claim, are refused', async () => {
    const { add, signInProviders } = await openSignIn(openFresh);
    await add(ISSUER);
    await expect(add(ISSUER)).rejects.toMatchObject({ code: 'identifier_taken' });
    await expect(
      signInProviders.change('works', { administratorValue: 'admins' }, ADMIN),
    ).rejects.toMatchObject({ code: 'invalid_request', data: { field: 'groupsClaim' } });
  });

  it('SEC-02 another issuer, and the end of a provider, end every link; somebody must be able to administer', async () => {
    const { add, signInProviders, providers, transactions, database } = await openSignIn(openFresh);
    await add(ISSUER);
    const link = (subject: string) =>
      transactions.transact((tx) =>
        providers.within(tx).link({ id: 'works', subject, userId: EDITOR.userId }, 0),
      );
    const linked = async () => (await providers.peopleOf()).get('works') ?? 0;
    await link('eva');
    expect(await linked()).toBe(1);
    await signInProviders.change('works', { issuer: `${ISSUER}/b`, clientSecret: 'new' }, ADMIN);
    expect(await linked()).toBe(0);

    await link('eva');
    await database.writes
      .updateTable('auth_account')
      .set({ password: null })
      .where('userId', '=', ADMIN.userId)
      .execute();
    for (const refused of [
      () => signInProviders.remove('works', ADMIN),
      () => signInProviders.change('works', { isActive: false }, ADMIN),
      () => signInProviders.change('works', { issuer: ISSUER, clientSecret: 'x' }, ADMIN),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'last_administrator' });
    }
    await database.writes
      .updateTable('auth_account')
      .set({ password: 'plain:correct horse' })
      .where('userId', '=', ADMIN.userId)
      .where('providerId', '=', 'credential')
      .execute();
    await signInProviders.remove('works', ADMIN);
    expect([await linked(), await signInProviders.list(ADMIN)]).toEqual([0, []]);
  });
});
