import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** What a provider says of an account. */
interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface IdentityProvider {
  readonly issuer: string;
  /** By the name one signs in with there, which is the subject too. Changed as a test goes on. */
  readonly accounts: Map<string, Account>;
  stop(): Promise<void>;
}

/** What a client of the provider is called and knows. */
export const CLIENT = { clientId: 'vouch', clientSecret: 'a secret of the client' } as const;

/** A real OpenID Connect provider on this machine, over HTTP; any password opens an account it knows. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
): Promise<IdentityProvider> {
  const accounts = new Map<string, Account>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [...redirectUris],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: { keys: ['a key of a test'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'test' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      if (account === undefined) return undefined;
      return { accountId: subject, claims: () => ({ sub: subject, ...account }) };
    },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { issuer, accounts, stop };
}

/** The same, ended with the test. */
export async function identityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const provider = await startIdentityProvider(redirectUris);
  onTestFinished(() => provider.stop());
  return provider;
}

/** What a browser keeps: the cookies that answers set, of one server. */
export function createJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (response: Response) => {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

/** Signs in there as a browser does, form by form; answers with the address it is sent back to. */
export async function signInThere(
  address: string,
  { login, back }: { readonly login: string; readonly back: string },
): Promise<string> {
  const jar = createJar();
  const visit = async (url: string, body?: Readonly<Record<string, string>>) =>
    jar.keep(
      await fetch(url, {
        redirect: 'manual',
        headers: { cookie: jar.header() },
        ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
      }),
    );
  let [url, response] = [address, await visit(address)];
  for (let steps = 0; steps < 20; steps += 1) {
    const to = response.headers.get('location');
    if (to !== null) {
      url = new URL(to, url).href;
      if (url.startsWith(back)) return url;
      response = await visit(url);
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) throw new Error(`no form: ${page}`);
    response = await visit(new URL(action, url).href, { prompt, login, password: 'any' });
  }
  throw new Error('it leads nowhere');
}
