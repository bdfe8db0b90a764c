import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { planTurn, type PlannableCall, type TurnPlan } from './turn-plan.ts';

interface Named extends PlannableCall {
  readonly name: string;
}

const call = (name: string, more: Partial<PlannableCall> = {}): Named => ({
  name,
  offered: true,
  requiresApproval: false,
  writes: false,
  remote: false,
  requiresInput: false,
  reportsCompletion: false,
  ...more,
});

const READ = call('read');
const BOUND_READ = call('bound read', { requiresApproval: true });
const WRITE_A = call('write A', { requiresApproval: true, writes: true });
const WRITE_B = call('write B', { requiresApproval: true, writes: true });
const REMOTE = call('remote', { writes: true, remote: true });
const REMOTE_READ = call('remote read', { remote: true });
const CHOICE = call('choice', { requiresInput: true });
const PROGRESS = call('progress 3/7');
const HIGHLIGHT = call('highlight');
const COMPLETION = call('completion', { reportsCompletion: true });
const UNKNOWN = call('unknown', { offered: false, writes: true });

/** A plan in words: what waits, and per call that is settled now what happens. */
function inWords(plan: TurnPlan<Named>) {
  return {
    suspend: plan.suspend,
    pending: plan.pending.map(({ name }) => name),
    now: plan.now.map((settled) =>
      settled.do === 'run'
        ? `${settled.call.name}: run`
        : `${settled.call.name}: ${settled.refusal}`,
    ),
  };
}

describe('a turn in a process', () => {
  it.each<[string, Named[], string | null, string[], string[]]>([
    [
      'read, write A, write B',
      [READ, WRITE_A, WRITE_B],
      'approval',
      ['write A'],
      ['read: run', 'write B: one_approval'],
    ],
    [
      'approval-bound read, write A',
      [BOUND_READ, WRITE_A],
      'approval',
      ['write A'],
      ['bound read: one_approval'],
    ],
    [
      'approval-bound read, remote write',
      [BOUND_READ, REMOTE],
      'approval',
      ['bound read'],
      ['remote: proposal_waits'],
    ],
    [
      'write A, choice, progress, highlight',
      [WRITE_A, CHOICE, PROGRESS, HIGHLIGHT],
      'approval',
      ['write A'],
      ['choice: needs_input', 'progress 3/7: run', 'highlight: run'],
    ],
    [
      'write A, completion',
      [WRITE_A, COMPLETION],
      'approval',
      ['write A'],
      ['completion: completion_pending'],
    ],
    ['read, completion', [READ, COMPLETION], null, [], ['read: run', 'completion: run']],
    ['remote write without approval, alone', [REMOTE], null, [], ['remote: run']],
    ['unknown, write A', [UNKNOWN, WRITE_A], 'approval', ['write A'], ['unknown: not_offered']],
    [
      'a remote read never runs early',
      [WRITE_A, REMOTE_READ],
      'approval',
      ['write A'],
      ['remote read: proposal_waits'],
    ],
  ])('TRN-01, TRN-02 %s', (_title, calls, ...[suspend, pending, now]) => {
    expect(inWords(planTurn(calls, true))).toEqual({ suspend, pending, now });
  });
});

describe('a turn outside processes', () => {
  it.each<[string, Named[], string | null, string[], string[]]>([
    [
      'waits as a whole for a write',
      [READ, WRITE_A, UNKNOWN],
      'approval',
      ['read', 'write A', 'unknown'],
      [],
    ],
    [
      'waits as a whole for an answer',
      [READ, CHOICE, COMPLETION],
      'input',
      ['read', 'choice', 'completion'],
      [],
    ],
    ['asks for approvals before answers', [CHOICE, WRITE_A], 'approval', ['choice', 'write A'], []],
    [
      'runs what needs nobody',
      [READ, REMOTE, UNKNOWN],
      null,
      [],
      ['read: run', 'remote: run', 'unknown: not_offered'],
    ],
    [
      'an unoffered write suspends nothing',
      [call('x', { offered: false, writes: true, requiresApproval: true })],
      null,
      [],
      ['x: not_offered'],
    ],
  ])('TRN-04 %s', (_title, calls, ...[suspend, pending, now]) => {
    expect(inWords(planTurn(calls, false))).toEqual({ suspend, pending, now });
  });
});

const anyCalls = fc.array(
  fc.record({
    name: fc.string(),
    offered: fc.boolean(),
    requiresApproval: fc.boolean(),
    writes: fc.boolean(),
    remote: fc.boolean(),
    requiresInput: fc.boolean(),
    reportsCompletion: fc.boolean(),
  }),
  { maxLength: 8 },
);

const RUNS = propertyRuns('planTurn');

it('TRN-03 every call of any turn is settled exactly once: it waits, runs, or gets an error', () => {
  fc.assert(
    fc.property(anyCalls, fc.boolean(), (calls, process) => {
      const plan = planTurn(calls, process);
      const settled = [...plan.pending, ...plan.now.map((one) => one.call)];
      expect(settled).toHaveLength(calls.length);
      expect(new Set(settled)).toEqual(new Set(calls));
      const order = plan.now.map((one) => calls.indexOf(one.call));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
    RUNS,
  );
});

it('TRN-05 in a process turn with an approval-bound call nothing but plain local reads runs before the answer', () => {
  fc.assert(
    fc.property(anyCalls, (calls) => {
      const plan = planTurn(calls, true);
      const bound = calls.filter((one) => one.offered && one.requiresApproval);
      fc.pre(bound.length > 0);
      expect(plan.suspend).toBe('approval');
      expect(plan.pending).toHaveLength(1);
      for (const settled of plan.now) {
        if (settled.do !== 'run') continue;
        const { offered, requiresApproval, writes, remote, requiresInput } = settled.call;
        expect({ offered, requiresApproval, writes, remote, requiresInput }).toEqual({
          offered: true,
          requiresApproval: false,
          writes: false,
          remote: false,
          requiresInput: false,
        });
      }
      const writing = bound.some((one) => one.writes);
      expect(plan.pending[0]?.writes).toBe(writing);
    }),
    RUNS,
  );
});

it('TRN-04, DEC-08 nothing that waits for an approval ever runs by the plan', () => {
  fc.assert(
    fc.property(anyCalls, fc.boolean(), (calls, process) => {
      for (const settled of planTurn(calls, process).now) {
        if (settled.do === 'run') expect(settled.call.requiresApproval).toBe(false);
        if (settled.do === 'run') expect(settled.call.offered).toBe(true);
      }
    }),
    RUNS,
  );
});

/** What becomes of a call beside the one a process turn waits with: the documented answers, the first that applies. */
const BESIDE: readonly (readonly [string, (c: PlannableCall) => boolean])[] = [
  ['not_offered', (c) => !c.offered],
  ['one_approval', (c) => c.requiresApproval],
  ['needs_input', (c) => c.requiresInput],
  ['completion_pending', (c) => c.reportsCompletion],
  ['run', (c) => !c.writes && !c.remote],
  ['proposal_waits', () => true],
];

/** The plan of rules.md §5, written down a second time. */
function model(calls: readonly Named[], holdsProcessPin: boolean) {
  const names = (of: readonly Named[]) => of.map(({ name }) => name);
  const bound = calls.filter((c) => c.offered && c.requiresApproval);
  if (holdsProcessPin && bound.length > 0) {
    const waits = bound.find((c) => c.writes) ?? bound[0];
    const now = calls
      .filter((c) => c !== waits)
      .map((c) => `${c.name}: ${BESIDE.find(([, applies]) => applies(c))?.[0] ?? ''}`);
    return { suspend: 'approval', pending: waits === undefined ? [] : [waits.name], now };
  }
  const asks = calls.some((c) => c.offered && c.requiresInput);
  if (bound.length > 0 || asks) {
    return { suspend: bound.length > 0 ? 'approval' : 'input', pending: names(calls), now: [] };
  }
  const now = calls.map((c) => `${c.name}: ${c.offered ? 'run' : 'not_offered'}`);
  return { suspend: null, pending: [], now };
}

it('TRN-01, TRN-02, TRN-04 of everything a call may be at once the documented answer is given', () => {
  fc.assert(
    fc.property(anyCalls, fc.boolean(), (calls, process) => {
      expect(inWords(planTurn(calls, process))).toEqual(model(calls, process));
    }),
    RUNS,
  );
});

it.each([
  ['input before completion', { requiresInput: true, reportsCompletion: true }, 'needs_input'],
  ['approval before input', { requiresApproval: true, requiresInput: true }, 'one_approval'],
  [
    'approval before completion',
    { requiresApproval: true, reportsCompletion: true },
    'one_approval',
  ],
  ['what is not offered before all', { offered: false, requiresApproval: true }, 'not_offered'],
])('TRN-02 a call that is two things at once beside a proposal: %s', (_title, both, refusal) => {
  const plan = planTurn([WRITE_A, call('both', both)], true);
  expect(inWords(plan).now).toEqual([`both: ${refusal}`]);
});

it('TRN-04 outside processes a call that is bound and asks waits for the approval', () => {
  const both = call('both', { requiresApproval: true, requiresInput: true });
  expect(inWords(planTurn([both], false))).toMatchObject({ suspend: 'approval' });
  expect(inWords(planTurn([both], true))).toMatchObject({
    suspend: 'approval',
    pending: ['both'],
  });
});
