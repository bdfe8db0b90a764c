import { expect, it } from 'vitest';
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
