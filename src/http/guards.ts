import type { MiddlewareHandler } from 'hono';
import { AppError } from '../base/index.ts';
import { bearerOf, isEmbeddable } from './embed-rules.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
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

export function requireSameOrigin(options: HttpOptions): MiddlewareHandler<RouteEnv> {
  const allowed = [new URL(options.baseUrl).origin, ...(options.trustedOrigins ?? [])];
  return async (context, next) => {
    const request = {
      method: context.req.method,
      fetchSite: context.req.header('Sec-Fetch-Site') ?? null,
      origin: context.req.header('Origin') ?? null,
    };
    const authorization = context.req.header('Authorization') ?? null;
    const embedded = { ...request, path: context.req.path, authorization };
    if (!isSameOrigin(request, allowed) && !isEmbedded(embedded, options.embedOrigins ?? [])) {
      throw new AppError('cross_origin', 'This request came from another site.');
    }
    await next();
  };
}

/** Resolves the session's person afresh; a disabled or unknown one is not signed in. */
export function requirePerson(
  deps: Pick<HttpDeps, 'accounts' | 'directory'>,
): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const userId = await deps.accounts.session(context.req.raw.headers);
    const actor = userId === null ? null : await deps.directory.user(userId);
    if (actor?.kind !== 'user') throw new AppError('not_signed_in', 'You are not signed in.');
    context.set('person', actor);
    await next();
  };
}
