import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { fingerprintHolds, sourceFingerprint } from './fingerprint.ts';
import { rateLimitVerdict } from './rate-limit.ts';
import { syncLock } from './sync-lock.ts';

it('SYN-05 the fingerprint is sha256 over sorted lines of source, identifier and body', () => {
  const skills = [
    { identifier: 'b', bodyChecksum: 'bb' },
    { identifier: 'a', bodyChecksum: 'aa' },
  ];
  const expected = createHash('sha256').update('7:a:aa\n7:b:bb').digest('hex');
  expect(sourceFingerprint(7, skills)).toBe(expected);
  expect(sourceFingerprint(7, skills.toReversed())).toBe(expected);
  expect(sourceFingerprint(8, skills)).not.toBe(expected);
});

it('SYN-05 skill torture H: two trees never share a fingerprint, whatever their paths hold', () => {
  const bodies = { a: 'aa', b: 'bb' };
  const two = [
    { identifier: 'p/SKILL.md', bodyChecksum: bodies.a },
    { identifier: 'q/SKILL.md', bodyChecksum: bodies.b },
  ];
  const joined = 'p/SKILL.md:aa\n1:q/SKILL.md';
  const one = [{ identifier: joined, bodyChecksum: bodies.b }];
  expect(sourceFingerprint(1, one)).not.toBe(sourceFingerprint(1, two));

  // From few characters, so that one path often looks like another written down, or like several lines.
  const identifier = fc.oneof(
    fc.string({ unit: fc.constantFrom('p', ':', '\n', '"', '\\', 'n', '1'), maxLength: 6 }),
    fc.constant(joined),
    fc.constant(JSON.stringify(joined)),
    fc.constantFrom('p/SKILL.md', 'q/SKILL.md'),
  );
  const tree = fc.uniqueArray(
    fc.record({ identifier, bodyChecksum: fc.constantFrom('aa', 'bb') }),
    { selector: (skill) => skill.identifier, minLength: 1, maxLength: 3 },
  );
  const inOrder = (skills: readonly { identifier: string; bodyChecksum: string }[]) =>
    JSON.stringify(skills.map((skill) => [skill.identifier, skill.bodyChecksum]).sort());
  fc.assert(
    fc.property(tree, tree, (left, right) => {
      expect(sourceFingerprint(1, left) === sourceFingerprint(1, right)).toBe(
        inOrder(left) === inOrder(right),
      );
    }),
    { numRuns: 1_000 },
  );
});

it('SYN-05 a declared fingerprint holds for exactly itself, in any letter case, and never over nothing', () => {
  const computed = sourceFingerprint(1, []);
  expect(fingerprintHolds({ expected: null, computed, skillCount: 0 })).toBe(true);
  expect(fingerprintHolds({ expected: computed, computed, skillCount: 0 })).toBe(false);
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  fc.assert(
    fc.property(hex, hex, (expected, other) => {
      const holds = (text: string) =>
        fingerprintHolds({ expected: text, computed: expected, skillCount: 1 });
      expect(holds(expected.toUpperCase())).toBe(true);
      expect(holds(other)).toBe(other === expected);
      expect(holds(expected.slice(1))).toBe(false);
      expect(holds(`${expected}0`)).toBe(false);
    }),
  );
});

const NOW = Date.UTC(2026, 0, 1);

it.each([
  [200, { 'x-ratelimit-remaining': '0' }, false, null],
  [403, {}, false, null],
  [403, { 'x-ratelimit-remaining': '12' }, false, null],
  [404, { 'x-ratelimit-remaining': '0' }, false, null],
  [429, {}, true, null],
  [429, { 'retry-after': '60' }, true, NOW + 60_000],
  [403, { 'retry-after': '1' }, true, NOW + 1_000],
  [403, { 'retry-after': 'Thu, 01 Jan 2026 00:10:00 GMT' }, true, NOW + 600_000],
  [403, { 'retry-after': 'soon' }, true, null],
  [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767229200' }, true, 1767229200000],
  [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '' }, true, null],
])('SYN-06 status %i with %j: limited %s until %s', (...[status, headers, limited, resetAtMs]) => {
  const header = (name: string) => (headers as Record<string, string>)[name] ?? null;
  const verdict = rateLimitVerdict({ status, header, nowMs: NOW });
  expect(verdict).toEqual(limited ? { limited, resetAtMs } : { limited });
});

it.each([
  ['never_synced', null, 'free'],
  ['ok', NOW, 'free'],
  ['partial', NOW, 'free'],
  ['error', NOW, 'free'],
  ['syncing', null, 'stale'],
  ['syncing', NOW - 180_000, 'held'],
  ['syncing', NOW - 180_001, 'stale'],
  ['syncing', NOW + 180_000, 'held'],
  ['syncing', NOW + 180_001, 'stale'],
] as const)('SYN-06 %s with a heartbeat at %s is %s', (status, heartbeatAtMs, expected) => {
  expect(syncLock({ status, heartbeatAtMs, nowMs: NOW })).toBe(expected);
});
