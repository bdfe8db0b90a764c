import { expect, it } from 'vitest';
import type { UserActor } from '../../src/actors/index.ts';
import { systemClock } from '../../src/base/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { createPeopleParts, keep, RIGHTS } from './people-world.ts';

describeEachDatabase('people', (openFresh) => {
  const open = async () => {
    const database = await openFresh();
    const clock = { ...systemClock, now: () => nowMs };
    let nowMs = Date.UTC(2026, 0, 1);
    const parts = createPeopleParts(database, clock);
    for (const actor of [ADMIN, EDITOR]) {
      await database.transactions.transact((tx) => keep(actor, parts.peopleStore.within(tx)));
    }
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { ...parts, ...database, people: parts.peopleAdministration, pass };
  };
  const cleo = { name: 'Cleo', email: 'Cleo@example.org' };
  const DAY_MS = 24 * 60 * 60 * 1_000;

  it('SEC-01 none of it is for anybody but administrators', async () => {
    const { people, serviceAccounts, sessions } = await open();
    const group = { name: 'News', grants: [], rights: RIGHTS };
    for (const refused of [
      () => people.people(EDITOR),
      () => people.groups(EDITOR),
      () => people.invite(cleo, EDITOR),
      () => people.change(EDITOR.userId, { isAdministrator: true }, EDITOR),
      () => people.issueLink(EDITOR.userId, EDITOR),
      () => people.lookAt(EDITOR.userId, EDITOR),
      () => people.resetTwoFactor(EDITOR.userId, EDITOR),
      () => people.addGroup(group, EDITOR),
      () => people.changeGroup('g', group, EDITOR),
      () => people.removeGroup('g', EDITOR),
      () => people.audit(EDITOR),
      () => serviceAccounts.list(EDITOR),
      () => serviceAccounts.add({ name: 'Robot', scopes: ['agent:read'] }, EDITOR),
      () => serviceAccounts.change('a', {}, EDITOR),
      () => serviceAccounts.addKey('a', { name: 'K' }, EDITOR),
      () => serviceAccounts.revokeKey('a', 'k', EDITOR),
      () => sessions.list(ADMIN.userId, EDITOR, null),
      () => sessions.end(ADMIN.userId, 's', EDITOR),
      () => sessions.endAll(ADMIN.userId, EDITOR, null),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'not_permitted' });
    }
    expect(await people.audit(ADMIN)).toEqual([]);
  });

  it('the last administrator who can sign in stays one, whoever asks', async () => {
    const { people } = await open();
    for (const changes of [{ isAdministrator: false }, { isDisabled: true }]) {
      await expect(people.change(ADMIN.userId, changes, ADMIN)).rejects.toMatchObject({
        code: 'last_administrator',
      });
    }
    // Somebody who was invited cannot sign in yet.
    const { person } = await people.invite({ ...cleo, isAdministrator: true }, ADMIN);
    expect(person.state).toBe('invited');
    await expect(
      people.change(ADMIN.userId, { isAdministrator: false }, ADMIN),
    ).rejects.toMatchObject({ code: 'last_administrator' });
    await people.change(EDITOR.userId, { isAdministrator: true }, ADMIN);
    expect(await people.change(ADMIN.userId, { isAdministrator: false }, ADMIN)).toMatchObject({
      isAdministrator: false,
    });
  });

  it('of two administrators who demote each other at the same time, one stays', async () => {
    const { people } = await open();
    await people.change(EDITOR.userId, { isAdministrator: true }, ADMIN);
    const second: UserActor = { ...EDITOR, isAdministrator: true };
    const results = await Promise.allSettled([
      people.change(EDITOR.userId, { isAdministrator: false }, ADMIN),
      people.change(ADMIN.userId, { isDisabled: true }, second),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('every change is written down with before and after, and what stays is not', async () => {
    const { people } = await open();
    const group = await people.addGroup({ name: 'News', grants: [], rights: RIGHTS }, ADMIN);
    await people.changeGroup(group.id, { name: 'News', grants: ['tasks_use'] }, ADMIN);
    const { person } = await people.invite({ ...cleo, groupIds: [group.id] }, ADMIN);
    await people.change(person.id, { name: 'Cleo B.', groupIds: [group.id] }, ADMIN);
    await people.change(person.id, { isDisabled: true }, ADMIN);
    await people.change(person.id, { isDisabled: false }, ADMIN);
    await people.lookAt(person.id, ADMIN);
    await people.removeGroup(group.id, ADMIN);
    const rows = await people.audit(ADMIN);
    expect(rows.map(({ event, subject }) => [event, subject])).toEqual([
      ['group_removed', 'News'],
      ['access_viewed', 'Cleo B.'],
      ['person_enabled', 'Cleo B.'],
      ['person_disabled', 'Cleo B.'],
      ['person_changed', 'Cleo'],
      ['invitation_issued', 'Cleo'],
      ['person_added', 'Cleo'],
      ['group_changed', 'News'],
      ['group_added', 'News'],
    ]);
    expect(rows[4]).toMatchObject({
      actorName: ADMIN.name,
      detail: { name: ['Cleo', 'Cleo B.'] },
    });
    expect(rows[4]?.detail).not.toHaveProperty('groupIds');
    expect(rows[7]?.detail).toEqual({ grants: [[], ['tasks_use']] });
    expect((await people.people(ADMIN)).find(({ id }) => id === person.id)).toMatchObject({
      name: 'Cleo B.',
      groupIds: [],
    });
  });

  it('an unknown group, person or address that is taken is refused', async () => {
    const { people } = await open();
    await expect(people.invite({ ...cleo, groupIds: ['gone'] }, ADMIN)).rejects.toMatchObject({
      code: 'invalid_request',
      data: { field: 'groupIds' },
    });
    await expect(
      people.invite({ ...cleo, email: 'EDITOR@example.org' }, ADMIN),
    ).rejects.toMatchObject({ code: 'email_taken' });
    await expect(people.change('nobody', { name: 'X' }, ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(people.changeGroup('none', { name: 'X' }, ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('SEC-02 a link sets a password once, for a time, and is kept as a hash alone', async () => {
    const { people, passwordLinks, peopleStore, database, pass } = await open();
    const { person, link } = await people.invite(cleo, ADMIN);
    expect(await passwordLinks.state(link.token)).toEqual({
      valid: true,
      kind: 'invitation',
      name: 'Cleo',
      email: 'cleo@example.org',
    });
    const rows = await database.reads.selectFrom('password_link').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link.token);
    await expect(passwordLinks.use(link.token, 'cleo123456')).rejects.toMatchObject({
      code: 'password_refused',
      data: { reason: 'own_name' },
    });
    expect(await passwordLinks.use(link.token, 'correct horse')).toEqual({
      email: 'cleo@example.org',
    });
    expect(await peopleStore.person(person.id)).toMatchObject({ isInvited: false });
    await expect(passwordLinks.use(link.token, 'another horse')).rejects.toMatchObject({
      code: 'password_link_invalid',
    });

    const reset = await people.issueLink(person.id, ADMIN);
    expect(reset.kind).toBe('reset');
    pass(DAY_MS);
    expect(await passwordLinks.state(reset.token)).toMatchObject({ valid: false, name: null });
    await expect(passwordLinks.use(reset.token, 'another horse')).rejects.toMatchObject({
      code: 'password_link_invalid',
    });
  });

  it('a newer link, and being disabled, make a link void', async () => {
    const { people, passwordLinks } = await open();
    const first = await people.issueLink(EDITOR.userId, ADMIN);
    const second = await people.issueLink(EDITOR.userId, ADMIN);
    expect((await passwordLinks.state(first.token)).valid).toBe(false);
    expect((await passwordLinks.state(second.token)).valid).toBe(true);
    await people.change(EDITOR.userId, { isDisabled: true }, ADMIN);
    expect((await passwordLinks.state(second.token)).valid).toBe(false);
    await expect(people.issueLink(EDITOR.userId, ADMIN)).rejects.toMatchObject({
      code: 'person_disabled',
    });
  });

  it('of two who use a link at the same time, one sets the password', async () => {
    const { people, passwordLinks } = await open();
    const { token } = await people.issueLink(EDITOR.userId, ADMIN);
    const results = await Promise.allSettled([
      passwordLinks.use(token, 'correct horse'),
      passwordLinks.use(token, 'another horse'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('SEC-02 a key is told once, kept as a hash, and ends by time, revocation and its account', async () => {
    const { serviceAccounts, database, pass } = await open();
    const account = await serviceAccounts.add(
      { name: 'Robot', scopes: ['agent:read'], rights: RIGHTS },
      ADMIN,
    );
    const made = await serviceAccounts.addKey(account.id, { name: 'Nightly', days: 1 }, ADMIN);
    expect(made.key).toMatch(/^vouch_[0-9a-f]{64}$/);
    expect(made.view).toMatchObject({ prefix: made.key.slice(0, 14), state: 'good' });
    const rows = await database.reads.selectFrom('api_key').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(14));
    expect(await serviceAccounts.actorOf(made.key)).toEqual({
      kind: 'service',
      accountId: account.id,
      name: 'Robot',
      scopes: ['agent:read'],
      rights: RIGHTS,
    });
    expect((await serviceAccounts.list(ADMIN))[0]?.keys[0]?.lastUsedAtMs).toBeGreaterThan(0);
    for (const wrong of ['', 'vouch_', `${made.key}0`, `vouch_${'0'.repeat(64)}`]) {
      expect(await serviceAccounts.actorOf(wrong)).toBeNull();
    }
    await serviceAccounts.change(account.id, { isDisabled: true }, ADMIN);
    expect(await serviceAccounts.actorOf(made.key)).toBeNull();
    await serviceAccounts.change(account.id, { isDisabled: false, scopes: [] }, ADMIN);
    expect(await serviceAccounts.actorOf(made.key)).toMatchObject({ scopes: [] });
    pass(DAY_MS);
    expect(await serviceAccounts.actorOf(made.key)).toBeNull();

    const lasting = await serviceAccounts.addKey(account.id, { name: 'On', days: null }, ADMIN);
    expect(lasting.view.expiresAtMs).toBeNull();
    await serviceAccounts.revokeKey(account.id, lasting.view.id, ADMIN);
    expect(await serviceAccounts.actorOf(lasting.key)).toBeNull();
    expect((await serviceAccounts.list(ADMIN))[0]?.keys.map(({ state }) => state).sort()).toEqual([
      'expired',
      'revoked',
    ]);
    await expect(serviceAccounts.revokeKey('other', lasting.view.id, ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
