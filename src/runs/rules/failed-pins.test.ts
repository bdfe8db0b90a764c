import { expect, it } from 'vitest';
import type { Pin } from '../../skills/index.ts';
import { failedPins, stopNotices, stopSentence, stopTermination } from './failed-pins.ts';

const pin = (name: string, process = false): Pin => ({
  skillUid: 7,
  sourceUid: 1,
  digest: '2:x',
  process,
  name,
});
const P = pin('Tour', true);
const A = pin('Style');

it('PIN-03, PRC-06 all failing pins are found at once; four-eyes fails the process pin alone', () => {
  const verdictOf = (one: Pin) => (one === A ? ('revoked' as const) : ('holds' as const));
  expect(failedPins([P, A], { verdictOf, requireSecondApprover: false })).toEqual([
    { pin: A, reason: 'revoked' },
  ]);
  expect(failedPins([P, A], { verdictOf, requireSecondApprover: true })).toEqual([
    { pin: P, reason: 'four_eyes' },
    { pin: A, reason: 'revoked' },
  ]);
  expect(failedPins([P, A], { verdictOf: () => 'holds', requireSecondApprover: false })).toEqual(
    [],
  );
});

it('PRC-06 a stop is a four-eyes stop only when nothing else failed', () => {
  expect(stopTermination([{ pin: P, reason: 'four_eyes' }])).toBe('four_eyes_blocked');
  expect(
    stopTermination([
      { pin: P, reason: 'four_eyes' },
      { pin: A, reason: 'revoked' },
    ]),
  ).toBe('pin_failed');
  expect(stopTermination([])).toBe('pin_failed');
});

it('PIN-03 the sentence names every skill and reason', () => {
  const text = stopSentence(
    [
      { pin: P, reason: 'four_eyes' },
      { pin: A, reason: 'below_threshold' },
    ],
    true,
  );
  expect(text).toMatch(
    /"Tour" \(skill 7\).*second approver.*"Style".*trust level.*was deleted, or you may no longer read it/,
  );
});

it('PIN-03, CHT-05 a screen is told every skill and reason apart from the sentence', () => {
  expect(stopNotices([{ pin: A, reason: 'revoked' }], true)).toEqual([
    { code: 'pin_failed', data: { skillUid: 7, name: 'Style', reason: 'revoked' } },
    { code: 'subject_gone', data: {} },
  ]);
  expect(stopNotices([{ pin: A, reason: 'revoked', because: 'Too eager.' }], false)).toEqual([
    {
      code: 'pin_failed',
      data: { skillUid: 7, name: 'Style', reason: 'revoked', because: 'Too eager.' },
    },
  ]);
  expect(stopNotices([], false)).toEqual([]);
});
