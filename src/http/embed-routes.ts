import { Hono, type MiddlewareHandler } from 'hono';
import { apiKeyIn } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import { CreateEmbedToken } from '../contracts/index.ts';
import { IDEMPOTENCY_HEADER } from './carry-out-once.ts';
import { bearerOf, isEmbeddable } from './embed-rules.ts';
import type { EmbedTokens } from './embed-tokens.ts';
import { showsNothingKnown } from './guards.ts';
import { keyInvalid } from './key-rules.ts';
import { readBody } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';
import { answerFile, readInside } from './static-routes.ts';

/** How long a browser remembers that a request is allowed, in seconds. */
const PREFLIGHT_S = 600;

/**
 * Lets pages of these origins ask for what an embedded chat needs, and read the answers. Never with cookies: who asks says
 * the token alone, so a page can do nothing with a session it was not given (SEC-02).
 */
export function embedCors(origins: readonly string[]): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const origin = context.req.header('Origin') ?? '';
    const { method, path } = context.req;
    const asked =
      method === 'OPTIONS' ? (context.req.header('Access-Control-Request-Method') ?? '') : method;
    if (!origins.includes(origin) || !isEmbeddable(asked, path)) return next();
    if (method === 'OPTIONS') {
      return context.body(null, 204, {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
        'Access-Control-Allow-Headers': `Authorization, Content-Type, ${IDEMPOTENCY_HEADER}`,
        'Access-Control-Max-Age': String(PREFLIGHT_S),
        Vary: 'Origin',
      });
    }
    await next();
    context.res.headers.set('Access-Control-Allow-Origin', origin);
    context.res.headers.append('Vary', 'Origin');
    return undefined;
  };
}

/**
 * A token opens what the chat needs and nothing else, whatever the person may do; what is neither a token nor a key opens
 * nothing.
 */
export function embedScope(tokens: Pick<EmbedTokens, 'isOurs'>): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const { method, path, raw } = context.req;
    if (showsNothingKnown(raw.headers, tokens)) throw keyInvalid();
    const shown = context.req.header('Authorization');
    if (apiKeyIn(shown) === null && bearerOf(shown) !== null && !isEmbeddable(method, path)) {
      throw new AppError('not_permitted', 'A token of an embedded chat does not open this.');
    }
    await next();
  };
}

/** Tokens for chats in pages of other origins. */
export function embedTokenRoutes(tokens: EmbedTokens): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  routes.post('/embed/tokens', async (context) => {
    const { origin } = await readBody(context, CreateEmbedToken);
    return context.json(await tokens.issue(context.req.raw.headers, origin), 201);
  });
  routes.post('/embed/tokens/renewal', async (context) =>
    context.json(await tokens.renew(context.req.raw.headers)),
  );
  return routes;
}

/**
 * The sign-in window of an origin that is not named: refused before anybody signs in, to whoever sets the element up. Which
 * origins are named is nobody's business here.
 */
export function embedWindow(origins: readonly string[]): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const origin = context.req.query('origin') ?? '';
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin || origins.includes(origin)) return next();
    return context.text(
      [
        `Pages of ${origin} may not embed the assistant.`,
        `The operator names those that may with the setting server.embedOrigins (VOUCH_EMBED_ORIGINS): add ${origin} to it and start the server anew.`,
        '',
        `Seiten von ${origin} dürfen den Assistenten nicht einbetten.`,
        `Welche es dürfen, sagt der Betrieb mit der Einstellung server.embedOrigins (VOUCH_EMBED_ORIGINS): ${origin} ist dort zu ergänzen und der Server neu zu starten.`,
        '',
      ].join('\n'),
      403,
    );
  };
}

/** The element for other pages: public files that any page may load. They hold no word of any site. */
export function embedFileRoutes(embedRoot: string): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  for (const path of ['/embed/vouch-chat.js', '/embed/assets/*']) {
    routes.get(path, async (context) => {
      const below = context.req.path.slice('/embed'.length);
      const file = await readInside(embedRoot, below);
      if (file === null) throw new AppError('not_found', 'There is nothing at this address.');
      context.header('Access-Control-Allow-Origin', '*');
      context.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return answerFile(context, below, file);
    });
  }
  return routes;
}
