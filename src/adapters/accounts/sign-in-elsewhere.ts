import { createHash } from 'node:crypto';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import type { OAuthProvider } from 'better-auth/oauth2';
import type { SignInElsewhere, SignInProvider, SignInProviders } from '../../actors/index.ts';
import { isAppError } from '../../base/index.ts';
import {
  SignInProblem,
  StartSignIn,
  type SignInElsewhere as Answer,
} from '../../contracts/index.ts';
import { errorResponse, invalidResponse, notFoundResponse } from './error-response.ts';
import { discoverOidc, type OidcAccess } from './oidc-discovery.ts';
import { exchangeCode, identityOf, type OidcSide, type OidcTokens } from './oidc-exchange.ts';

/** What signing in with an account elsewhere needs. */
export interface ElsewhereDependencies {
  readonly providers: Pick<SignInProviders, 'open'>;
  readonly people: SignInElsewhere;
  readonly access: OidcAccess;
}

/** One way to a provider and back. */
interface Way {
  readonly provider: SignInProvider;
  readonly secret: string | null;
  /** Why it went no further, for whoever looks at the answer. */
  problem: SignInProblem | null;
}

const CALLBACK = /^\/callback\/([a-z0-9-]{1,40})$/;
/** What of the library's codes has a word of its own; every other is `unexpected`. */
const LIBRARY_CODES: Readonly<Record<string, SignInProblem>> = {
  access_denied: 'refused_there',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  state_invalid: 'expired',
  unable_to_create_session: 'person_disabled',
  oauth_provider_not_found: 'provider_unknown',
};

/**
 * Signing in with an account elsewhere. State, PKCE, nonce and session are the sign-in library's; it links nobody and creates
 * nobody: who somebody is, is `SignInElsewhere`'s to say. No token of a provider is kept.
 */
export function createElsewhere(
  deps: ElsewhereDependencies,
  settings: {
    readonly baseUrl: string;
    readonly options: BetterAuthOptions;
    readonly log: (level: 'error' | 'warn', message: string) => void;
  },
) {
  const { baseUrl, options } = settings;
  const signInPage = `${baseUrl}/sign-in`;

  /** The library with this one provider, read afresh: what an administrator changed counts at once, on every server. */
  const authFor = (way: Way) =>
    betterAuth({
      ...options,
      account: {
        ...options.account,
        updateAccountOnSignIn: false,
        accountLinking: { enabled: false },
      },
      onAPIError: { errorURL: signInPage },
      plugins: [...(options.plugins ?? []), plugin(providerOf(way))],
    });

  const providerOf = (way: Way): OAuthProvider => {
    const { provider, secret } = way;
    const { clientId } = provider;
    const side = async (): Promise<OidcSide> => ({
      endpoints: await discoverOidc(provider.issuer, deps.access),
      client: { clientId, secret },
      access: deps.access,
    });
    /** What fails is told apart here; the library would call all of it one thing. */
    const noted = async <T>(step: () => Promise<T>): Promise<T | null> => {
      try {
        return await step();
      } catch (error) {
        const code = isAppError(error) ? error.code : 'unexpected';
        const known = SignInProblem.safeParse(code);
        // A refused address is the provider's settings to whoever signs in.
        way.problem = known.success ? known.data : 'provider_settings';
        settings.log('warn', `Sign-in with ${provider.id}: ${messageOf(error)}`);
        return null;
      }
    };
    return {
      id: provider.id,
      name: provider.name,
      issuer: provider.issuer,
      requiresIdTokenNonce: true,
      disableSignUp: true,
      options: { disableSignUp: true },
      accountSubject: ({ profile }) => (profile as { sub?: string }).sub ?? '',
      createAuthorizationURL: async ({ state, codeVerifier, redirectURI, idTokenNonce = '' }) => {
        const endpoints = await noted(async () => (await side()).endpoints);
        // Nowhere to go: the answer says so, and nobody is sent to this address.
        const url = new URL(endpoints?.authorization ?? signInPage);
        const asked = {
          response_type: 'code',
          client_id: clientId,
          redirect_uri: redirectURI,
          scope: [...new Set(['openid', ...provider.scopes])].join(' '),
          state,
          nonce: idTokenNonce,
          code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
        return url;
      },
      validateAuthorizationCode: ({ code, codeVerifier = '', redirectURI }) =>
        noted(async () => {
          const given = { code, verifier: codeVerifier, redirectUri: redirectURI };
          const { idToken, accessToken } = await exchangeCode(given, await side());
          return { idToken, ...(accessToken === null ? {} : { accessToken }) };
        }),
      getUserInfo: ({ idToken = '', accessToken = null, expectedIdTokenNonce = '' }) =>
        noted(async () => {
          const tokens: OidcTokens = { idToken, accessToken };
          const identity = await identityOf(tokens, expectedIdTokenNonce, await side());
          const entered = await deps.people.enter(provider, identity);
          if ('problem' in entered) {
            way.problem = entered.problem;
            settings.log(
              'warn',
              `Sign-in with ${provider.id} refused: ${reasonOf(entered.problem)}`,
            );
            return null;
          }
          const { subject, email, isEmailVerified } = identity;
          return {
            // The library wants an address although the account decides.
            user: {
              email: email ?? `${entered.userId}@invalid`,
              emailVerified: isEmailVerified === true,
            },
            data: { sub: subject },
          };
        }),
    };
  };

  const start = async (request: Request): Promise<Response> => {
    const body: unknown = await request.json().catch(() => null);
    const asked = StartSignIn.safeParse(body);
    if (!asked.success) return invalidResponse();
    const { provider: id, next = '/' } = asked.data;
    const opened = await deps.providers.open(id);
    if (opened === null) return notFoundResponse();
    const way: Way = { ...opened, problem: null };
    const headers = new Headers(request.headers);
    headers.delete('content-length');
    const response = await authFor(way).handler(
      new Request(new URL('/api/auth/sign-in/social', baseUrl), {
        method: 'POST',
        headers,
        // Nothing of what the library would take beside comes from the request.
        body: JSON.stringify({
          provider: id,
          callbackURL: `${baseUrl}${next}`,
          disableRedirect: true,
        }),
      }),
    );
    if (!response.ok) return errorResponse(response);
    const { url } = (await response.json()) as { url: string };
    const answer: Answer = { url: way.problem === null ? url : problemPage(id, way.problem) };
    return withCookies(Response.json(answer), response);
  };

  const comeBack = async (request: Request, id: string): Promise<Response> => {
    const opened = await deps.providers.open(id);
    if (opened === null) return goTo(problemPage(id, 'provider_unknown'));
    const way: Way = { ...opened, problem: null };
    const response = await authFor(way).handler(request);
    const to = response.headers.get('location');
    const target = to === null ? null : new URL(to, baseUrl);
    const code = target?.searchParams.get('error') ?? null;
    const isProblem =
      way.problem !== null ||
      target === null ||
      (code !== null && target.href.startsWith(`${signInPage}?`));
    if (!isProblem) return response;
    const problem = way.problem ?? LIBRARY_CODES[code ?? ''] ?? 'unexpected';
    if (problem === 'unexpected') {
      settings.log('warn', `Sign-in with ${id} ended with ${code ?? String(response.status)}`);
    }
    return withCookies(goTo(problemPage(id, problem)), response);
  };

  const problemPage = (id: string, problem: SignInProblem) =>
    `${signInPage}?${new URLSearchParams({ problem, provider: id }).toString()}`;

  return {
    /** Answers the paths below `/api/auth` that are about accounts elsewhere; `null` for every other. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      if (path === '/sign-in/elsewhere' && request.method === 'POST') return start(request);
      const id = CALLBACK.exec(path)?.[1];
      return id !== undefined && request.method === 'GET' ? comeBack(request, id) : null;
    },
  };
}

/** Registers one provider with the sign-in library, as its own plugins do. */
function plugin(provider: OAuthProvider): BetterAuthPlugin {
  return {
    id: 'vouch-sign-in-elsewhere',
    init: () => ({ context: { socialProviders: [provider] } }),
  };
}

function goTo(url: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: url, 'cache-control': 'no-store' },
  });
}

/** With the cookies of another answer. */
function withCookies(answer: Response, { headers }: Response): Response {
  for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** For the operator; nothing of it says who it was. */
function reasonOf(problem: SignInProblem): string {
  return problem === 'email_unsaid'
    ? 'email_unsaid. The provider said nothing of email_verified; where it gives out checked addresses alone, say so in its settings.'
    : problem;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
