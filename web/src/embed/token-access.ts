import { EmbedToken } from '../../../src/contracts/index.ts';
import type { ServerAccess } from '../lib/server-access.ts';
import { FetchedEvents } from './fetched-events.ts';

/** A token is renewed when it has less than this left, in ms. */
const RENEW_BEFORE_MS = 5 * 60 * 1_000;

export interface TokenAccess extends ServerAccess {
  readonly take: (token: EmbedToken) => void;
}

/**
 * Reaches a server of another origin with a token. The token lives in this closure alone: no storage, no attribute. No cookie
 * goes along. A refused token is forgotten and `onLost` called, once.
 */
export function createTokenAccess(options: {
  readonly server: string;
  readonly onLost: () => void;
  readonly fetch?: (address: URL, init: RequestInit) => Promise<Response>;
  readonly now?: () => number;
}): TokenAccess {
  const {
    server,
    onLost,
    fetch: send = (input: URL, init: RequestInit) => globalThis.fetch(input, init),
  } = options;
  const { now = Date.now } = options;
  let held: EmbedToken | null = null;
  let renewing: Promise<void> | null = null;

  const withToken = (path: string, token: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return send(new URL(path, server), { ...init, headers, credentials: 'omit', mode: 'cors' });
  };

  const renew = async (old: EmbedToken) => {
    const init = { method: 'POST' };
    const response = await withToken('/api/embed/tokens/renewal', old.token, init);
    if (!response.ok) return; // the request that follows is refused and says so
    const next = EmbedToken.safeParse(await response.json());
    if (next.success && held === old) held = next.data;
  };

  const currentToken = async (): Promise<string> => {
    if (held !== null && held.expiresAtMs - now() < RENEW_BEFORE_MS) {
      renewing ??= renew(held)
        .catch(() => undefined) // no answer: the request that follows finds out by itself
        .finally(() => {
          renewing = null;
        });
      await renewing;
    }
    return held?.token ?? '';
  };

  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const token = await currentToken();
    const response = await withToken(path, token, init);
    if (response.status === 401 && held?.token === token) {
      held = null;
      onLost();
    }
    return response;
  };

  return {
    isOwnOrigin: false,
    fetch: (input, init) => ask(input instanceof Request ? input.url : input.toString(), init),
    openEvents: (path) => new FetchedEvents((signal) => ask(path, { signal })),
    take: (token) => {
      held = token;
    },
  };
}
