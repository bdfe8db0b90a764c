import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { callKey, repeatVerdict, type DeniedCall } from './denied-calls.ts';

const denied = (key: string, reason: DeniedCall['reason'], repeats = 0) => ({
  key,
  reason,
  repeats,
});

it('DEC-07 the identical call is refused once and ends the run the second time; argument order does not matter', () => {
  expect(callKey('t', { a: 1, b: 2 })).toBe(callKey('t', { b: 2, a: 1 }));
  expect(repeatVerdict('x', [])).toBe('new');
  expect(repeatVerdict('x', [denied('x', 'skip')])).toBe('refuse');
  expect(repeatVerdict('x', [denied('x', null, 1)])).toBe('end_run');
  expect(repeatVerdict('y', [denied('x', 'skip')])).toBe('new');
});

it('DEC-07 what was declined for another variant counts only while it is the variant declined last', () => {
  expect(repeatVerdict('x', [denied('x', 'variant')])).toBe('refuse');
  expect(repeatVerdict('x', [denied('x', 'variant'), denied('y', 'variant')])).toBe('new');
  expect(repeatVerdict('x', [denied('x', 'keep'), denied('y', 'variant')])).toBe('refuse');
});

it('DEC-07 whatever was declined before, a call that was never declined is new, and one declined last never runs unasked', () => {
  const reason = fc.constantFrom('skip' as const, 'keep' as const, 'variant' as const, null);
  const call = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    reason,
    repeats: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 5 }), (before) => {
      expect(repeatVerdict('never', before)).toBe('new');
      const last = before.at(-1);
      if (last !== undefined) {
        expect(repeatVerdict(last.key, before)).toBe(last.repeats === 0 ? 'refuse' : 'end_run');
      }
      for (const { key, reason: why } of before) {
        // Skipped, kept or declined without a reason stays declined, whatever came after it.
        if (why !== 'variant') expect(repeatVerdict(key, before)).not.toBe('new');
      }
    }),
    propertyRuns('repeatVerdict'),
  );
});
