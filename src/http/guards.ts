import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { apiKeyIn, type ServiceActor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import { bearerOf, isEmbeddable } from './embed-rules.ts';
import type { EmbedTokens } from './embed-tokens.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { keyAccess, keyInvalid } from './key-rules.ts';
import type { RouteEnv } from './route-env.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** What a browser says of where a request comes from. */
export interface RequestOrigin {
  readonly method: string;
  /** `Sec-Fetch-Site`; only browsers set it, and no page can. */
  readonly fetchSite: string | null;
  readonly origin: string | null;
}

/**
 * Whether a request that changes state comes from a chat embedded in a page that may embed it. No form and no link can show a
 * token, and a request with one is judged by it alone, so a cookie the browser adds is worth nothing here.
 */
export function isEmbedded(
  request: {
    readonly method: string;
    readonly path: string;
    readonly origin: string | null;
    readonly authorization: string | null;
  },
  embedOrigins: readonly string[],
): boolean {
  return (
    request.origin !== null &&
    embedOrigins.includes(request.origin) &&
    bearerOf(request.authorization) !== null &&
    isEmbeddable(request.method, request.path)
  );
}

/**
 * Whether a request that changes state comes from our own pages (SEC-02). A request that says nothing of its origin is
 * refused: a program that calls the API names the server's origin in `Origin`.
 */
export function isSameOrigin(request: RequestOrigin, allowedOrigins: readonly string[]): boolean {
  if (SAFE_METHODS.includes(request.method)) return true;
  if (request.origin !== null && allowedOrigins.includes(request.origin)) return true;
  // A page under another of our names (localhost for 127.0.0.1): the browser itself vouches for it.
  return request.fetchSite === 'same-origin';
}

/** Whether a request shows something in the place of a key or token that is neither. */
export function showsNothingKnown(headers: Headers, tokens: Pick<EmbedTokens, 'isOurs'>): boolean {
  const shown = headers.get('Authorization');
  return bearerOf(shown) !== null && apiKeyIn(shown) === null && !tokens.isOurs(headers);
}

export function requireSameOrigin(
  options: HttpOptions,
  tokens: Pick<EmbedTokens, 'isOurs'>,
): MiddlewareHandler<RouteEnv> {
  const allowed = [new URL(options.baseUrl).origin, ...(options.trustedOrigins ?? [])];
  return async (context, next) => {
    const request = {
      method: context.req.method,
      fetchSite: context.req.header('Sec-Fetch-Site') ?? null,
      origin: context.req.header('Origin') ?? null,
    };
    const authorization = context.req.header('Authorization') ?? null;
    const embedded = { ...request, path: context.req.path, authorization };
    // A request with a key is judged by the key alone; no page can make a browser send one it does not hold.
    const isFine =
      apiKeyIn(authorization) !== null ||
      isSameOrigin(request, allowed) ||
      isEmbedded(embedded, options.embedOrigins ?? []);
    if (!isFine) {
      // A program with a key that was cut off comes from no site, and would look for the fault in the wrong place.
      if (showsNothingKnown(context.req.raw.headers, tokens)) throw keyInvalid();
      throw new AppError('cross_origin', 'This request came from another site.');
    }
    await next();
  };
}

/**
 * Resolves who asks afresh: a service account by its key, on the routes its scopes open and no other, else the session's
 * person; a disabled or unknown one is not signed in. Routes that are for people take `person`, the few others `actor`.
 */
export function requireActor(
  deps: Pick<HttpDeps, 'accounts' | 'directory' | 'serviceAccounts'>,
): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const key = apiKeyIn(context.req.header('Authorization'));
    if (key !== null) {
      const { method, path } = context.req;
      const access = keyAccess(method, path);
      const account = await accountOf(deps, key, access);
      if (access === 'closed') throw closedToKeys(context);
      context.set('actor', account);
      await next();
      return;
    }
    const userId = await deps.accounts.session(context.req.raw.headers);
    const actor = userId === null ? null : await deps.directory.user(userId);
    if (actor?.kind !== 'user') throw new AppError('not_signed_in', 'You are not signed in.');
    context.set('person', actor);
    context.set('actor', actor);
    await next();
  };
}

/** What is for people is refused, and what is not there is not there: guards and what answers the rest stand for all methods. */
function closedToKeys(context: Context<RouteEnv>): AppError {
  const isThere = matchedRoutes(context).some(
    ({ method, path }) => method !== 'ALL' && path !== '/*',
  );
  return isThere
    ? new AppError('not_permitted', 'A service account cannot do this. It is for people.')
    : new AppError('not_found', 'There is nothing at this address.');
}

/** The account of a key, when it may ask for this or nobody with a key may. */
async function accountOf(
  { serviceAccounts }: Pick<HttpDeps, 'serviceAccounts'>,
  key: string,
  access: ReturnType<typeof keyAccess>,
): Promise<ServiceActor> {
  const account = await serviceAccounts.actorOf(key);
  if (account === null) throw keyInvalid();
  if (access !== 'any' && access !== 'closed' && !account.scopes.includes(access)) {
    throw new AppError(
      'scope_missing',
      `This takes the scope ${access}, which the account does not hold.`,
      {
        data: { scope: access },
      },
    );
  }
  return account;
}
