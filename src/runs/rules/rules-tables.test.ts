import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { NO_CONTENT_RIGHTS, type UserActor } from '../../actors/index.ts';
import { RunOutcome, RunTermination } from '../../contracts/index.ts';
import type { RunStep } from '../runtime.ts';
import { approvalRefusal, claimedVerdict } from './approval-verdict.ts';
import { readOutcome, type ReturnedApproval } from './read-outcome.ts';

/** The tables of docs/spec/rules.md §1 and §4 row by row, every "any" taken apart. */

const person = (userId: string, more: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId,
  name: userId,
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
  ...more,
});
const PEOPLE = {
  initiator: person('initiator'),
  administrator: person('boss', { isAdministrator: true }),
  allowed: person('holder', { grants: ['agent_approve'] }),
};
const BOTH = [true, false] as const;

interface Row {
  readonly process: readonly boolean[];
  readonly who: keyof typeof PEOPLE;
  readonly unreadable: readonly boolean[];
  readonly fourEyes: readonly boolean[];
  readonly approved: readonly boolean[];
  readonly verdict: string;
}

describe('rules.md §1, before the claim', () => {
  it.each<[string, Row]>([
    [
      'process, administrator, any, any, any',
      {
        process: [true],
        who: 'administrator',
        unreadable: BOTH,
        fourEyes: BOTH,
        approved: BOTH,
        verdict: 'decide_in_chat',
      },
    ],
    [
      'process, initiator, unreadable, four-eyes on, any',
      {
        process: [true],
        who: 'initiator',
        unreadable: [true],
        fourEyes: [true],
        approved: BOTH,
        verdict: 'corrupt_state',
      },
    ],
    [
      'process, initiator, readable, four-eyes on, any: never self_approval',
      {
        process: [true],
        who: 'initiator',
        unreadable: [false],
        fourEyes: [true],
        approved: BOTH,
        verdict: 'stop',
      },
    ],
    [
      'no process, initiator, unreadable, four-eyes on, approve',
      {
        process: [false],
        who: 'initiator',
        unreadable: [true],
        fourEyes: [true],
        approved: [true],
        verdict: 'self_approval',
      },
    ],
    [
      'no process, initiator, readable, four-eyes on, deny',
      {
        process: [false],
        who: 'initiator',
        unreadable: [false],
        fourEyes: [true],
        approved: [false],
        verdict: 'claim',
      },
    ],
    [
      'no process, somebody allowed, readable, four-eyes off, any',
      {
        process: [false],
        who: 'allowed',
        unreadable: [false],
        fourEyes: [false],
        approved: BOTH,
        verdict: 'claim',
      },
    ],
  ])('DEC-05 %s', (_title, row) => {
    for (const process of row.process) {
      for (const stateUnreadable of row.unreadable) {
        for (const requireSecondApprover of row.fourEyes) {
          for (const approved of row.approved) {
            const verdict = approvalRefusal({
              actor: PEOPLE[row.who],
              run: {
                status: 'waiting_for_approval',
                initiatorUserId: 'initiator',
                processSkillUid: process ? 7 : null,
              },
              configuration: { requireSecondApprover },
              stateUnreadable,
              approved,
            });
            expect(verdict.do === 'refuse' ? verdict.code : verdict.do).toBe(row.verdict);
          }
        }
      }
    }
  });

  it.each([true, false])(
    'DEC-05, PIN-04 under the claim, approved: %s, a pin failed and the preview moved: pin stop, nothing written or recorded',
    (approved) => {
      for (const isProcessWrite of BOTH) {
        const verdict = claimedVerdict({
          decision: { approved, cardDigest: 'd', reason: null },
          cardDigest: 'd',
          mayRunPending: true,
          failedPins: ['P'],
          previewsDiffer: true,
          isProcessWrite,
        });
        expect(verdict).toEqual({ do: 'stop', failed: ['P'] });
      }
    },
  );
});

const TOOL: RunStep = { kind: 'tool', tool: 't', callId: 'c', isError: false };
const ERROR: RunStep = { ...TOOL, isError: true };
const UNKNOWN: RunStep = { ...ERROR, effectUnknown: true };
const write = (
  completeness: 'complete' | 'partial' | null,
  hookFailedAfterWrite: boolean,
): RunStep => ({
  kind: 'write',
  target: null,
  completeness,
  hookFailedAfterWrite,
  historyId: null,
});

const returned = (
  steps: readonly RunStep[],
  more: Partial<Extract<ReturnedApproval, { kind: 'result' }>>,
): ReturnedApproval => ({
  kind: 'result',
  outcome: 'completed',
  termination: 'completed',
  steps,
  resuspended: false,
  effectStamped: false,
  takenOver: false,
  ...more,
});

const LOST: readonly RunOutcome[] = ['failed', 'cancelled', 'lease_lost', 'requeued'];

describe('rules.md §4, reading an approval', () => {
  it.each<[string, readonly (readonly RunStep[])[], readonly RunOutcome[], string]>([
    [
      'ok, complete, any outcome: applied',
      [[TOOL, write('complete', false)]],
      RunOutcome.options,
      'applied',
    ],
    [
      'ok, complete or partial with the hook flag, any outcome: check',
      [
        [TOOL, write('complete', true)],
        [TOOL, write('partial', true)],
      ],
      RunOutcome.options,
      'check',
    ],
    [
      'ok, unstated, any outcome: check',
      [
        [TOOL, write(null, false)],
        [TOOL, write(null, true)],
      ],
      RunOutcome.options,
      'check',
    ],
    [
      'ok, partial, any outcome: not applied',
      [[TOOL, write('partial', false)]],
      RunOutcome.options,
      'not_applied',
    ],
    ['ok, none, failed or cancelled or lost: check', [[TOOL]], LOST, 'check'],
    [
      'ok, none (remote), completed or waiting again: not applied',
      [[TOOL]],
      ['completed', 'awaiting_approval', 'awaiting_input'],
      'not_applied',
    ],
    [
      'error, any write step, any outcome: not applied',
      [[ERROR], [ERROR, write('complete', true)], [ERROR, write(null, false)]],
      RunOutcome.options,
      'not_applied',
    ],
    [
      'error, what it did not known, any write step, any outcome: check',
      [[UNKNOWN], [UNKNOWN, write('complete', false)], [UNKNOWN, write(null, false)]],
      RunOutcome.options,
      'check',
    ],
  ])('WRT-06 %s', (_title, sequences, ...[outcomes, reading]) => {
    for (const steps of sequences) {
      for (const outcome of outcomes) {
        expect(readOutcome(returned(steps, { outcome }))).toBe(reading);
        // What the model said in between changes nothing.
        const said = steps.flatMap((step): RunStep[] => [step, { kind: 'llm', text: '' }]);
        expect(readOutcome(returned(said, { outcome }))).toBe(reading);
      }
    }
  });

  it('WRT-06 no tool step: a pin or four-eyes stop is withdrawn, a fresh card undecided, everything else to check', () => {
    for (const termination of RunTermination.options) {
      const stopped = ['pin_failed', 'four_eyes_blocked', 'cancelled', 'person_deleted'].includes(
        termination,
      );
      const plain = returned([], { outcome: 'failed', termination });
      expect(readOutcome(plain)).toBe(stopped ? 'withdrawn' : 'check');
      const stamped = returned([], { outcome: 'failed', termination, effectStamped: true });
      expect(readOutcome(stamped)).toBe('check');
      const fresh = returned([], {
        outcome: 'awaiting_approval',
        termination: null,
        resuspended: true,
      });
      expect(readOutcome(fresh)).toBe('undecided');
    }
  });

  it('WRT-06 only a complete write of the decided call itself reads as applied', () => {
    const step = fc.oneof(
      fc.constantFrom(TOOL, ERROR, UNKNOWN),
      fc
        .tuple(fc.constantFrom('complete' as const, 'partial' as const, null), fc.boolean())
        .map(([completeness, hook]) => write(completeness, hook)),
      fc.constant<RunStep>({ kind: 'llm', text: '' }),
    );
    fc.assert(
      fc.property(
        fc.record({
          steps: fc.array(step, { maxLength: 6 }),
          outcome: fc.constantFrom(...RunOutcome.options),
          termination: fc.constantFrom(...RunTermination.options, null),
          resuspended: fc.boolean(),
          effectStamped: fc.boolean(),
          takenOver: fc.boolean(),
        }),
        (facts) => {
          const reading = readOutcome({ kind: 'result', ...facts });
          const calls = facts.steps.filter(({ kind }) => kind !== 'llm');
          const from = calls.findIndex(({ kind }) => kind === 'tool');
          const [decided, next] = from < 0 ? [] : calls.slice(from);
          const applied =
            !facts.takenOver &&
            decided?.kind === 'tool' &&
            !decided.isError &&
            next?.kind === 'write' &&
            next.completeness === 'complete' &&
            !next.hookFailedAfterWrite;
          expect(reading === 'applied').toBe(applied);
          const unknown = decided?.kind === 'tool' && decided.effectUnknown === true;
          if (facts.takenOver || unknown) expect(reading).toBe('check');
        },
      ),
      propertyRuns('readOutcome'),
    );
  });
});
