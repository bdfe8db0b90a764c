import { expect, it } from 'vitest';
import { ALL_CONTENT_RIGHTS } from '../../src/actors/index.ts';
import { Scope } from '../../src/contracts/index.ts';
import { ADMIN, EDITOR, setFields } from './chat-world.ts';
import { BASE_URL, codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';

/** What a key opens, and the scope it takes; written down here, not read from the server. */
const OPEN: Readonly<Record<string, Scope | 'any'>> = {
  'GET /api/openapi.json': 'any',
  'GET /api/reference': 'any',
  'GET /api/runs': 'agent:read',
  'GET /api/inbox': 'agent:read',
  'GET /api/runs/:uuid': 'agent:read',
  'GET /api/runs/:uuid/events': 'agent:read',
  'GET /api/runs/:uuid/inspection': 'agent:read',
  'POST /api/runs': 'configuration:use',
  'POST /api/runs/:uuid/approve': 'agent:approve',
  'POST /api/runs/:uuid/deny': 'agent:approve',
  'POST /api/runs/:uuid/answer': 'agent:approve',
  'POST /api/runs/:uuid/cancel': 'agent:cancel',
};

describeOnSqlite('keys of service accounts', (openFresh) => {
  const open = async (scopes: readonly Scope[]) => {
    const world = await createHttpWorld(openFresh);
    const { serviceAccounts } = world.deps;
    const account = await serviceAccounts.add(
      { name: 'Robot', scopes, rights: ALL_CONTENT_RIGHTS },
      ADMIN,
    );
    const { key } = await serviceAccounts.addKey(account.id, { name: 'Test' }, ADMIN);
    const headers = { authorization: `Bearer ${key}`, origin: 'https://program.example' };
    const ask = (method: string, path: string, body?: unknown) =>
      world.json(method, path, { headers, ...(body === undefined ? {} : { body }) });
    return { world, account, key, ask, headers };
  };
  const refusalOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, codeOf(body)];
  };

  it('SEC-01 a key with every scope opens what is listed and no other route there is', async () => {
    const { world, headers } = await open(Scope.options);
    const routes = world.app.routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter(
        (route) =>
          / \/(api|preview)/.test(route) &&
          !/^ALL|\/api\/(setup|auth|password-link|sign-in-choices)/.test(route),
      );
    for (const route of new Set(routes)) {
      const [method = '', path = ''] = route.split(' ');
      const asked = path.replace(/:\w+/g, '1').replace('*', 'x');
      const response = await world.ask(method, asked, {
        headers,
        body: method === 'GET' ? undefined : {},
      });
      const body: unknown = response.headers.get('content-type')?.includes('json')
        ? await response.json()
        : null;
      expect([route, codeOf(body) === 'not_permitted']).toEqual([route, !(route in OPEN)]);
    }
  });

  it('SEC-01 each listed route takes its scope', async () => {
    const { world, account, ask } = await open([]);
    for (const [route, scope] of Object.entries(OPEN)) {
      const [method = '', path = ''] = route.split(' ');
      const asked = path.replace(/:\w+/g, 'none');
      if (scope === 'any') continue;
      await world.deps.serviceAccounts.change(
        account.id,
        { scopes: Scope.options.filter((other) => other !== scope) },
        ADMIN,
      );
      const body = method === 'GET' ? undefined : {};
      expect([route, ...(await refusalOf(ask(method, asked, body)))]).toEqual([
        route,
        403,
        'scope_missing',
      ]);
      await world.deps.serviceAccounts.change(account.id, { scopes: [scope] }, ADMIN);
      const { body: answer } = await ask(method, asked, body);
      expect([route, codeOf(answer)]).not.toEqual([route, 'scope_missing']);
    }
  });

  it('SEC-02 the key alone says who asks: a session beside it is worth nothing, a wrong key is refused', async () => {
    const { world, ask, key } = await open(['agent:read']);
    const session = { 'x-test-session': ADMIN.userId };
    const people = await world.json('GET', '/api/people', {
      headers: { ...session, authorization: `Bearer ${key}` },
    });
    expect([people.status, codeOf(people.body)]).toEqual([403, 'not_permitted']);
    const wrong = await world.json('GET', '/api/runs', {
      headers: { ...session, authorization: `Bearer vouch_${'0'.repeat(64)}` },
    });
    expect([wrong.status, codeOf(wrong.body)]).toEqual([401, 'key_invalid']);
    expect((await ask('GET', '/api/runs')).status).toBe(200);
    expect(JSON.stringify(world.httpProblems)).not.toContain(key);
  });

  it.each([
    ['cut off at its end', (key: string) => `Bearer ${key.slice(0, -8)}`],
    ['cut off at its beginning', (key: string) => `Bearer ${key.slice(8)}`],
    ['of another service', () => 'Bearer foo'],
    ['in quotation marks', (key: string) => `Bearer "${key}"`],
    ['with more behind it', (key: string) => `Bearer ${key} more`],
    ['left out', () => 'Bearer'],
    ['without its scheme', (key: string) => key],
    ['with another scheme', (key: string) => `Token ${key}`],
  ])(
    'SEC-02 a key %s is said to be none, and a session beside it counts for nothing',
    async (_, shown) => {
      const { world, key } = await open(Scope.options);
      const program = { authorization: shown(key) };
      const browser = { ...program, origin: BASE_URL, 'x-test-session': ADMIN.userId };
      for (const headers of [program, browser]) {
        for (const [method, path, body] of [
          ['GET', '/api/runs', undefined],
          ['GET', '/api/me', undefined],
          ['GET', '/api/nothing', undefined],
          ['GET', '/preview/1', undefined],
          ['POST', '/api/runs', { text: 'Say hello.' }],
        ] as const) {
          const answer = await world.json(method, path, { headers, body });
          expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 401, 'key_invalid']);
        }
      }
    },
  );

  it('API-04 what is not there is not there for a key either, whatever its scopes', async () => {
    const { ask } = await open(Scope.options);
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['DELETE', '/api/runs'],
      ['GET', '/preview/1/2'],
    ] as const) {
      expect([path, ...(await refusalOf(ask(method, path)))]).toEqual([path, 404, 'not_found']);
    }
  });

  it('API-02 a run of a service account is queued once for a repeated request, and read again', async () => {
    const { world, ask, headers } = await open(['configuration:use', 'agent:read', 'agent:cancel']);
    const once = () =>
      world.json('POST', '/api/runs', {
        headers: { ...headers, 'Idempotency-Key': 'robot-request-1' },
        body: { text: 'Say hello.' },
      });
    const [first, again] = [await once(), await once()];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    const { uuid } = first.body as { uuid: string };
    expect((await ask('GET', `/api/runs/${uuid}`)).body).toMatchObject({ uuid, status: 'queued' });
    expect((await ask('GET', '/api/runs')).body).toMatchObject([{ uuid, isMine: false }]);
    expect((await ask('POST', `/api/runs/${uuid}/cancel`)).body).toEqual({ cancelled: true });
  });

  it('a run on a page that is not there, or may not be read, is refused before it is queued', async () => {
    const { world, ask } = await open(['configuration:use', 'agent:read']);
    const skill = await world.createSkill({ name: 'Tone', process: false, approve: true });
    for (const more of [{}, { skillUid: skill }]) {
      expect(
        await refusalOf(ask('POST', '/api/runs', { text: 'Go.', page: 987_654, ...more })),
      ).toEqual([404, 'subject_unreadable']);
    }
    expect((await ask('GET', '/api/runs')).body).toEqual([]);
    expect((await ask('POST', '/api/runs', { text: 'Go.', page: world.page })).status).toBe(202);
  });

  it('PRC-05, CON-02 a service account starts no process and continues nobody’s run', async () => {
    const { world, ask } = await open(Scope.options);
    expect(
      await refusalOf(
        ask('POST', '/api/runs', { text: 'Go.', skillUid: world.processUid, page: world.page }),
      ),
    ).toEqual([403, 'service_account_process']);
    world.model.add({ text: 'Hello.' });
    const { uuid } = await world.runtime.run({
      configurationUid: 1,
      messages: [{ role: 'user', content: 'Hi' }],
      actor: EDITOR,
    });
    expect(
      await refusalOf(ask('POST', '/api/runs', { text: 'Go on.', predecessor: uuid })),
    ).toEqual([403, 'predecessor_not_yours']);
  });

  it('APR-01, PRC-04, CON-02 a key with every scope approves no write and decides no process, denies what waits, and goes on with no run', async () => {
    const { world, ask } = await open(Scope.options);
    const waiting = async (process: boolean) => {
      world.model.add({ calls: [setFields(world.page, { description: 'New words' })] });
      const { uuid } = await world.runtime.run({
        configurationUid: 1,
        messages: [{ role: 'user', content: 'Improve it.' }],
        actor: EDITOR,
        ...(process
          ? {
              invocation: {
                skillUid: world.processUid,
                subject: { table: 'pages', uid: world.page },
              },
            }
          : {}),
      });
      const view = await world.runtime.status(uuid, EDITOR);
      return { uuid, cardDigest: view?.card?.digest ?? 'none' };
    };
    const decide = (uuid: string, how: string, body: object) =>
      ask('POST', `/api/runs/${uuid}/${how}`, body);

    const { uuid, cardDigest } = await waiting(false);
    expect(await refusalOf(decide(uuid, 'approve', { cardDigest }))).toEqual([
      403,
      'approver_not_permitted',
    ]);
    expect((await world.runtime.status(uuid, EDITOR))?.status).toBe('waiting_for_approval');
    world.model.add({ text: 'Then not.' });
    expect((await decide(uuid, 'deny', { cardDigest })).status).toBe(200);
    expect((await world.runtime.status(uuid, EDITOR))?.status).toBe('completed');
    const events = await world.runtime.events(uuid, 0, ADMIN);
    expect(events.filter(({ kind }) => kind === 'approval')).toMatchObject([
      { payload: { approved: false, decidedBy: expect.stringMatching(/^service:/) as string } },
    ]);

    const process = await waiting(true);
    for (const how of ['approve', 'deny'] as const) {
      const body = { cardDigest: process.cardDigest };
      expect(await refusalOf(decide(process.uuid, how, body))).toEqual([409, 'decide_in_chat']);
    }
    expect((await world.runtime.status(process.uuid, EDITOR))?.status).toBe('waiting_for_approval');

    const first = await ask('POST', '/api/runs', { text: 'Say hello.' });
    const own = (first.body as { uuid: string }).uuid;
    world.model.add({ text: 'Hello.' });
    await world.runtime.runQueued(own);
    // Its own as little as anybody else's: only people go on.
    for (const predecessor of [own, uuid, process.uuid]) {
      expect(await refusalOf(ask('POST', '/api/runs', { text: 'Go on.', predecessor }))).toEqual([
        403,
        'predecessor_not_yours',
      ]);
    }
  });

  it('a scope that this version does not know opens nothing and hinders nothing', async () => {
    const { world, account, ask } = await open(['agent:read']);
    await world.database.database.writes
      .updateTable('service_account')
      .set({ scopes: '["conversation:access","agent:read"]' })
      .where('account_id', '=', account.id)
      .execute();
    expect((await ask('GET', '/api/runs')).status).toBe(200);
    const [found] = await world.deps.serviceAccounts.list(ADMIN);
    expect(found?.scopes).toEqual(['agent:read']);
    expect(await refusalOf(ask('GET', '/api/conversations'))).toEqual([403, 'not_permitted']);
  });
});
