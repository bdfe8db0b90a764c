import { sha256Hex } from '../base/index.ts';

/** Every key begins with it, so that one is recognised wherever it turns up. */
const MARK = 'vouch_';
/** Characters of a key that are kept in clear and shown. */
const SHOWN = MARK.length + 8;
const KEY = /^vouch_[0-9a-f]{64}$/;

/** How many random bytes a key holds. */
export const KEY_BYTES = 32;

/** A key of these random characters, how it begins, and what is kept of it. A key is random: a plain hash gives it no away. */
export function apiKeyOf(secret: string): { key: string; prefix: string; hash: string } {
  const key = `${MARK}${secret}`;
  return { key, prefix: key.slice(0, SHOWN), hash: sha256Hex(key) };
}

/** The key of an `Authorization: Bearer …` header; `null` = the header is missing or about something else. */
export function apiKeyIn(authorization: string | null | undefined): string | null {
  const shown = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? '';
  return shown.startsWith(MARK) ? shown : null;
}

/** What is looked up for a key that was shown; `null` for what can be none. */
export function apiKeyHash(key: string): string | null {
  return KEY.test(key) ? sha256Hex(key) : null;
}

/** Whether a key is still good. */
export function apiKeyState(
  key: { readonly expiresAtMs: number | null; readonly revokedAtMs: number | null },
  nowMs: number,
): 'good' | 'expired' | 'revoked' {
  if (key.revokedAtMs !== null) return 'revoked';
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs ? 'expired' : 'good';
}
