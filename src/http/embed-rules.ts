/** What an embedded chat may ask for: its own work, nothing of administration, runs or tasks. */
const EMBEDDED: readonly (readonly [methods: string, path: RegExp])[] = [
  ['GET', /^\/api\/me$/],
  ['GET', /^\/api\/pages\/\d+(\/(history|link|open-points))?$/],
  ['GET', /^\/api\/open-points$/],
  ['GET', /^\/api\/catalogue$/],
  ['GET POST', /^\/api\/conversations$/],
  ['GET POST PUT DELETE', /^\/api\/conversations\/[\w-]+(\/[a-z-]+(\/[\w-]+)?)?$/],
  ['POST', /^\/api\/history\/[\w-]+\/undo$/],
  ['POST', /^\/api\/embed\/tokens\/renewal$/],
];

/** Whether an embedded chat may make this request. `OPTIONS` is never asked about: it changes and tells nothing. */
export function isEmbeddable(method: string, path: string): boolean {
  const asked = method === 'HEAD' ? 'GET' : method;
  return EMBEDDED.some(
    ([methods, pattern]) => methods.split(' ').includes(asked) && pattern.test(path),
  );
}

/** What a token stands for. Nobody but the server reads it. */
export interface EmbedGrant {
  /** The origin whose pages may show it. */
  readonly origin: string;
  /** The session it stands for, as its browser's cookie says it. */
  readonly cookie: string;
  /** Who allowed it; a session never changes hands. */
  readonly userId: string;
  /** When the person allowed it; renewals leave it as it is. Integer ms. */
  readonly allowedAtMs: number;
  readonly expiresAtMs: number;
}

/** How long a token is good for, in ms. */
export const TOKEN_MS = 15 * 60 * 1_000;
/** How long after the person's word it can be renewed, in ms. */
export const ALLOWED_MS = 12 * 60 * 60 * 1_000;

/** Until when a token issued now is good: never past what the person allowed. */
export function expiryOf(allowedAtMs: number, nowMs: number): number {
  return Math.min(nowMs + TOKEN_MS, allowedAtMs + ALLOWED_MS);
}

export type EmbedVerdict = 'good' | 'expired' | 'other_origin' | 'origin_withdrawn';

/**
 * Whether a grant counts for a request: from the origin it was given to, which must still be one that may embed, and not
 * past its time. Whether its session lives is asked afterwards.
 */
export function embedVerdict(
  grant: Pick<EmbedGrant, 'origin' | 'allowedAtMs' | 'expiresAtMs'>,
  asked: {
    readonly origin: string | null;
    readonly nowMs: number;
    readonly allowed: readonly string[];
  },
): EmbedVerdict {
  if (asked.origin !== grant.origin) return 'other_origin';
  if (!asked.allowed.includes(grant.origin)) return 'origin_withdrawn';
  const last = Math.min(grant.expiresAtMs, grant.allowedAtMs + ALLOWED_MS);
  return asked.nowMs < last ? 'good' : 'expired';
}

/**
 * The key or token an `Authorization` header shows, as it stands there; `null` = it shows none. A key without its scheme, or
 * with another, is one too: it does not count, and whoever shows it learns why.
 */
export function bearerOf(authorization: string | null | undefined): string | null {
  const shown = (authorization ?? '').trim();
  if (/\bvouch_/.test(shown) && !/^bearer /i.test(shown)) return shown;
  return /^bearer(?: +(.*))?$/i.exec(shown)?.slice(1).join('') ?? null;
}

/** Of a `Cookie` header what the session lives by; other cookies of the host are none of a token's business. */
export function sessionCookies(header: string | null): string {
  return (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => /^(__Secure-)?vouch\./.test(cookie))
    .join('; ');
}
