import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { WebhookPayload, type AddWebhook } from '../../src/contracts/index.ts';
import { FakeClock } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { BASE_URL, createWebhooksWorld, EVENTS, type Received } from './webhooks-world.ts';

const URL_OF_IT = 'https://hooks.example.org/in?for=vouch';
const ALL: AddWebhook = {
  name: 'Chat',
  url: URL_OF_IT,
  events: EVENTS,
};
const DAY_MS = 24 * 60 * 60 * 1_000;
const DECISION = { kind: 'approved', skillUid: 7, identifier: 'seo', name: 'SEO' } as const;

/** Written down here, not read from the program. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

describeEachDatabase('webhooks', (openFresh) => {
  const open = async (webhook: Partial<AddWebhook> = {}) => {
    const database = await openFresh();
    const clock = new FakeClock();
    const world = createWebhooksWorld(database, clock);
    const { secret, view } = await world.service.add({ ...ALL, ...webhook }, ADMIN);
    const announce = (digest = 'd') =>
      database.transactions.transact((transaction) =>
        world.outbox.onDecision(transaction, { ...DECISION, digest }),
      );
    const states = async () =>
      (await world.service.deliveries(view.id, ADMIN)).map(({ state }) => state);
    return { ...world, database, clock, secret, id: view.id, announce, states };
  };

  it('an event is delivered once, signed, with identifiers, labels and a link alone', async () => {
    const { announce, delivery, received, secret, service, clock, id, written } = await open();
    await announce();
    expect(written()).toBe(1);
    await delivery.deliverDue();
    await delivery.deliverDue();
    expect(received).toHaveLength(1);
    const [attempt] = received;
    if (attempt === undefined) throw new Error('nothing came');
    expect(attempt.url).toBe(URL_OF_IT);
    expect(attempt.headers['content-type']).toBe('application/json');
    expect(Number(attempt.headers['webhook-timestamp'])).toBe(Math.floor(clock.now() / 1_000));
    expect(isSignedBy(secret, attempt)).toBe(true);
    const body: unknown = JSON.parse(attempt.body);
    expect(WebhookPayload.parse(body)).toEqual(body);
    expect(body).toEqual({
      type: 'skill.approved',
      timestamp: new Date(clock.now()).toISOString(),
      data: {
        skillUid: 7,
        identifier: 'seo',
        name: 'SEO',
        digest: 'd',
        link: `${BASE_URL}/administration/skills/7`,
      },
    });
    expect(await service.deliveries(id, ADMIN)).toMatchObject([
      {
        eventId: attempt.headers['webhook-id'],
        state: 'delivered',
        attempts: 1,
        status: 204,
        problem: null,
        deliveredAtMs: clock.now(),
      },
    ]);
    expect(await service.list(ADMIN)).toMatchObject([
      { waiting: 0, givenUp: 0, lastDeliveredAtMs: clock.now() },
    ]);
  });

  it('what is rolled back is not told, and what nobody asked for is not written', async () => {
    const { database, outbox, states, written, announce, service } = await open({
      events: ['skill.approved'],
    });
    const decision = { ...DECISION, digest: 'd' };
    await expect(
      database.transactions.transact(async (transaction) => {
        await outbox.onDecision(transaction, decision);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await database.transactions.transact((transaction) =>
      outbox.onDecision(transaction, { ...decision, kind: 'revoked' }),
    );
    expect([await states(), written()]).toEqual([[], 0]);
    await service.add({ ...ALL, name: 'Another' }, ADMIN);
    await announce();
    expect((await service.list(ADMIN)).map(({ waiting }) => waiting)).toEqual([1, 1]);
  });

  it('what fails is tried again later under the same id, and given up after three days', async () => {
    const { announce, answers, delivery, received, clock, states, service, id, problems } =
      await open();
    await announce();
    answers.push('unreachable', 500, 302);
    const waits: number[] = [];
    for (let tried = 0; tried < 3; tried += 1) {
      await delivery.deliverDue();
      const [{ nextAtMs } = { nextAtMs: null }] = await service.deliveries(id, ADMIN);
      waits.push((nextAtMs ?? 0) - clock.now());
      // A moment too early, nothing happens.
      clock.advance((nextAtMs ?? 0) - clock.now() - 1);
      await delivery.deliverDue();
      expect(received).toHaveLength(tried + 1);
      clock.advance(1);
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
    expect(await service.deliveries(id, ADMIN)).toMatchObject([
      { state: 'waiting', attempts: 3, status: 302, problem: 'refused' },
    ]);
    await delivery.deliverDue();
    expect(await states()).toEqual(['delivered']);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    await announce('lost');
    answers.push(...Array.from({ length: 100 }, () => 503));
    const until = clock.now() + 4 * DAY_MS;
    while ((await states())[0] === 'waiting' && clock.now() < until) {
      await delivery.deliverDue();
      clock.advance(DAY_MS / 8);
    }
    expect(await service.deliveries(id, ADMIN)).toMatchObject([
      { state: 'given_up', status: 503, nextAtMs: null },
      { state: 'delivered' },
    ]);
    expect(problems).toMatchObject([{ webhook: id, status: 503 }]);
    expect(JSON.stringify(problems)).not.toContain('example.org');
    expect((await service.list(ADMIN))[0]).toMatchObject({ givenUp: 1 });
  });

  it('what was given up is sent again at a person’s word, under the same id', async () => {
    const { announce, answers, delivery, received, service, id } = await open();
    await announce();
    answers.push(410);
    await delivery.deliverDue();
    const [gone] = await service.deliveries(id, ADMIN);
    expect(gone).toMatchObject({ state: 'given_up', attempts: 1, status: 410 });
    const again = await service.sendAgain(id, gone?.id ?? '', ADMIN);
    expect(again).toMatchObject({ state: 'waiting', attempts: 0 });
    await expect(service.sendAgain(id, gone?.id ?? '', ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
    await delivery.deliverDue();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      gone?.eventId,
      gone?.eventId,
    ]);
    expect(await service.deliveries(id, ADMIN)).toMatchObject([{ state: 'delivered' }]);
  });

  it('of several processes one makes an attempt; what a process that died held is tried again', async () => {
    const {
      announce,
      answers,
      delivery,
      anotherProcess,
      received,
      clock,
      states,
      database,
      store,
    } = await open();
    for (let made = 0; made < 12; made += 1) await announce(String(made));
    await Promise.all([
      delivery.deliverDue(),
      anotherProcess().deliverDue(),
      anotherProcess().deliverDue(),
    ]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    expect(received).toHaveLength(12);
    expect(new Set(await states())).toEqual(new Set(['delivered']));

    await announce('held');
    const [webhook] = await store.webhooks();
    const [held] = await store.due(webhook?.id ?? '', clock.now(), 1);
    if (held === undefined) throw new Error('nothing is due');
    const hold = { owner: 'dead', nowMs: clock.now(), untilMs: clock.now() + 60_000 };
    const claim = () =>
      database.transactions.transact((transaction) => store.within(transaction).claim(held, hold));
    expect([await claim(), await claim()]).toEqual([true, false]);
    await delivery.deliverDue();
    expect(received).toHaveLength(12);
    clock.advance(60_000);
    await delivery.deliverDue();
    expect(received).toHaveLength(13);
    // The dead one's word counts no more.
    const settled = await database.transactions.transact((transaction) =>
      store.within(transaction).settle(held.id, 'dead', {
        state: 'given_up',
        nextAtMs: null,
        status: null,
        problem: 'unreachable',
        atMs: clock.now(),
      }),
    );
    expect([settled, (await states())[0]]).toEqual([false, 'delivered']);
    expect(answers).toEqual([]);
  });

  it('a process that stops makes no further attempts; what is left is another’s', async () => {
    const { announce, delivery, anotherProcess, received } = await open();
    for (let made = 0; made < 7; made += 1) await announce(String(made));
    await delivery.deliverDue(() => received.length === 0);
    expect(received).toHaveLength(5);
    await anotherProcess().deliverDue();
    expect(received).toHaveLength(7);
  });

  it('one that is paused is sent nothing until it goes on; what waited too long is given up', async () => {
    const { announce, delivery, received, clock, states, service, id } = await open();
    expect(await service.change(id, { isActive: false }, ADMIN)).toMatchObject({ isActive: false });
    await announce();
    await delivery.deliverDue();
    expect(received).toEqual([]);
    // A test goes out all the same.
    expect(await service.test(id, ADMIN)).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
    });
    await service.change(id, { isActive: true }, ADMIN);
    await delivery.deliverDue();
    expect(received).toHaveLength(2);

    await service.change(id, { isActive: false }, ADMIN);
    await announce('late');
    clock.advance(3 * DAY_MS + 1);
    await delivery.cleanUp();
    expect(await states()).toEqual(['given_up', 'delivered', 'delivered']);
    clock.advance(30 * DAY_MS);
    await delivery.cleanUp();
    expect(await states()).toEqual([]);
  });

  it('a test is tried once and says what it met, to whoever sent it alone', async () => {
    const { answers, service, id, problems } = await open();
    answers.push(500);
    expect(await service.test(id, ADMIN)).toMatchObject({
      state: 'given_up',
      status: 500,
      problem: 'refused',
    });
    expect(problems).toEqual([]);
  });

  it('SEC-02 the secret is told once, kept sealed, and the former one signs for a day more', async () => {
    const { announce, delivery, received, secret, clock, service, id, store } = await open();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify([await service.list(ADMIN), await store.secrets(id)])).not.toContain(
      secret,
    );
    const { secret: next, view } = await service.rotate(id, ADMIN);
    expect(view.formerSecretUntilMs).toBe(clock.now() + DAY_MS);
    const signers = async () => {
      await announce();
      await delivery.deliverDue();
      const last = received.at(-1);
      return last === undefined ? [] : [isSignedBy(next, last), isSignedBy(secret, last)];
    };
    expect(await signers()).toEqual([true, true]);
    clock.advance(DAY_MS);
    expect(await signers()).toEqual([true, false]);
    expect(JSON.stringify(await service.deliveries(id, ADMIN))).not.toMatch(/whsec_|v1,/);
  });

  it('with its removal everything that was to be delivered is gone', async () => {
    const { announce, delivery, received, service, id } = await open();
    await announce();
    await service.remove(id, ADMIN);
    await delivery.deliverDue();
    expect([received, await service.list(ADMIN)]).toEqual([[], []]);
    for (const refused of [
      () => service.deliveries(id, ADMIN),
      () => service.remove(id, ADMIN),
      () => service.rotate(id, ADMIN),
      () => service.change(id, { name: 'X' }, ADMIN),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('every change is written down with who made it, and nothing of a secret or of a path that may be one', async () => {
    const { service, audited, id, secret, database } = await open({ url: `${URL_OF_IT}&t=s3cret` });
    await service.change(id, { url: 'https://elsewhere.example.org/s3cret' }, ADMIN);
    await service.change(id, { url: 'https://elsewhere.example.org/another-s3cret' }, ADMIN);
    await service.change(id, { isActive: false, name: 'Chat' }, ADMIN);
    await service.change(id, { isActive: false }, ADMIN);
    const { secret: next } = await service.rotate(id, ADMIN);
    await service.remove(id, ADMIN);
    const rows = await audited();
    expect(rows.toReversed().map(({ event, detail }) => [event, detail])).toEqual([
      ['webhook_added', { address: 'https://hooks.example.org', events: ALL.events }],
      [
        'webhook_changed',
        { address: ['https://hooks.example.org', 'https://elsewhere.example.org'] },
      ],
      [
        'webhook_changed',
        { address: ['https://elsewhere.example.org', 'https://elsewhere.example.org'] },
      ],
      ['webhook_changed', { isActive: [true, false] }],
      ['webhook_secret_rotated', {}],
      ['webhook_removed', { address: 'https://elsewhere.example.org' }],
    ]);
    expect(new Set(rows.map((row) => [row.subjectName, row.actorId].join()))).toEqual(
      new Set([`Chat,${ADMIN.userId}`]),
    );
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`s3cret|${secret}|${next}`));
    // A change that fails leaves no word of it.
    await expect(service.remove(id, ADMIN)).rejects.toMatchObject({ code: 'not_found' });
    expect(await audited()).toHaveLength(rows.length);
    expect(await database.database.reads.selectFrom('webhook').selectAll().execute()).toEqual([]);
  });

  it('no two bear one name, also when both come at once', async () => {
    const { service, audited, id } = await open();
    const taken = { code: 'identifier_taken', data: { identifier: 'Chat', field: 'name' } };
    await expect(service.add({ ...ALL, name: 'chat' }, ADMIN)).rejects.toMatchObject({
      ...taken,
      data: { identifier: 'chat', field: 'name' },
    });
    const { view } = await service.add({ ...ALL, name: 'Other' }, ADMIN);
    await expect(service.change(view.id, { name: 'Chat' }, ADMIN)).rejects.toMatchObject(taken);
    expect(await service.change(id, { name: 'CHAT' }, ADMIN)).toMatchObject({ name: 'CHAT' });
    const both = await Promise.allSettled([
      service.add({ ...ALL, name: 'Twice' }, ADMIN),
      service.add({ ...ALL, name: 'Twice' }, ADMIN),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await service.list(ADMIN)).map(({ name }) => name).toSorted()).toEqual([
      'CHAT',
      'Other',
      'Twice',
    ]);
    expect((await audited()).filter(({ event }) => event === 'webhook_added')).toHaveLength(3);
  });

  it('SEC-01 is for administrators', async () => {
    const { service, id } = await open();
    for (const refused of [
      () => service.list(EDITOR),
      () => service.add(ALL, EDITOR),
      () => service.test(id, EDITOR),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'not_permitted' });
    }
  });
});
