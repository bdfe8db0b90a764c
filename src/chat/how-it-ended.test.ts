import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DenialReason } from '../contracts/index.ts';
import { RunOutcome } from '../contracts/index.ts';
import type { ReturnedApproval, RunStep } from '../runs/index.ts';
import { howItEnded, seenCalls, type AnsweredCard, type Ended } from './how-it-ended.ts';

const TOOL: RunStep = { kind: 'tool', tool: 'update', callId: 'c', isError: false };
const UNKNOWN: RunStep = { ...TOOL, isError: true, effectUnknown: true };
const WRITE: RunStep = {
  kind: 'write',
  target: { table: 'pages', uid: 1 },
  completeness: 'complete',
  hookFailedAfterWrite: false,
  historyId: 'h1',
};
const RESULT: Extract<ReturnedApproval, { kind: 'result' }> = {
  kind: 'result',
  outcome: 'completed',
  termination: 'completed',
  steps: [TOOL, WRITE],
  resuspended: false,
  effectStamped: true,
  takenOver: false,
};
const APPROVED: AnsweredCard = { isProcessWrite: true, approved: true, reason: null };
const deny = (reason: DenialReason | null): AnsweredCard => ({
  isProcessWrite: true,
  approved: false,
  reason,
});
const DENIED = { ...RESULT, steps: [{ ...TOOL, isError: true }], effectStamped: false } as const;

it.each<[string, Partial<typeof RESULT>, Ended]>([
  ['complete', {}, 'applied'],
  ['complete, run failed after', { outcome: 'failed', termination: 'provider_failed' }, 'applied'],
  ['hook flag', { steps: [TOOL, { ...WRITE, hookFailedAfterWrite: true }] }, 'check'],
  ['completeness not stated', { steps: [TOOL, { ...WRITE, completeness: null }] }, 'check'],
  ['partial', { steps: [TOOL, { ...WRITE, completeness: 'partial' }] }, 'not_applied'],
  ['no write step, lease lost', { steps: [TOOL], outcome: 'lease_lost' }, 'check'],
  ['no write step, remote', { steps: [TOOL] }, 'not_applied'],
  ['error', { steps: [{ ...TOOL, isError: true }] }, 'not_applied'],
  ['error, what it did is not known', { steps: [UNKNOWN] }, 'check'],
  [
    'pin stop before the call',
    { steps: [], outcome: 'failed', termination: 'pin_failed', effectStamped: false },
    'withdrawn',
  ],
  ['re-suspended', { steps: [], outcome: 'awaiting_approval', resuspended: true }, 'undecided'],
  ['another worker took it over', { takenOver: true }, 'check'],
])('WRT-06 an approved process write reads: %s', (_case, change, ended) => {
  expect(howItEnded(APPROVED, { ...RESULT, ...change })).toBe(ended);
});

it('WRT-06 an approval of which nothing came back is to be checked; one never handed over is withdrawn', () => {
  expect(howItEnded(APPROVED, { kind: 'noAnswer' })).toBe('check');
  expect(howItEnded(APPROVED, { kind: 'neverDecided' })).toBe('withdrawn');
  expect(howItEnded(APPROVED, { kind: 'refused', runTerminal: true })).toBe('withdrawn');
  expect(howItEnded(APPROVED, { kind: 'refused', runTerminal: false })).toBe('undecided');
});

it('CHT-05 an accepted denial ends as its reason', () => {
  expect(howItEnded(deny('variant'), DENIED)).toBe('variant');
  expect(howItEnded(deny('skip'), DENIED)).toBe('skipped');
  expect(howItEnded(deny('keep'), DENIED)).toBe('kept');
  expect(howItEnded(deny(null), DENIED)).toBe('denied');
});

it('OPN-02 a denial whose run did not go on ends as withdrawn, whatever its reason', () => {
  for (const outcome of ['failed', 'cancelled', 'suspend_failed', 'guardrail_blocked'] as const) {
    expect(howItEnded(deny('skip'), { ...DENIED, outcome })).toBe('withdrawn');
  }
  expect(howItEnded(deny('skip'), { kind: 'noAnswer' })).toBe('denied');
  expect(howItEnded(deny('skip'), { ...DENIED, takenOver: true })).toBe('denied');
});

it('CHT-05 a plain card ends as approved or denied', () => {
  const plain = { ...APPROVED, isProcessWrite: false };
  expect(howItEnded(plain, RESULT)).toBe('approved');
  expect(howItEnded(plain, { kind: 'noAnswer' })).toBe('check');
  expect(howItEnded({ ...plain, approved: false }, DENIED)).toBe('denied');
});

it('WRT-10 a plain card is to be checked as soon as of one of its calls it is not known what it did', () => {
  const plain = { ...APPROVED, isProcessWrite: false };
  const steps = [TOOL, WRITE, UNKNOWN];
  expect(howItEnded({ ...plain, callCount: 2 }, { ...RESULT, steps })).toBe('check');
  // A later call is not of this card.
  expect(howItEnded({ ...plain, callCount: 1 }, { ...RESULT, steps })).toBe('approved');
  expect(howItEnded(plain, { ...RESULT, steps })).toBe('check');
});

it('OPN-02, OPN-03 never applied without a complete write, never skipped without a run that went on', () => {
  const steps = fc.array(
    fc.constantFrom<RunStep>(TOOL, { ...TOOL, isError: true }, WRITE, {
      ...WRITE,
      completeness: null,
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom(...RunOutcome.options),
      fc.boolean(),
      (given, outcome, takenOver) => {
        const returned = { ...RESULT, steps: given, outcome, takenOver };
        const seen = seenCalls(given, 1);
        if (howItEnded(APPROVED, returned) === 'applied') {
          expect(seen).toEqual({ historyId: 'h1', carriedOut: 'wholly' });
          expect(takenOver).toBe(false);
        }
        if (howItEnded(deny('skip'), returned) === 'skipped') {
          expect(['completed', 'awaiting_approval', 'awaiting_input', 'requeued']).toContain(
            outcome,
          );
        }
      },
    ),
  );
});

const FAILED: RunStep = { ...TOOL, isError: true };
const PART: RunStep = { ...WRITE, completeness: 'partial' };
const OTHER: RunStep = { ...WRITE, historyId: 'h2' };

it.each<[string, { steps: readonly RunStep[]; callCount: number }, ReturnType<typeof seenCalls>]>([
  ['one', of(1, TOOL, WRITE), { historyId: 'h1', carriedOut: 'wholly' }],
  ['not a later one', of(1, TOOL, TOOL, OTHER), { historyId: null, carriedOut: 'wholly' }],
  ['a part of one', of(1, TOOL, PART), { historyId: 'h1', carriedOut: 'partly' }],
  ['an error', of(1, FAILED, TOOL, OTHER), { historyId: null, carriedOut: 'not' }],
  ['two', of(2, TOOL, WRITE, TOOL, OTHER), { historyId: null, carriedOut: 'wholly' }],
  ['the first of two', of(2, TOOL, WRITE, FAILED), { historyId: 'h1', carriedOut: 'partly' }],
  ['the second of two', of(2, FAILED, TOOL, OTHER), { historyId: 'h2', carriedOut: 'partly' }],
  ['two, ended after one', of(2, TOOL, WRITE), { historyId: 'h1', carriedOut: 'partly' }],
  ['neither', of(2, FAILED, FAILED, TOOL, OTHER), { historyId: null, carriedOut: 'not' }],
  ['nothing', of(1), { historyId: null, carriedOut: null }],
  ['one, not known', of(1, UNKNOWN), { historyId: null, carriedOut: null }],
  ['two, one not known', of(2, TOOL, WRITE, UNKNOWN), { historyId: null, carriedOut: null }],
])(
  'CHT-05 what was seen of the decided calls, and what takes all of it back: %s',
  (_case, { steps, callCount }, seen) => {
    expect(seenCalls(steps, callCount)).toEqual(seen);
  },
);

function of(callCount: number, ...steps: readonly RunStep[]) {
  return { steps, callCount };
}
