import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ALLOWED_MS,
  bearerOf,
  embedVerdict,
  expiryOf,
  isEmbeddable,
  sessionCookies,
  TOKEN_MS,
} from './embed-rules.ts';

const origins = fc.constantFrom(
  'https://a.example',
  'https://b.example',
  'http://a.example',
  'null',
);

it('SEC-02 a token counts only from its own origin, while that may embed, and within both of its times', () => {
  fc.assert(
    fc.property(
      fc.record({
        origin: origins,
        from: fc.option(origins),
        allowed: fc.array(origins),
        renewedAtMs: fc.nat(ALLOWED_MS * 2),
        nowMs: fc.nat(ALLOWED_MS * 2),
      }),
      ({ origin, from, allowed, renewedAtMs, nowMs }) => {
        const grant = { origin, allowedAtMs: 0, expiresAtMs: expiryOf(0, renewedAtMs) };
        const isGood = embedVerdict(grant, { origin: from, nowMs, allowed }) === 'good';
        expect(isGood).toBe(
          from === origin &&
            allowed.includes(origin) &&
            nowMs < renewedAtMs + TOKEN_MS &&
            nowMs < ALLOWED_MS,
        );
      },
    ),
  );
});

it.each([
  ['GET', '/api/me', true],
  ['GET', '/api/pages/7/link', true],
  ['POST', '/api/pages/7', false],
  ['POST', '/api/conversations/abc/decision', true],
  ['GET', '/api/conversations/abc/stream', true],
  ['DELETE', '/api/conversations/abc/attachments/def', true],
  ['POST', '/api/embed/tokens/renewal', true],
  ['POST', '/api/embed/tokens', false],
  ['POST', '/api/skills/1/approve', false],
  ['GET', '/api/runs', false],
  ['GET', '/preview/7', false],
  ['POST', '/api/auth/change-password', false],
  ['GET', '/api/conversations/../skills', false],
])('SEC-02 a token for %s %s: %s', (method, path, expected) => {
  expect(isEmbeddable(method, path)).toBe(expected);
});

it('reads a bearer header, and a key wherever it stands', () => {
  expect(bearerOf('Bearer abc.def')).toBe('abc.def');
  expect(bearerOf('Bearer abc def ')).toBe('abc def');
  expect(bearerOf('bearer ')).toBe('');
  expect(bearerOf('vouch_0123')).toBe('vouch_0123');
  expect(bearerOf('Token vouch_0123')).toBe('Token vouch_0123');
  expect(bearerOf('Bearers abc')).toBeNull();
  expect(bearerOf('Basic abc')).toBeNull();
  expect(bearerOf(null)).toBeNull();
});

it('takes only the session’s cookies into a token', () => {
  expect(
    sessionCookies('a=1; vouch.session_token=x.y; __Secure-vouch.session_token=z; evil=vouch.'),
  ).toBe('vouch.session_token=x.y; __Secure-vouch.session_token=z');
  expect(sessionCookies(null)).toBe('');
});
