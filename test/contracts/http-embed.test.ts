import { createSealer } from '../../src/app/keys.ts';
import { expect, it } from 'vitest';
import { EmbedToken } from '../../src/contracts/index.ts';
import { createHttpApp } from '../../src/http/index.ts';
import { EDITOR } from './chat-world.ts';
import { BASE_URL, codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';

const CMS = 'https://cms.example';
const OTHER = 'https://other.example';

describeOnSqlite('a chat in a page of another origin', (openFresh) => {
  const open = async () => {
    const world = await createHttpWorld(openFresh);
    const sessions = new Map([['vouch.session_token=ada', EDITOR.userId]]);
    const app = createHttpApp(
      {
        ...world.deps,
        accounts: {
          ...world.deps.accounts,
          session: (headers) => Promise.resolve(sessions.get(headers.get('cookie') ?? '') ?? null),
        },
      },
      { baseUrl: BASE_URL, webRoot: null, embedOrigins: [CMS, OTHER] },
    );
    const ask = (route: `${string} ${string}`, headers: Record<string, string>, body?: unknown) => {
      const [method = '', path = ''] = route.split(' ');
      return app.request(`${BASE_URL}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    const issue = (origin: string, headers: Record<string, string> = {}) =>
      ask(
        'POST /api/embed/tokens',
        { origin: BASE_URL, cookie: 'vouch.session_token=ada', ...headers },
        { origin },
      );
    const answer = await issue(CMS);
    const { token, expiresAtMs } = EmbedToken.parse(await answer.json());
    return {
      ...world,
      ask,
      issue,
      sessions,
      expiresAtMs,
      bearer: { origin: CMS, authorization: `Bearer ${token}` },
      create: (headers: Record<string, string>) =>
        ask('POST /api/conversations', headers, { page: world.page, locale: 'en' }),
    };
  };
  const code = async (response: Response) => [response.status, codeOf(await response.json())];

  it('SEC-02 reads and changes with its token, from its origin, without a cookie', async () => {
    const { ask, bearer, create } = await open();
    const me = await ask('GET /api/me', bearer);
    expect(me.status).toBe(200);
    expect(me.headers.get('access-control-allow-origin')).toBe(CMS);
    expect(me.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await create(bearer)).status).toBe(201);
  });

  it('SEC-02 the token is worth nothing from another origin, altered, or outside the chat', async () => {
    const { ask, bearer, create } = await open();
    expect(await code(await ask('GET /api/me', { ...bearer, origin: OTHER }))).toEqual([
      401,
      'not_signed_in',
    ]);
    expect(await code(await create({ ...bearer, origin: OTHER }))).toEqual([401, 'not_signed_in']);
    expect(await code(await create({ ...bearer, origin: 'https://evil.example' }))).toEqual([
      403,
      'cross_origin',
    ]);
    const altered = { ...bearer, authorization: `${bearer.authorization.slice(0, -4)}AAAA` };
    expect(await code(await ask('GET /api/me', altered))).toEqual([401, 'key_invalid']);
    expect(await code(await ask('GET /api/skills', altered))).toEqual([401, 'key_invalid']);
    for (const path of ['/api/skills', '/api/runs', '/api/tasks', '/preview/1', '/api/embed/x']) {
      expect(await code(await ask(`GET ${path}`, bearer))).toEqual([403, 'not_permitted']);
    }
  });

  it('SEC-02 a cookie beside a token counts for nothing, and a cookie alone may change nothing from there', async () => {
    const { ask, create } = await open();
    const cookie = 'vouch.session_token=ada';
    const bad = { origin: CMS, cookie, authorization: 'Bearer nonsense' };
    expect(await code(await ask('GET /api/me', bad))).toEqual([401, 'key_invalid']);
    expect(await code(await create(bad))).toEqual([401, 'key_invalid']);
    expect(await code(await create({ origin: CMS, cookie }))).toEqual([403, 'cross_origin']);
  });

  it('SEC-02 the token ends with its session and with its time, and is renewed before that', async () => {
    const { ask, bearer, sessions, clock, expiresAtMs } = await open();
    clock.advance(expiresAtMs - clock.now() - 1);
    const renewed = await ask('POST /api/embed/tokens/renewal', bearer, {});
    expect(renewed.status).toBe(200);
    const next = EmbedToken.parse(await renewed.json());
    clock.advance(1);
    expect((await ask('GET /api/me', bearer)).status).toBe(401);
    expect((await ask('POST /api/embed/tokens/renewal', bearer, {})).status).toBe(401);
    const fresh = { origin: CMS, authorization: `Bearer ${next.token}` };
    expect((await ask('GET /api/me', fresh)).status).toBe(200);
    sessions.clear();
    expect((await ask('GET /api/me', fresh)).status).toBe(401);
  });

  it('the window of an origin that is not named says so before anybody signs in, and what to set', async () => {
    const { ask } = await open();
    const window = (origin: string) =>
      ask(`GET /embed/sign-in?origin=${encodeURIComponent(origin)}&state=0123456789abcdef`, {});
    const refused = await window('https://new.example');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      403,
      'text/plain; charset=UTF-8',
    ]);
    const words = await refused.text();
    expect(words).toContain('Pages of https://new.example may not embed the assistant.');
    expect(words).toContain(
      'Seiten von https://new.example dürfen den Assistenten nicht einbetten.',
    );
    expect(words).toContain('(VOUCH_EMBED_ORIGINS): add https://new.example to it');
    expect(words).not.toContain(CMS);
    // The interface has its own words for a link that is none; here it is not built.
    for (const origin of [CMS, '', 'https://new.example/<b>', 'javascript:alert(1)']) {
      expect((await window(origin)).status).toBe(404);
    }
  });

  it('SEC-02 a token is given to the person alone: not to an unknown origin, not to a page, not for a token', async () => {
    const { ask, issue, bearer } = await open();
    expect(await code(await issue('https://evil.example'))).toEqual([403, 'embed_origin_unknown']);
    expect(await code(await issue(CMS, { cookie: '' }))).toEqual([401, 'not_signed_in']);
    expect(await code(await issue(CMS, { origin: CMS }))).toEqual([403, 'cross_origin']);
    expect(await code(await ask('POST /api/embed/tokens', bearer, { origin: OTHER }))).toEqual([
      403,
      'cross_origin',
    ]);
  });

  it('SEC-02 only named origins may ask, and only for what the chat needs', async () => {
    const { ask } = await open();
    const preflight = (origin: string, path: string) =>
      ask(`OPTIONS ${path}`, { origin, 'access-control-request-method': 'POST' });
    const allowed = await preflight(CMS, '/api/conversations');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      CMS,
    ]);
    for (const [origin, path] of [
      ['https://evil.example', '/api/conversations'],
      [CMS, '/api/skills'],
      [CMS, '/api/auth/sign-in/email'],
      [CMS, '/api/embed/tokens'],
    ] as const) {
      const refused = await preflight(origin, path);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('SEC-02 nobody else’s key makes a token', async () => {
    const { ask, expiresAtMs } = await open();
    const grant = { origin: CMS, cookie: 'vouch.session_token=ada', userId: EDITOR.userId };
    const forged = createSealer([new Uint8Array(32).fill(1)]).seal(
      JSON.stringify({ ...grant, allowedAtMs: 0, expiresAtMs }),
      'embed.token',
    );
    const answer = await ask('GET /api/me', { origin: CMS, authorization: `Bearer ${forged}` });
    expect(answer.status).toBe(401);
  });
});
