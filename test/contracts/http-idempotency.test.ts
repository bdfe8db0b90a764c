import { expect, it } from 'vitest';
import { ALL_CONTENT_RIGHTS } from '../../src/actors/index.ts';
import { ConversationView, TaskResult, TourSeriesView } from '../../src/contracts/index.ts';
import { createReceiptStore } from '../../src/adapters/storage/index.ts';
import { createReceipts, systemIds } from '../../src/base/index.ts';
import { createHttpApp } from '../../src/http/index.ts';
import { createPlayground } from '../../src/runs/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { BASE_URL, codeOf, createHttpWorld, type HttpWorld } from './http-world.ts';

const KEY = '018f3c1e-0000-7000-8000-000000000001';
const keyed = (body: unknown, key = KEY) =>
  ({ who: EDITOR, body, headers: { 'Idempotency-Key': key } }) as const;

/** The same asked of a server that is not the world's own. */
const askOf = (
  app: HttpWorld['app'],
  path: string,
  { body, key = KEY }: { body: unknown; key?: string },
) =>
  app.request(`${BASE_URL}${path}`, {
    method: 'POST',
    headers: {
      'x-test-session': EDITOR.userId,
      origin: BASE_URL,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });

/** The two ways a run is started over HTTP, of a server whose queue is played. */
async function startingRuns(world: HttpWorld) {
  const { serviceAccounts } = world.deps;
  const account = await serviceAccounts.add(
    { name: 'Robot', scopes: ['configuration:use'], rights: ALL_CONTENT_RIGHTS },
    ADMIN,
  );
  const { key } = await serviceAccounts.addKey(account.id, { name: 'Test' }, ADMIN);
  const configurationUid = (await world.stores.configurations.defaultConfiguration())?.uid;
  const ways = [
    { path: '/api/runs', who: { authorization: `Bearer ${key}` } },
    { path: '/api/playground/runs', who: { 'x-test-session': ADMIN.userId } },
  ] as const;
  return ways.map(({ path, who }) => ({
    path,
    start: (played: Partial<Pick<HttpWorld['runtime'], 'enqueue'>> = {}) => {
      const runs = { ...world.runtime, ...played };
      const deps = { ...world.deps, runs, playground: createPlayground(runs) };
      return createHttpApp(deps, { baseUrl: BASE_URL, webRoot: null }).request(
        `${BASE_URL}${path}`,
        {
          method: 'POST',
          headers: {
            ...who,
            origin: BASE_URL,
            'content-type': 'application/json',
            'idempotency-key': KEY,
          },
          body: JSON.stringify({
            configurationUid,
            text: 'Say hello.',
            ...(path === '/api/runs' ? {} : { skillUids: [], snippetUids: [] }),
          }),
        },
      );
    },
  }));
}

async function conversation(world: HttpWorld): Promise<string> {
  return (await world.chat.create(EDITOR, { page: world.page, locale: 'en' })).uuid;
}

async function said(world: HttpWorld, uuid: string): Promise<string[]> {
  const { entries } = await world.chat.view(EDITOR, uuid);
  return entries.flatMap(({ body }) => (body.kind === 'user' ? [body.text] : []));
}

describeEachDatabase('requests that are sent again', (openFresh) => {
  it('CHT-08 a message whose answer was cut off is sent once and answered alike', async () => {
    const world = await createHttpWorld(openFresh);
    const uuid = await conversation(world);
    const path = `/api/conversations/${uuid}/messages`;
    // It was stored, and the server fell before it could say so.
    const app = createHttpApp(
      {
        ...world.deps,
        chat: {
          ...world.chat,
          sendMessage: async (...asked) => {
            await world.chat.sendMessage(...asked);
            throw new Error('the connection was cut');
          },
        },
      },
      { baseUrl: BASE_URL, webRoot: null },
    );
    const cut = await askOf(app, path, { body: { text: 'Hi' } });
    expect(cut.status).toBe(500);

    const again = await world.json('POST', path, keyed({ text: 'Hi' }));
    expect(again.status).toBe(202);
    expect(ConversationView.parse(again.body).uuid).toBe(uuid);
    expect(await world.json('POST', path, keyed({ text: 'Hi' }))).toEqual(again);
    expect(await said(world, uuid)).toEqual(['Hi']);
  });

  it('CHT-08 the same request twice at the same time is carried out once', async () => {
    const world = await createHttpWorld(openFresh);
    const uuid = await conversation(world);
    const path = `/api/conversations/${uuid}/messages`;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => world.json('POST', path, keyed({ text: 'Hi' }))),
    );
    const refused = answers.filter(({ status }) => status !== 202);
    expect(answers.length - refused.length).toBeGreaterThan(0);
    for (const { status, body } of refused) {
      expect([status, codeOf(body)]).toEqual([409, 'request_under_way']);
    }
    expect(await said(world, uuid)).toEqual(['Hi']);
    expect((await world.json('POST', path, keyed({ text: 'Hi' }))).status).toBe(202);
  });

  it('CHT-08 a key belongs to one request of one person', async () => {
    const world = await createHttpWorld(openFresh);
    const uuid = await conversation(world);
    const path = `/api/conversations/${uuid}/messages`;
    await world.json('POST', path, keyed({ text: 'Hi' }));
    const other = await world.json('POST', path, keyed({ text: 'Something else' }));
    expect([other.status, codeOf(other.body)]).toEqual([422, 'key_used']);
    const elsewhere = await world.json('POST', '/api/conversations', {
      ...keyed({ page: world.page, locale: 'en' }),
      who: ADMIN,
    });
    expect(elsewhere.status).toBe(201);
    const malformed = await world.json('POST', path, keyed({ text: 'Hi' }, 'short'));
    expect([malformed.status, codeOf(malformed.body)]).toEqual([400, 'invalid_request']);
    expect(await said(world, uuid)).toEqual(['Hi']);
  });

  it('CHT-08 what was refused may be sent again with its key; what was begun and left by a crash, after a while', async () => {
    const world = await createHttpWorld(openFresh);
    const uuid = await conversation(world);
    const path = `/api/conversations/${uuid}/messages`;
    for (const attempt of [1, 2]) {
      const refused = await world.json('POST', path, keyed({ text: ' ' }));
      expect([attempt, codeOf(refused.body)]).toEqual([attempt, 'message_empty']);
    }
    // A server that falls before anything is done: its receipt stays begun.
    const receipts = createReceipts({
      store: createReceiptStore(world.database.database),
      transactions: world.transactions,
      clock: world.clock,
      ids: systemIds,
    });
    const never = createHttpApp(
      {
        ...world.deps,
        receipts,
        chat: { ...world.chat, sendMessage: () => new Promise(() => undefined) },
      },
      { baseUrl: BASE_URL, webRoot: null },
    );
    const key = `${KEY}-b`;
    void askOf(never, path, { body: { text: 'Hi' }, key });
    const store = createReceiptStore(world.database.database);
    await expect.poll(() => store.receipt(EDITOR.userId, key)).not.toBeNull();

    const early = await world.json('POST', path, keyed({ text: 'Hi' }, key));
    expect([early.status, codeOf(early.body)]).toEqual([409, 'request_under_way']);
    world.clock.advance(30_000);
    expect((await world.json('POST', path, keyed({ text: 'Hi' }, key))).status).toBe(202);
    expect(await said(world, uuid)).toEqual(['Hi']);

    expect(await receipts.cleanUp()).toBe(0);
    world.clock.advance(24 * 60 * 60 * 1_000 + 1);
    expect(await receipts.cleanUp()).toBe(1);
  });

  it('CHT-08, CHT-01 a conversation that is begun again with its key is the same one', async () => {
    const world = await createHttpWorld(openFresh);
    const ask = keyed({ page: world.page, locale: 'en' });
    const first = await world.json('POST', '/api/conversations', ask);
    const { uuid } = ConversationView.parse(first.body);
    await world.chat.sendMessage(EDITOR, uuid, { text: 'Hi' });
    const again = await world.json('POST', '/api/conversations', ask);
    expect([again.status, ConversationView.parse(again.body).uuid]).toEqual([201, uuid]);
  });

  it('CHT-08 what was made is found again, though the server fell before it could say so', async () => {
    const world = await createHttpWorld(openFresh);
    const app = createHttpApp(
      {
        ...world.deps,
        tours: {
          ...world.tours,
          create: async (...asked) => {
            await world.tours.create(...asked);
            throw new Error('the connection was cut');
          },
        },
      },
      { baseUrl: BASE_URL, webRoot: null },
    );
    const request = { pages: [world.page], skillUid: world.processUid, locale: 'en' };
    const cut = await askOf(app, '/api/tours', { body: request });
    expect(cut.status).toBe(500);
    const again = await world.json('POST', '/api/tours', keyed(request));
    const [series] = await world.tours.list(EDITOR);
    expect([again.status, TourSeriesView.parse(again.body).uuid]).toEqual([201, series?.uuid]);
  });

  it('CHT-08 a run is queued together with what says so, though the server fell right after', async () => {
    const world = await createHttpWorld(openFresh);
    for (const [index, { path, start }] of (await startingRuns(world)).entries()) {
      const cut = await start({
        enqueue: async (...asked) => {
          await world.runtime.enqueue(...asked);
          throw new Error('the server fell');
        },
      });
      const again = await start();
      const queued = await world.runtime.list(ADMIN);
      expect([path, cut.status, again.status, queued.length]).toEqual([path, 500, 202, index + 1]);
      const { uuid } = (await again.json()) as { uuid: string };
      expect(queued.map((run) => run.uuid)).toContain(uuid);
    }
  });

  it('CHT-08 a run whose request was taken over by its repetition is not queued a second time', async () => {
    const world = await createHttpWorld(openFresh);
    for (const [index, { path, start }] of (await startingRuns(world)).entries()) {
      const retried: Response[] = [];
      const slow = await start({
        enqueue: async (...asked) => {
          world.clock.advance(30_000);
          retried.push(await start());
          return world.runtime.enqueue(...asked);
        },
      });
      const answered = [slow.status, codeOf(await slow.json())];
      expect([path, ...answered, retried[0]?.status]).toEqual([
        path,
        409,
        'request_under_way',
        202,
      ]);
      expect(await world.runtime.list(ADMIN)).toHaveLength(index + 1);
    }
  });

  it('CHT-08 a task that is run again with its key asks no model twice', async () => {
    const world = await createHttpWorld(openFresh);
    const { uid } = await world.tasks.create(
      {
        identifier: 'teaser',
        name: 'Teaser',
        description: '',
        category: 'content',
        configurationUid: null,
        promptTemplate: 'Write a teaser.',
        inputs: [],
        outputFormat: 'plain',
        isActive: true,
      },
      ADMIN,
    );
    world.model.add({ text: 'A teaser.' });
    const ask = { ...keyed({ inputs: {} }), who: ADMIN };
    const first = await world.json('POST', `/api/tasks/${String(uid)}/run`, ask);
    expect(first.status).toBe(200);
    const again = await world.json('POST', `/api/tasks/${String(uid)}/run`, ask);
    expect(TaskResult.parse(again.body).uuid).toBe(TaskResult.parse(first.body).uuid);
    expect(world.model.requests).toHaveLength(1);
  });
});
