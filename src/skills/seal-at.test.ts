import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealAt } from './seal-at.ts';

const row = (id: number, event: 'approved' | 'revoked' | 'edited', sourceUid = 1) => ({
  id,
  event: event as 'approved',
  sourceUid,
  skillUid: 1,
  digest: '1:a',
});

it('APR-06 a row shows the seal of its time, whatever was decided later', () => {
  const rows = [row(1, 'edited'), row(2, 'approved'), row(3, 'revoked'), row(4, 'approved')];
  expect(rows.map((one) => sealAt(one, rows))).toEqual([
    'not_approved',
    'approved',
    'revoked',
    'approved',
  ]);
  // An approval counts in its source, a revocation everywhere.
  expect(sealAt(row(5, 'edited', 2), [row(2, 'approved')])).toBe('not_approved');
  expect(sealAt(row(5, 'edited', 2), rows)).toBe('revoked');
  expect(sealAt({ ...row(5, 'edited'), digest: '1:b' }, rows)).toBe('not_approved');
  expect(sealAt({ ...row(5, 'edited'), digest: null }, rows)).toBeNull();
});

it('APR-06 later rows never change what an earlier row shows (property)', () => {
  const event = fc.constantFrom('approved', 'revoked', 'edited');
  fc.assert(
    fc.property(fc.array(event, { minLength: 1 }), fc.array(event), (before, after) => {
      const early = before.map((name, index) => row(index + 1, name));
      const late = after.map((name, index) => row(before.length + index + 1, name));
      for (const one of early) {
        expect(sealAt(one, [...late, ...early])).toBe(sealAt(one, early));
      }
    }),
  );
});
