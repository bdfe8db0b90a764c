import { AppError } from '../base/index.ts';
import type { Scope } from '../contracts/index.ts';

/** What a service account may ask for with its key, and the scope each takes; `null` = any key will do. */
const OPEN_TO_KEYS: readonly (readonly [method: string, path: RegExp, scope: Scope | null])[] = [
  ['GET', /^\/api\/(openapi\.json|reference)$/, null],
  ['GET', /^\/api\/(runs|inbox)$/, 'agent:read'],
  ['GET', /^\/api\/runs\/[\w-]+(\/(events|inspection))?$/, 'agent:read'],
  ['POST', /^\/api\/runs$/, 'configuration:use'],
  ['POST', /^\/api\/runs\/[\w-]+\/(approve|deny|answer)$/, 'agent:approve'],
  ['POST', /^\/api\/runs\/[\w-]+\/cancel$/, 'agent:cancel'],
];

/** Which scope a request with a key takes. `closed`: no key opens it, whatever its scopes. */
export function keyAccess(method: string, path: string): Scope | 'any' | 'closed' {
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = OPEN_TO_KEYS.find(([of, pattern]) => of === asked && pattern.test(path));
  return found === undefined ? 'closed' : (found[2] ?? 'any');
}

/** A key or token that does not count, whatever it looks like. */
export function keyInvalid(): AppError {
  return new AppError(
    'key_invalid',
    'This key is not valid: unknown, cut off, revoked, expired, or switched off. It is shown as Authorization: Bearer vouch_…',
  );
}
