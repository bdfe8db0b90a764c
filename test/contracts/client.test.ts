import { expect, it } from 'vitest';
import { ALL_CONTENT_RIGHTS } from '../../src/actors/index.ts';
import {
  createVouchClient,
  VouchApiError,
  type ApiRoute,
  type VouchClientOptions,
} from '../../src/client/index.ts';
import type { ConversationView, RunView } from '../../src/contracts/index.ts';
import { openApiDocument } from '../../src/http/api-reference/index.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { BASE_URL, createHttpWorld, describeOnSqlite, type HttpWorld } from './http-world.ts';

/** A client of the world's server, for a person unless it shows a key. */
function clientOf(world: HttpWorld, options: Partial<VouchClientOptions> = {}) {
  return createVouchClient({
    baseUrl: BASE_URL,
    fetch: (url, init) => Promise.resolve(world.app.request(url as string, init)),
    headers: { origin: BASE_URL, 'x-test-session': EDITOR.userId },
    ...options,
  });
}

/** Routes by their names in the reference. */
const ROUTES = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => {
    const named = path.replace('{rest}', '*').replace(/\{(\w+)\}/g, ':$1');
    return `${method.toUpperCase()} ${named}` as ApiRoute;
  }),
);

describeOnSqlite('the client', (openFresh) => {
  it('API-04 reaches every route of the reference at its address, with everything that is named', async () => {
    const asked: string[] = [];
    const client = createVouchClient({
      baseUrl: `${BASE_URL}/`,
      fetch: (url, init) => {
        asked.push(`${init?.method ?? ''} ${(url as string).slice(BASE_URL.length)}`);
        return Promise.resolve(Response.json(null));
      },
    });
    expect(ROUTES.length).toBeGreaterThan(150);
    for (const route of ROUTES) {
      const names = Array.from(route.matchAll(/:(\w+)|\*/g), ([whole, name]) => name ?? whole);
      const params = Object.fromEntries(
        names.map((name) => [name, name === '*' ? 'a b/c' : 'a/b']),
      );
      // The types of each are checked where the reference is compiled; here any will do.
      await client.call(route as 'GET /api/me', { params } as object);
    }
    expect(asked).toEqual(
      ROUTES.map((route) => route.replace(/:\w+/g, 'a%2Fb').replace(/\*$/, 'a%20b/c')),
    );
  });

  it('API-04 is typed by the contracts', async () => {
    const world = await createHttpWorld(openFresh);
    const client = clientOf(world);
    const begun: ConversationView = await client.call('POST /api/conversations', {
      body: { page: world.page, locale: 'en' },
      idempotencyKey: 'one-for-this-thing',
    });
    const again = await client.call('POST /api/conversations', {
      body: { page: world.page, locale: 'en' },
      idempotencyKey: 'one-for-this-thing',
    });
    expect(again.uuid).toBe(begun.uuid);
    const all = await client.call('GET /api/conversations', { query: { page: world.page } });
    expect(all.map(({ uuid }) => uuid)).toEqual([begun.uuid]);
    const gone: null = await client.call('DELETE /api/conversations/:uuid', {
      params: { uuid: begun.uuid },
    });
    expect(gone).toBeNull();
    const page: string = await client.call('GET /api/reference');
    expect(page).toContain('<html');

    const wrong = () => [
      // @ts-expect-error -- no such route
      client.call('GET /api/nothing'),
      // @ts-expect-error -- what the address names is missing
      client.call('GET /api/runs/:uuid'),
      // @ts-expect-error -- the body is missing
      client.call('POST /api/conversations'),
      // @ts-expect-error -- another body
      client.call('POST /api/conversations', { body: { page: 'one', locale: 'en' } }),
      // @ts-expect-error -- another question
      client.call('GET /api/conversations', { query: { pages: 1 } }),
      // @ts-expect-error -- carried out each time
      client.call('POST /api/groups', { body: { name: 'N' }, idempotencyKey: 'k' }),
      // @ts-expect-error -- a stream is followed
      client.call('GET /api/conversations/:uuid/stream', { params: { uuid: '' } }),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  it('API-04 a refusal is thrown with its stable code, its status and what it says more exactly', async () => {
    const world = await createHttpWorld(openFresh);
    const client = clientOf(world);
    const refused = await client
      .call('POST /api/people', { body: { name: '', email: 'x', locale: 'en' } } as never)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VouchApiError);
    expect(refused).toMatchObject({ code: 'invalid_request', status: 400 });
    expect((refused as VouchApiError).data['field']).toBe('name');
    const elsewhere = (answer: () => Promise<Response>) =>
      createVouchClient({ baseUrl: BASE_URL, fetch: answer })
        .call('GET /api/runs')
        .catch((error: unknown) => error);
    expect(await elsewhere(() => Promise.reject(new TypeError('no')))).toMatchObject({
      code: 'unreachable',
      status: 0,
    });
    const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await elsewhere(() => Promise.resolve(proxy))).toMatchObject({
      code: 'unexpected',
      status: 502,
    });
  });

  it('API-02 a service account asks with its key', async () => {
    const world = await createHttpWorld(openFresh);
    const { serviceAccounts } = world.deps;
    const account = await serviceAccounts.add(
      {
        name: 'Robot',
        scopes: ['configuration:use', 'agent:read', 'agent:cancel'],
        rights: ALL_CONTENT_RIGHTS,
      },
      ADMIN,
    );
    const { key } = await serviceAccounts.addKey(account.id, { name: 'Test' }, ADMIN);
    const client = clientOf(world, { key: () => Promise.resolve(key), headers: {} });
    const { uuid } = await client.call('POST /api/runs', { body: { text: 'Say hello.' } });
    const run: RunView = await client.call('GET /api/runs/:uuid', { params: { uuid } });
    expect(run.status).toBe('queued');
    expect(await client.call('POST /api/runs/:uuid/cancel', { params: { uuid } })).toEqual({
      cancelled: true,
    });
    await expect(
      client.call('POST /api/runs/:uuid/approve', {
        params: { uuid },
        body: { cardDigest: 'none' },
      }),
    ).rejects.toMatchObject({ code: 'scope_missing', data: { scope: 'agent:approve' } });
  });

  it('CHT-08 a stream that breaks off is taken up again, with the last id that was seen', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid } = await world.chat.create(EDITOR, { page: world.page, locale: 'en' });
    const asked: (string | null)[] = [];
    const stop = new AbortController();
    const client = clientOf(world, {
      reconnectMs: 1,
      fetch: async (url, init) => {
        asked.push(new Headers(init?.headers).get('last-event-id'));
        if (asked.length === 2) throw new TypeError('the network is gone');
        return world.app.request(url, init);
      },
    });
    const seen: (string | null)[] = [];
    for await (const { data, id } of client.events('GET /api/conversations/:uuid/stream', {
      params: { uuid },
      signal: stop.signal,
    })) {
      if (data.type !== 'changed') continue;
      expect(data.conversation.uuid).toBe(uuid);
      seen.push(id);
      if (seen.length === 2) stop.abort();
      // The server lets go of its readers, as when it is restarted.
      else world.bus.close();
    }
    expect(asked).toEqual([null, seen[0], seen[0]]);
    expect(seen).toHaveLength(2);
  });

  it('a stream that is refused is not asked for again', async () => {
    const world = await createHttpWorld(openFresh);
    const follow = async () => {
      for await (const event of clientOf(world).events('GET /api/conversations/:uuid/stream', {
        params: { uuid: 'none' },
      })) {
        expect.fail(`something came: ${JSON.stringify(event)}`);
      }
    };
    await expect(follow()).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });
});
