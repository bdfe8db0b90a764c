import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { ADMIN, EDITOR } from './chat-world.ts';
import { describeOnSqlite } from './http-world.ts';
import { CALLBACK, openSignIn } from './sign-in-world.ts';

const EMAIL = `${EDITOR.userId}@example.org`;

/** What a provider answers with; `null` = what an honest one would. */
interface Lies {
  readonly claims?: JWTPayload;
  /** Signed with a key it does not publish. */
  readonly otherKey?: boolean;
  readonly unsigned?: boolean;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly discovery?: Readonly<Record<string, unknown>>;
  readonly noToken?: boolean;
}

/** A provider over HTTP that lies where a test tells it to. */
async function lyingProvider() {
  let lies: Lies = {};
  let nonce = '';
  const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'ES256', kid: 'k' }] };
  const server = createServer((request, response) => {
    const answer = (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    const idToken = async () => {
      const payload = {
        iss: issuer,
        aud: 'vouch',
        sub: 'eva',
        nonce,
        iat: Math.floor(Date.now() / 1_000),
        exp: Math.floor(Date.now() / 1_000) + 60,
        ...lies.claims,
      };
      return lies.unsigned === true
        ? new UnsecuredJWT(payload).encode()
        : new SignJWT(payload)
            .setProtectedHeader({ alg: 'ES256', kid: 'k' })
            .sign(lies.otherKey === true ? other.privateKey : own.privateKey);
    };
    switch (request.url ?? '') {
      case '/.well-known/openid-configuration':
        answer({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/me`,
          id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
          ...lies.discovery,
        });
        break;
      case '/keys':
        answer(keys);
        break;
      case '/token':
        void idToken().then((token) => {
          answer(
            lies.noToken === true ? { access_token: 'a' } : { access_token: 'a', id_token: token },
          );
        });
        break;
      default:
        answer({ sub: 'eva', email: EMAIL, email_verified: true, ...lies.userinfo });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  );
  return {
    issuer,
    /** The provider's answer to a sign-in that was begun, as the browser brings it back. */
    answerTo: (begun: string, told: Lies) => {
      const asked = new URL(begun).searchParams;
      lies = told;
      nonce = asked.get('nonce') ?? '';
      const state = asked.get('state') ?? '';
      return `${CALLBACK}?${new URLSearchParams({ code: 'c', state }).toString()}`;
    },
    lie: (told: Lies) => {
      lies = told;
    },
  };
}

const FORGED: readonly (readonly [string, Lies, string])[] = [
  ['a key the provider does not publish', { otherKey: true }, 'not_verified'],
  ['no signature', { unsigned: true }, 'not_verified'],
  ['another issuer', { claims: { iss: 'https://evil.example' } }, 'not_verified'],
  ['another client', { claims: { aud: 'somebody-else' } }, 'not_verified'],
  ['another party', { claims: { aud: ['vouch', 'b'], azp: 'b' } }, 'not_verified'],
  ['the nonce of another sign-in', { claims: { nonce: 'made up' } }, 'not_verified'],
  ['a time that is over', { claims: { exp: 1_000 } }, 'not_verified'],
  ['nobody', { claims: { sub: '' } }, 'not_verified'],
  ['no ID token', { noToken: true }, 'not_verified'],
  ['somebody else’s userinfo', { userinfo: { sub: 'mallory' } }, 'not_verified'],
  [
    'a proof of another address',
    // The token names an address without a proof; the proof is about whatever userinfo says.
    { claims: { email: EMAIL }, userinfo: { email: 'me@evil.example', email_verified: true } },
    'email_unsaid',
  ],
  ['a proof that is no yes', { userinfo: { email_verified: 'maybe' } }, 'email_unverified'],
];

const DISCOVERED: readonly Readonly<Record<string, unknown>>[] = [
  { issuer: 'https://evil.example' },
  { authorization_endpoint: 'javascript:alert(1)' },
  { token_endpoint: 'http://169.254.169.254/token' },
  { jwks_uri: null },
  { id_token_signing_alg_values_supported: ['HS256', 'none'] },
];

/** What is stored is another suite's; lies are the same over every database. */
describeOnSqlite('a provider that lies', (openFresh) => {
  const open = async () => {
    const there = await lyingProvider();
    const world = await openSignIn(openFresh);
    await world.add(there.issuer);
    return { ...world, there, own: world.browser() };
  };

  it('SEC-02 an honest one signs in', async () => {
    const { there, own } = await open();
    expect(await own.comeBack(there.answerTo(await own.begin(), {}))).toBe('/pages');
    expect(await own.session()).toBe(EDITOR.userId);
  });

  it.each(FORGED)('SEC-02 %s signs nobody in, and links nobody', async (_what, lies, problem) => {
    const { there, own, providers } = await open();
    const ended = await own.comeBack(there.answerTo(await own.begin(), lies));
    expect(ended).toBe(`/sign-in?problem=${problem}&provider=works`);
    expect(await own.session()).toBeNull();
    expect(await providers.peopleOf()).toEqual(new Map());
  });

  it.each([
    [['sub', 'email'], true],
    [['sub', 'email', 'email_verified'], false],
    [undefined, false],
  ])('a test of one that lists %j as told warns: %s', async (claims, mayLinkNobody) => {
    const { there, signInProviders } = await open();
    there.lie({ discovery: { claims_supported: claims } });
    expect(await signInProviders.test('works', ADMIN)).toMatchObject({ ok: true, mayLinkNobody });
    await signInProviders.change('works', { emailsAreChecked: true }, ADMIN);
    expect(await signInProviders.test('works', ADMIN)).toMatchObject({ mayLinkNobody: false });
  });

  it('what was refused stands in the log with the reason, and with nobody’s address', async () => {
    const { there, own, log } = await open();
    await own.comeBack(
      there.answerTo(await own.begin(), { userinfo: { email_verified: undefined } }),
    );
    expect(log).toEqual([expect.stringContaining('Sign-in with works refused: email_unsaid.')]);
    expect(log.join()).not.toContain(EMAIL);
  });

  it.each(DISCOVERED)('a discovery document with %j is not followed', async (discovery) => {
    const { there, own } = await open();
    there.lie({ discovery });
    const begun = await own.begin();
    const ended = begun.includes('/sign-in?')
      ? begun
      : await own.comeBack(there.answerTo(begun, { discovery }));
    expect(ended).toContain('/sign-in?problem=provider_settings');
    expect(await own.session()).toBeNull();
  });
});
