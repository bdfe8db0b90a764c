import { expect, it } from 'vitest';
import type { RunEvent } from '../contracts/index.ts';
import { decidedRun, standingRun } from './decided-run.ts';
import type { RunStep } from './runtime.ts';

const RESULT = {
  uuid: 'r',
  outcome: 'completed',
  termination: 'completed',
  text: 'I will look.',
} as const;
const TOLD = { uuid: 'r', outcome: 'completed', termination: 'completed', message: 'I will look.' };
const CALL: RunStep = { kind: 'tool', tool: 'update_page', callId: 'c', isError: true };
const UNKNOWN = { ...CALL, effectUnknown: true } as const;

it.each<[string, readonly RunStep[], object]>([
  ['nothing was called', [], {}],
  ['a call failed and did nothing', [CALL], {}],
  ['of the call it is not known what it did', [UNKNOWN], { effectUnknown: true }],
  ['of the second call it is not known', [CALL, UNKNOWN], { effectUnknown: true }],
])('WRT-10 a decision tells: %s', (_what, steps, flag) => {
  expect(decidedRun({ ...RESULT, steps })).toStrictEqual({ ...TOLD, ...flag });
});

const RUN = {
  uuid: 'r',
  status: 'completed',
  termination: 'completed',
  message: 'I will look.',
} as const;

function logged(...lines: readonly Pick<RunEvent, 'kind' | 'payload'>[]): RunEvent[] {
  return lines.map((line, index) => ({ ...line, runUuid: 'r', sequence: index + 1, atMs: 0 }));
}
const APPROVAL = { kind: 'approval', payload: { approved: true } } as const;
const ANSWER = { kind: 'input', payload: {} } as const;
const LOST = { kind: 'tool', payload: { isError: true, effectUnknown: true } } as const;
const FAILED = { kind: 'tool', payload: { isError: true } } as const;

it.each<[string, readonly RunEvent[], object]>([
  ['nothing is logged', [], {}],
  ['a failed call', logged(APPROVAL, FAILED), {}],
  ['a call that left it open', logged(APPROVAL, LOST), { effectUnknown: true }],
  ['the same after an answer', logged(ANSWER, LOST, FAILED), { effectUnknown: true }],
  ['one of a decision before', logged(APPROVAL, LOST, APPROVAL, FAILED), {}],
])('WRT-10 a decision that is sent again tells: %s', (_what, events, flag) => {
  expect(standingRun(RUN, events)).toStrictEqual({ ...TOLD, ...flag });
});

it('CHT-08 a decision that is sent again tells how the run stands now', () => {
  expect(
    standingRun({ ...RUN, status: 'running', termination: null, message: null }, []),
  ).toStrictEqual({ uuid: 'r', outcome: 'requeued', termination: null, message: '' });
});
