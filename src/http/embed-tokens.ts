import { z } from 'zod';
import type { Accounts } from '../actors/index.ts';
import { AppError, type Clock, type Sealer } from '../base/index.ts';
import type { EmbedToken } from '../contracts/index.ts';
import {
  bearerOf,
  embedVerdict,
  expiryOf,
  sessionCookies,
  type EmbedGrant,
} from './embed-rules.ts';

const CONTEXT = 'embed.token';
const Grant = z.object({
  origin: z.string(),
  cookie: z.string(),
  userId: z.string(),
  allowedAtMs: z.number().int(),
  expiresAtMs: z.number().int(),
});

/** Tokens for chats in pages of other origins. */
export interface EmbedTokens {
  /**
   * A token for the session of these headers and one origin. Throws `embed_origin_unknown` for an origin that is not in the
   * settings, `not_signed_in` without a session.
   */
  issue(headers: Headers, origin: string): Promise<EmbedToken>;
  /** The same with a new time, of the request's token. Throws `not_signed_in` when that one does not count. */
  renew(headers: Headers): Promise<EmbedToken>;
  /** Who a request with a token is from; `null` when the token does not count. Cookies beside it are not looked at. */
  userOf(headers: Headers): Promise<string | null>;
  /** Whether the request's token was given out here, to whomever and however long ago. */
  isOurs(headers: Headers): boolean;
}

/**
 * A token is the session's cookie, its origin and its times, sealed with the installation's key: nothing is stored, any
 * process can read it, and it ends with its session, whatever ends that (signing out, a new password, being disabled).
 */
export function createEmbedTokens(
  deps: {
    readonly accounts: Pick<Accounts, 'session'>;
    readonly sealer: Sealer;
    readonly clock: Clock;
  },
  origins: readonly string[],
): EmbedTokens {
  const sealed = (grant: EmbedGrant): EmbedToken => ({
    token: deps.sealer.seal(JSON.stringify(grant), CONTEXT),
    expiresAtMs: grant.expiresAtMs,
  });

  const livingGrant = async (headers: Headers): Promise<EmbedGrant | null> => {
    const grant = read(deps.sealer, bearerOf(headers.get('authorization')));
    if (grant === null) return null;
    const origin = headers.get('origin');
    const verdict = embedVerdict(grant, { origin, nowMs: deps.clock.now(), allowed: origins });
    if (verdict !== 'good') return null;
    const userId = await deps.accounts.session(new Headers({ cookie: grant.cookie }));
    return userId === grant.userId ? grant : null;
  };

  return {
    issue: async (headers, origin) => {
      if (!origins.includes(origin)) {
        throw new AppError(
          'embed_origin_unknown',
          'Pages of this origin may not embed the assistant. The setting server.embedOrigins (VOUCH_EMBED_ORIGINS) names those that may.',
        );
      }
      const cookie = sessionCookies(headers.get('cookie'));
      const userId = cookie === '' ? null : await deps.accounts.session(new Headers({ cookie }));
      if (userId === null) throw new AppError('not_signed_in', 'You are not signed in.');
      const nowMs = deps.clock.now();
      const expiresAtMs = expiryOf(nowMs, nowMs);
      return sealed({ origin, cookie, userId, allowedAtMs: nowMs, expiresAtMs });
    },
    renew: async (headers) => {
      const grant = await livingGrant(headers);
      if (grant === null) throw new AppError('not_signed_in', 'You are not signed in.');
      return sealed({ ...grant, expiresAtMs: expiryOf(grant.allowedAtMs, deps.clock.now()) });
    },
    userOf: async (headers) => (await livingGrant(headers))?.userId ?? null,
    isOurs: (headers) => read(deps.sealer, bearerOf(headers.get('authorization'))) !== null,
  };
}

/** Sessions by cookie or by token; a request that shows a token is judged by it alone. */
export function withEmbedTokens(accounts: Accounts, tokens: EmbedTokens): Accounts {
  return {
    ...accounts,
    session: (headers) =>
      bearerOf(headers.get('authorization')) === null
        ? accounts.session(headers)
        : tokens.userOf(headers),
  };
}

function read(sealer: Sealer, token: string | null): EmbedGrant | null {
  if (token === null) return null;
  try {
    const grant = Grant.safeParse(JSON.parse(sealer.open(token, CONTEXT)));
    return grant.success ? grant.data : null;
  } catch {
    return null; // not ours, of another key, or altered
  }
}
