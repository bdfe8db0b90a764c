import { expect, it, onTestFinished } from 'vitest';
import { createGuardedFetch } from '../../src/app/guarded-fetch.ts';
import { createSealer } from '../../src/app/keys.ts';
import { systemIds } from '../../src/base/index.ts';
import {
  WebhookPayload,
  type AddWebhook,
  type CreateTourSeries,
} from '../../src/contracts/index.ts';
import { FakeClock } from '../../src/testing/index.ts';
import { bodyOf, startLocalServer } from '../../src/testing/local-server.ts';
import { createWebhookDeliveries } from '../../src/webhooks/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, progress, setFields } from './chat-world.ts';
import { BASE_URL, createWebhooksWorld, EVENTS } from './webhooks-world.ts';

const ALL: AddWebhook = {
  name: 'Chat',
  url: 'https://hooks.example.org/in',
  events: EVENTS,
};

describeEachDatabase('what webhooks are told, and where they may lead', (openFresh) => {
  it('a tour tells of each card and of its end, a decision of its version; no text of page or talk leaves', async () => {
    const world = await createWorld(openFresh);
    const { service, delivery, received } = world.webhooks;
    await service.add(ALL, ADMIN);
    const { uuid } = await world.open();
    world.model.add(
      {
        text: 'A secret thought.',
        calls: [setFields(world.page, { description: 'Proposed words.' })],
      },
      { text: 'Done with it.', calls: [progress(1, 1, true)] },
      { text: 'That was all.' },
    );
    await world.send(uuid, 'Words of the editor.', world.processUid);
    await world.answer(uuid, { answer: 'approve' });
    const skill = await world.createSkill({ name: 'Tone', process: false, approve: true });
    await world.revoke(skill);
    await delivery.deliverDue();
    const bodies = received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
    bodies.sort((one, other) => (one.type < other.type ? -1 : 1));
    expect(bodies.map(({ type }) => type)).toEqual([
      'run.waiting',
      'skill.approved',
      'skill.revoked',
      'tour.finished',
    ]);
    const [waiting, , revoked, finished] = bodies;
    const page = { table: 'pages', uid: world.page };
    expect(waiting).toMatchObject({
      data: {
        waitsFor: 'approval',
        pause: 1,
        processSkillUid: world.processUid,
        conversationUuid: uuid,
        subject: page,
        link: expect.stringMatching(/^https:\/\/vouch\.example\.org\/runs\/[\w-]+$/) as string,
      },
    });
    expect(revoked).toMatchObject({ data: { skillUid: skill, name: 'Tone' } });
    expect(finished).toMatchObject({
      data: {
        conversationUuid: uuid,
        page: world.page,
        process: { skillUid: world.processUid, name: 'SEO' },
        link: `${BASE_URL}/pages/${String(world.page)}`,
      },
    });
    expect(JSON.stringify(bodies)).not.toMatch(/secret thought|Proposed|Words of|Done with|all\./);
  });

  it('CHT-09 a tour that ended with the first answer names its process too, also after another one', async () => {
    const world = await createWorld(openFresh);
    const { service, delivery, received } = world.webhooks;
    await service.add({ ...ALL, events: ['tour.finished'] }, ADMIN);
    const toldOf = async () => {
      await delivery.deliverDue();
      return received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)).data);
    };
    const { uuid } = await world.open();
    world.model.add({ calls: [progress(0, 0, true)] }, { text: 'Nothing to do.' });
    await world.send(uuid, '', world.processUid);
    const first = { process: { skillUid: world.processUid, name: 'SEO' } };
    expect(await toldOf()).toMatchObject([first]);
    const other = await world.createSkill({ name: 'Links', process: true });
    world.model.add({ calls: [progress(0, 0, true)] }, { text: 'Nothing here either.' });
    await world.send(uuid, '', other);
    expect(await toldOf()).toMatchObject([first, { process: { skillUid: other, name: 'Links' } }]);
  });

  it('a tour over several pages tells of its end once, however it ends, with what became of each page', async () => {
    const world = await createWorld(openFresh);
    const { service, delivery, received } = world.webhooks;
    await service.add({ ...ALL, events: ['tour_series.finished'] }, ADMIN);
    const home = (await world.host.findPage('index.md', ADMIN)) ?? 0;
    const request: CreateTourSeries = {
      pages: [world.page, home],
      skillUid: world.processUid,
      locale: 'en',
    };
    const told = async () => {
      await delivery.deliverDue();
      return received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
    };
    world.model.add(
      ...[1, 2].flatMap(() => [{ calls: [progress(0, 0, true)] }, { text: 'Nothing.' }]),
    );
    const first = await world.tours.create(EDITOR, request);
    await world.settle();
    await world.settle();
    expect(await world.tours.look(EDITOR, first.uuid)).toMatchObject({ state: 'finished' });
    await world.tours.look(EDITOR, first.uuid);
    expect(await told()).toMatchObject([
      {
        type: 'tour_series.finished',
        data: {
          seriesUuid: first.uuid,
          state: 'finished',
          process: { skillUid: world.processUid, name: 'SEO' },
          pages: [
            { page: world.page, state: 'done' },
            { page: home, state: 'done' },
          ],
          link: `${BASE_URL}/tours/${first.uuid}`,
        },
      },
    ]);
    world.model.add({ calls: [progress(1, 1), setFields(world.page, { description: 'Secret' })] });
    const second = await world.tours.create(EDITOR, request);
    await world.settle();
    await world.tours.pause(EDITOR, second.uuid);
    expect(await told()).toHaveLength(1);
    await Promise.all([
      world.tours.stop(EDITOR, second.uuid),
      world.tours.stop(EDITOR, second.uuid),
    ]);
    await world.settle();
    const [, stopped, ...more] = await told();
    expect(stopped).toMatchObject({
      data: {
        seriesUuid: second.uuid,
        state: 'stopped',
        pages: [{ state: 'ended' }, { state: 'queued' }],
      },
    });
    expect(more).toEqual([]);
    expect(JSON.stringify(stopped)).not.toContain('Secret');
  });

  it('SEC-02 what is sent after a webhook was moved, and got a new secret, leads to the new address and is signed by both', async () => {
    const database = await openFresh();
    const { service, delivery, outbox, answers, received } = createWebhooksWorld(
      database,
      new FakeClock(),
    );
    const { view } = await service.add(ALL, ADMIN);
    for (let event = 0; event < 12; event += 1) {
      await database.transactions.transact((transaction) =>
        outbox.onDecision(transaction, {
          kind: 'approved',
          skillUid: event,
          identifier: 'seo',
          name: 'SEO',
          digest: 'd',
        }),
      );
    }
    const url = 'https://elsewhere.example.org/in';
    answers.push(async () => {
      await service.change(view.id, { url }, ADMIN);
      await service.rotate(view.id, ADMIN);
      return new Response(null, { status: 204 });
    });
    await delivery.deliverDue();
    const seen = received.map((each) => [
      each.url,
      (each.headers['webhook-signature'] ?? '').split(' ').length,
    ]);
    expect(seen[0]).toEqual([ALL.url, 1]);
    // Those that were sent side by side with the first may have been on their way.
    expect(seen.slice(5)).toEqual(Array.from({ length: 7 }, () => [url, 2]));
  });

  it('a refused approval and one that is rolled back tell nothing', async () => {
    const world = await createWorld(openFresh);
    const { service } = world.webhooks;
    const { view } = await service.add(ALL, ADMIN);
    const skill = await world.createSkill({ name: 'Tone', process: false, approve: false });
    await expect(world.skills.approve(skill, 'another digest', ADMIN)).rejects.toMatchObject({
      code: 'skill_changed',
    });
    expect(await service.deliveries(view.id, ADMIN)).toEqual([]);
  });

  it('SEC-02 addresses of the own network are refused, redirects are not followed, and no answer is waited for long', async () => {
    const database = await openFresh();
    const clock = new FakeClock();
    const asked: string[] = [];
    const server = await startLocalServer((request, response) => {
      asked.push(request.url ?? '');
      void bodyOf(request).then(() => {
        if (request.url === '/moved') response.writeHead(307, { location: '/other' }).end();
        else if (request.url === '/reset') response.writeHead(205).end();
        else if (request.url === '/odd') response.writeHead(999).end();
        // Another address hangs: the clock is moved once it was asked.
        else clock.advance(10_000);
      });
    });
    onTestFinished(() => server.close());
    const { store, service } = createWebhooksWorld(database, clock);
    const test = async (path: string, allowed: 'none' | 'loopback') => {
      const delivery = createWebhookDeliveries({
        store,
        transactions: database.transactions,
        sealer: createSealer([new Uint8Array(32).fill(7)]),
        fetch: createGuardedFetch({ allowed, setting: 'webhooks.privateAddresses' }),
        clock,
        ids: systemIds,
        log: { warn: () => undefined },
      });
      const { view } = await service.add({ ...ALL, url: `${server.origin}${path}` }, ADMIN);
      await database.transactions.transact((transaction) =>
        store.within(transaction).insert({
          id: systemIds.uuid(),
          webhookId: view.id,
          eventId: 'event',
          type: 'webhook.test',
          payload: '{}',
          atMs: clock.now(),
        }),
      );
      await delivery.deliverDue();
      const [last] = await service.deliveries(view.id, ADMIN);
      await service.remove(view.id, ADMIN);
      return [last?.status, last?.problem];
    };
    expect(await test('/moved', 'none')).toEqual([null, 'address_refused']);
    expect(asked).toEqual([]);
    expect(await test('/moved', 'loopback')).toEqual([307, 'refused']);
    // Any 2xx takes it, also one that asks a browser to empty its form; what is no status is a bad gateway's.
    expect(await test('/reset', 'loopback')).toEqual([205, null]);
    expect(await test('/odd', 'loopback')).toEqual([502, 'refused']);
    expect(await test('/hangs', 'loopback')).toEqual([null, 'timed_out']);
    expect(asked).toEqual(['/moved', '/reset', '/odd', '/hangs']);
  });
});
