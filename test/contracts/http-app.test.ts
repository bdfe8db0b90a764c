import { expect, it } from 'vitest';
import { createActorDirectory, createPeople, createRecorder } from '../../src/actors/index.ts';
import { createAccounts, passwords } from '../../src/adapters/accounts/index.ts';
import { createPeopleAuditStore, createPeopleStore } from '../../src/adapters/storage/index.ts';
import { systemClock, systemIds } from '../../src/base/index.ts';
import {
  ConversationStreamEvent,
  ConversationView,
  HistoryEntryView,
  Me,
  OpenPointView,
  FoundPages,
  PageView,
  SiteView,
} from '../../src/contracts/index.ts';
import { createHttpApp } from '../../src/http/index.ts';
import { ADMIN, EDITOR, progress, setFields } from './chat-world.ts';
import { BASE_URL, codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';

describeOnSqlite('the HTTP app', (openFresh) => {
  it('SEC-02 a change of state from another origin, or from none, is refused before anything else', async () => {
    const world = await createHttpWorld(openFresh);
    const post = (headers: Record<string, string>) =>
      world.json('POST', '/api/conversations', {
        who: EDITOR,
        body: { page: null, locale: 'en' },
        headers,
      });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: 'http://127.0.0.1:4318' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await post(headers);
      expect([headers, answer.status, codeOf(answer.body)]).toEqual([headers, 403, 'cross_origin']);
    }
    expect((await world.json('GET', '/api/conversations', { who: EDITOR })).body).toEqual([]);
    expect((await post({ origin: BASE_URL })).status).toBe(201);
    expect(
      (await post({ origin: 'http://localhost:4317', 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(201);
  });

  it('SEC-02 an unexpected error is logged and answered without details', async () => {
    const world = await createHttpWorld(openFresh, {
      runs: { list: () => Promise.reject(new Error('password=hunter2')) },
    });
    const answer = await world.json('GET', '/api/runs', { who: EDITOR });
    expect([answer.status, codeOf(answer.body)]).toEqual([500, 'internal']);
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    expect(world.httpProblems).toHaveLength(1);
  });

  it('what is malformed is refused with its code: no JSON, wrong shape, too large, no such thing', async () => {
    const world = await createHttpWorld(openFresh);
    const path = '/api/conversations';
    const raw = (body: string) =>
      world.app.request(`${BASE_URL}${path}`, {
        method: 'POST',
        headers: {
          origin: BASE_URL,
          'x-test-session': EDITOR.userId,
          'content-type': 'application/json',
          'content-length': String(body.length),
        },
        body,
      });
    const code = async (response: Response) => [response.status, codeOf(await response.json())];
    expect(await code(await raw('{'))).toEqual([400, 'invalid_request']);
    expect(await code(await raw(JSON.stringify({ page: 'x'.repeat(2_000_000) })))).toEqual([
      400,
      'invalid_request',
    ]);
    const wrong = await world.json('POST', path, { who: EDITOR, body: { page: 'one' } });
    expect([wrong.status, codeOf(wrong.body)]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(wrong.body)).toContain('"path":"page"');
    for (const missing of ['/api/pages/9999', '/api/pages/x', '/preview/9999', '/api/nothing']) {
      const answer = await world.json('GET', missing, { who: EDITOR });
      expect([missing, answer.status, codeOf(answer.body)]).toEqual([missing, 404, 'not_found']);
    }
  });

  it('every answer carries the headers that keep it from being framed, sniffed or read elsewhere', async () => {
    const { ask, page } = await createHttpWorld(openFresh);
    for (const path of ['/', '/api/me', '/healthz', '/nothing.png', `/preview/${String(page)}`]) {
      const { headers } = await ask('GET', path, { who: EDITOR });
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
    const api = await ask('GET', '/api/me', { who: EDITOR });
    expect(api.headers.get('cache-control')).toBe('no-store');
    expect(api.headers.get('x-frame-options')).toBe('DENY');
  });

  it('a page’s preview may run one script, ours, and may be framed by our own pages only', async () => {
    const { ask, page, host } = await createHttpWorld(openFresh);
    const change = {
      kind: 'set_page_fields',
      page,
      fields: { title: '</title><script>alert(1)</script>' },
    } as const;
    const plan = await host.plan(change, ADMIN);
    if (!plan.ok) throw new Error(plan.refusal.message);
    await host.apply(plan.planned, { actor: ADMIN, runUuid: null });
    const response = await ask('GET', `/preview/${String(page)}`, { who: EDITOR });
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
    expect(html).toContain(
      `<script src="/page-highlight.js" nonce="${nonce ?? '?'}" defer></script>`,
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('element-content-');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('sandbox allow-scripts allow-same-origin');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const again = await ask('GET', `/preview/${String(page)}`, { who: EDITOR });
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('static files come from the built folder alone; routes of the app get its document', async () => {
    const { ask } = await createHttpWorld(openFresh);
    const file = await ask('GET', '/assets/app-1a2b3c.js');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toContain('text/javascript');
    for (const path of ['/', '/pages/12', '/skills']) {
      const document = await ask('GET', path);
      const policy = document.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
      expect(await document.text()).toContain(`<meta property="csp-nonce" nonce="${nonce ?? '?'}"`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(document.headers.get('cache-control')).toBe('no-cache');
    }
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/none.js',
      '/none.css',
      '/%00.js',
    ]) {
      const response = await ask('GET', path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain('secret\n');
    }
  });

  it('HST-01 finds pages by their words, those with them in the title first, as far as the person reads', async () => {
    const world = await createHttpWorld(openFresh);
    const search = async (query: string) =>
      await world.json('GET', `/api/search?query=${encodeURIComponent(query)}`, { who: EDITOR });
    const hits = FoundPages.parse((await search('home')).body).hits;
    expect(hits[0]).toMatchObject({ where: 'title', title: 'Home', path: 'index.md' });
    const [text] = FoundPages.parse((await search('WELC')).body).hits;
    expect(text).toMatchObject({ where: 'text', excerpt: 'Welcome.' });
    expect(text?.element).not.toBeNull();
    expect((await search('x')).body).toEqual({ hits: [], unread: 0 });
    expect((await search('x'.repeat(201))).status).toBe(400);
    world.people.set(EDITOR.userId, {
      ...EDITOR,
      rights: { ...EDITOR.rights, pages: ['elsewhere'] },
    });
    expect((await search('home')).body).toEqual({ hits: [], unread: 0 });
  });

  it('answers with the bodies the contracts promise: me, site, page, history, undo, open points', async () => {
    const world = await createHttpWorld(openFresh);
    const get = async (path: string) => (await world.json('GET', path, { who: EDITOR })).body;
    const me = Me.parse(await get('/api/me'));
    expect(me).toMatchObject({ id: 'editor', isAdministrator: false, mayApproveOwn: true });
    expect(me.model).toEqual({ name: 'scripted', builtIn: false });
    const site = SiteView.parse(await get('/api/site'));
    expect(site.pageCount).toBe(2);

    const { uuid } = ConversationView.parse(
      (
        await world.json('POST', '/api/conversations', {
          who: EDITOR,
          body: { page: world.page, locale: 'de' },
        })
      ).body,
    );
    world.model.add(
      { calls: [progress(1, 2), setFields(world.page, { description: 'New words' })] },
      { calls: [setFields(world.page, { title: 'Other title' })] },
      { text: 'Done.' },
    );
    const sent = await world.json('POST', `/api/conversations/${uuid}/messages`, {
      who: EDITOR,
      body: { text: '', skillUid: world.processUid },
    });
    expect([sent.status, ConversationView.parse(sent.body).status]).toEqual([202, 'processing']);
    await world.settle();
    for (const decision of [{ answer: 'approve' }, { answer: 'deny', reason: 'skip' }]) {
      const view = ConversationView.parse(await get(`/api/conversations/${uuid}`));
      const answered = await world.json('POST', `/api/conversations/${uuid}/decision`, {
        who: EDITOR,
        body: { cardDigest: view.card?.digest, ...decision },
      });
      expect(answered.status).toBe(202);
      await world.settle();
    }
    const path = `/api/pages/${String(world.page)}`;
    const [point] = OpenPointView.array().parse(await get(`${path}/open-points`));
    expect(point).toMatchObject({ field: 'title', page: world.page });
    expect(OpenPointView.array().parse(await get('/api/open-points'))).toHaveLength(1);
    const counted = SiteView.parse(await get('/api/site'));
    expect(JSON.stringify(counted.roots)).toContain('"openPoints":1');
    const [change] = HistoryEntryView.array().parse(await get(`${path}/history`));
    expect(change).toMatchObject({ userName: 'Edith', undoes: null, undone: false });
    expect(PageView.parse(await get(path)).lastChange?.userName).toBe('Edith');

    const undone = await world.json('POST', `/api/history/${change?.id ?? ''}/undo`, {
      who: EDITOR,
    });
    expect(undone.status).toBe(200);
    expect(HistoryEntryView.parse(undone.body).undoes).toBe(change?.id);
    const after = ConversationView.parse(await get(`/api/conversations/${uuid}`));
    const outcomes = after.entries.flatMap(({ body }) =>
      body.kind === 'outcome' ? [[body.outcome.kind, body.outcome.undone]] : [],
    );
    expect(outcomes).toEqual([
      ['applied', true],
      ['skipped', false],
    ]);
    const list = ConversationView.array().parse(
      await get(`/api/conversations?page=${String(world.page)}`),
    );
    expect(list.map((one) => [one.uuid, one.entries])).toEqual([[uuid, []]]);
    expect(await get('/api/conversations?page=1')).toBeInstanceOf(Array);
  });

  it('CHT-08 the stream sends the current state at once, then changes with their version as id', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid } = await world.chat.create(EDITOR, { page: world.page, locale: 'de' });
    const response = await world.ask('GET', `/api/conversations/${uuid}/stream`, {
      who: EDITOR,
      headers: { 'last-event-id': '1' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { value, done } = await reader.read();
        if (done) return;
        text += decoder.decode(value, { stream: true });
      }
    };
    await until('\n\n');
    expect(text).toContain('id: 1');
    world.model.add({ text: 'Hello there.' });
    await world.send(uuid, 'Hi');
    await until('"status":"idle","version":4');
    const events = text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => ConversationStreamEvent.parse(JSON.parse(line.slice(6))));
    expect(events.at(-1)).toMatchObject({ type: 'changed', conversation: { status: 'idle' } });
    world.clock.advance(15_000);
    await until(': still here');
    expect(text).toContain(': still here');
    await reader.cancel();
    // Nobody reads any more: nothing fails, and the bus forgot the reader.
    world.model.add({ text: 'Again.' });
    await world.send(uuid, 'More');
    expect(world.httpProblems).toEqual([]);
  });

  it('SEC-02 set-up spends its link, signs in and out with real accounts; a closed session gets nothing', async () => {
    const world = await createHttpWorld(openFresh);
    const store = createPeopleStore(world.database.database);
    const people = createPeople({
      store,
      transactions: world.transactions,
      passwords,
      record: createRecorder(createPeopleAuditStore(world.database.database), systemClock),
      ids: systemIds,
      clock: systemClock,
    });
    const accounts = createAccounts(
      {
        database: { db: world.database.database.writes, type: world.database.dialect },
        person: (userId) => store.person(userId),
        onTwoFactor: () => Promise.resolve(),
        log: () => undefined,
      },
      { baseUrl: BASE_URL, trustedOrigins: [], secret: 'f3'.repeat(32), attemptsPerMinute: 3 },
    );
    const fake = await createHttpWorld(openFresh);
    const app = createHttpApp(
      {
        ...fake.deps,
        accounts,
        people,
        directory: createActorDirectory(store),
        host: world.host,
        tasks: world.tasks,
        tools: world.tools,
        chat: world.chat,
        stream: world.stream,
        tours: world.tours,
        slashMenu: { entries: () => Promise.resolve([]) },
        skills: world.skills,
        ingest: fake.ingest,
        trials: fake.trials,
        snippets: fake.snippets,
        sealer: fake.sealer,
        runs: world.runtime,
        configurations: world.stores.configurations,
        models: world.model,
        modelService: fake.modelService,
        remoteServers: fake.remoteServers,
        receipts: fake.deps.receipts,
        clock: world.clock,
        ids: systemIds,
        isHealthy: () => Promise.resolve(false),
        log: (message) => fake.httpProblems.push(message),
      },
      { baseUrl: BASE_URL, webRoot: null },
    );
    const request = (
      method: string,
      path: string,
      init: { body?: unknown; cookie?: string } = {},
    ) =>
      app.request(`${BASE_URL}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          origin: BASE_URL,
          ...(init.cookie === undefined ? {} : { cookie: init.cookie }),
        },
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      });
    const token = await people.issueSetupToken();
    const state = await request('POST', '/api/setup/state', { body: { token } });
    expect(await state.json()).toEqual({ needed: true, linkValid: true });
    const setup = {
      token,
      name: 'Ada',
      email: 'ada@example.org',
      password: 'correct horse battery',
      locale: 'de',
    };
    const created = await request('POST', '/api/setup', { body: setup });
    expect(created.status).toBe(200);
    expect(await created.json()).toEqual({}); // the session's token is in the cookie alone
    expect(created.headers.get('set-cookie')).toMatch(/HttpOnly/i);
    const cookie = (created.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const me = await request('GET', '/api/me', { cookie });
    expect(Me.parse(await me.json())).toMatchObject({ name: 'Ada', isAdministrator: true });
    const spent = await request('POST', '/api/setup', { body: setup });
    expect(spent.status).toBeGreaterThanOrEqual(400);
    expect((await request('POST', '/api/auth/sign-out', { cookie, body: {} })).status).toBe(200);
    expect((await request('GET', '/api/me', { cookie })).status).toBe(401);
    const wrong = { email: setup.email, password: 'wrong horse battery' };
    const codes: (string | null)[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await request('POST', '/api/auth/sign-in/email', { body: wrong });
      codes.push(codeOf(await answer.json()));
    }
    expect(codes[0]).toBe('credentials_invalid');
    expect(codes.at(-1)).toBe('too_many_requests');
    expect((await request('GET', '/healthz')).status).toBe(503);
    expect((await request('GET', '/')).status).toBe(404);
  });
});
