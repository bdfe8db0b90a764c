import { describe, expect, it } from 'vitest';
import { readOutcome, type ReturnedApproval } from './read-outcome.ts';

type Result = Extract<ReturnedApproval, { kind: 'result' }>;

const TOOL = { kind: 'tool', tool: 'update_page_metadata', callId: 'c1', isError: false } as const;
const FAILED = { ...TOOL, isError: true } as const;
const UNKNOWN = { ...FAILED, effectUnknown: true } as const;
const LATER = { ...TOOL, callId: 'c2' } as const;
const write = (completeness: 'complete' | 'partial' | null, hookFailedAfterWrite = false) =>
  ({
    kind: 'write',
    target: { table: 'pages', uid: 1 },
    completeness,
    hookFailedAfterWrite,
    historyId: null,
  }) as const;
const result = (more: Partial<Result>): Result => ({
  kind: 'result',
  outcome: 'completed',
  termination: 'completed',
  steps: [],
  resuspended: false,
  effectStamped: false,
  takenOver: false,
  ...more,
});

describe('reading an approval', () => {
  it.each<[string, ReturnedApproval, string]>([
    ['complete, completed', result({ steps: [TOOL, write('complete')] }), 'applied'],
    [
      'complete, next card',
      result({ outcome: 'awaiting_approval', steps: [TOOL, write('complete')] }),
      'applied',
    ],
    [
      'complete, the run failed afterwards',
      result({ outcome: 'failed', steps: [TOOL, write('complete')] }),
      'applied',
    ],
    ['complete, hook flag', result({ steps: [TOOL, write('complete', true)] }), 'check'],
    ['partial, hook flag', result({ steps: [TOOL, write('partial', true)] }), 'check'],
    ['not stated', result({ steps: [TOOL, write(null)] }), 'check'],
    ['partial', result({ outcome: 'failed', steps: [TOOL, write('partial')] }), 'not_applied'],
    ['no write step, failed', result({ outcome: 'failed', steps: [TOOL] }), 'check'],
    ['no write step, cancelled', result({ outcome: 'cancelled', steps: [TOOL] }), 'check'],
    ['no write step, lease lost', result({ outcome: 'lease_lost', steps: [TOOL] }), 'check'],
    ['no write step, requeued', result({ outcome: 'requeued', steps: [TOOL] }), 'check'],
    ['no write step, remote, completed', result({ steps: [TOOL] }), 'not_applied'],
    [
      'no write step, remote, waiting again',
      result({ outcome: 'awaiting_input', steps: [TOOL] }),
      'not_applied',
    ],
    [
      'error, with a write step and flag',
      result({ steps: [FAILED, write('complete', true)] }),
      'not_applied',
    ],
    ['error, what it did is not known', result({ steps: [UNKNOWN] }), 'check'],
    [
      'error, what it did is not known, cancelled',
      result({ outcome: 'cancelled', termination: 'cancelled', steps: [UNKNOWN] }),
      'check',
    ],
    [
      'error, what a later call did is not known',
      result({ steps: [FAILED, { ...LATER, isError: true, effectUnknown: true }] }),
      'not_applied',
    ],
    [
      "another call's write step is not this call's",
      result({ steps: [TOOL, LATER, write('complete')] }),
      'not_applied',
    ],
    [
      'a model step between',
      result({ steps: [TOOL, { kind: 'llm', text: '' }, write('complete')] }),
      'applied',
    ],
    ['pin stop', result({ outcome: 'failed', termination: 'pin_failed' }), 'withdrawn'],
    [
      'four-eyes stop',
      result({ outcome: 'failed', termination: 'four_eyes_blocked' }),
      'withdrawn',
    ],
    [
      'cancelled before the call',
      result({ outcome: 'cancelled', termination: 'cancelled' }),
      'withdrawn',
    ],
    [
      'cancelled after the stamp',
      result({ outcome: 'cancelled', termination: 'cancelled', effectStamped: true }),
      'check',
    ],
    ['failed without a step', result({ outcome: 'failed', termination: 'not_retryable' }), 'check'],
    [
      're-suspended',
      result({ outcome: 'awaiting_approval', termination: null, resuspended: true }),
      'undecided',
    ],
    ['taken over', result({ steps: [TOOL, write('complete')], takenOver: true }), 'check'],
    ['refused, still waiting', { kind: 'refused', runTerminal: false }, 'undecided'],
    ['refused, run over', { kind: 'refused', runTerminal: true }, 'withdrawn'],
    ['never decided', { kind: 'neverDecided' }, 'withdrawn'],
    ['no answer', { kind: 'noAnswer' }, 'check'],
  ])('WRT-06 %s', (_title, returned, expected) => {
    expect(readOutcome(returned)).toBe(expected);
  });
});
