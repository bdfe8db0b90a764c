import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { NO_CONTENT_RIGHTS, type Actor } from '../../actors/index.ts';
import {
  approvalRefusal,
  claimedInputVerdict,
  claimedVerdict,
  inputRefusal,
  type ApproveFacts,
  type ClaimedFacts,
  type InputFacts,
} from './approval-verdict.ts';

const user = (userId: string, isAdministrator = false, approves = false): Actor => ({
  kind: 'user',
  userId,
  name: userId,
  isAdministrator,
  groupIds: [],
  grants: approves ? ['agent_approve'] : [],
  rights: NO_CONTENT_RIGHTS,
});
const INITIATOR = user('initiator');
const ADMINISTRATOR = user('administrator', true);
const HOLDER = user('holder', false, true);
const STRANGER = user('stranger');

const facts = (more: {
  process?: boolean;
  actor?: Actor;
  unreadable?: boolean;
  fourEyes?: boolean;
  approved?: boolean;
  status?: 'waiting_for_approval' | 'running' | 'waiting_for_input';
  configured?: boolean;
}): ApproveFacts => ({
  actor: more.actor ?? INITIATOR,
  run: {
    status: more.status ?? 'waiting_for_approval',
    initiatorUserId: 'initiator',
    processSkillUid: more.process === true ? 7 : null,
  },
  configuration:
    more.configured === false ? null : { requireSecondApprover: more.fourEyes ?? false },
  stateUnreadable: more.unreadable ?? false,
  approved: more.approved ?? true,
});

const PROBLEM = "value must have required property 'choice'";

const inputFacts = (more: Parameters<typeof facts>[0], answerValid: boolean): InputFacts => ({
  ...facts(more),
  answerProblem: () => (answerValid ? null : PROBLEM),
});

const answer = (verdict: ReturnType<typeof approvalRefusal>) =>
  verdict.do === 'refuse' ? verdict.code : verdict.do;

describe('before the claim', () => {
  it.each<[string, Parameters<typeof facts>[0], string]>([
    ['process, administrator', { process: true, actor: ADMINISTRATOR }, 'decide_in_chat'],
    [
      'process, administrator, unreadable and four-eyes',
      { process: true, actor: ADMINISTRATOR, unreadable: true, fourEyes: true },
      'decide_in_chat',
    ],
    ['process, approve grant', { process: true, actor: HOLDER }, 'decide_in_chat'],
    ['process, stranger', { process: true, actor: STRANGER }, 'access_denied'],
    [
      'process, initiator, unreadable, four-eyes',
      { process: true, unreadable: true, fourEyes: true },
      'corrupt_state',
    ],
    ['process, initiator, readable, four-eyes, approve', { process: true, fourEyes: true }, 'stop'],
    [
      'process, initiator, readable, four-eyes, deny',
      { process: true, fourEyes: true, approved: false },
      'stop',
    ],
    [
      'no process, initiator, unreadable, four-eyes, approve',
      { unreadable: true, fourEyes: true },
      'self_approval',
    ],
    ['no process, initiator, four-eyes, deny', { fourEyes: true, approved: false }, 'claim'],
    ['no process, second person, four-eyes', { fourEyes: true, actor: HOLDER }, 'claim'],
    ['no process, unreadable', { unreadable: true }, 'corrupt_state'],
    ['no configuration', { configured: false }, 'configuration_gone'],
    [
      'process, no configuration, administrator',
      { process: true, configured: false, actor: ADMINISTRATOR },
      'decide_in_chat',
    ],
    ['running', { status: 'running' }, 'not_awaiting_approval'],
    ['running, stranger', { status: 'running', actor: STRANGER }, 'access_denied'],
    [
      'administrators are not exempt from four-eyes',
      { fourEyes: true, actor: { ...ADMINISTRATOR, userId: 'initiator' } as Actor },
      'self_approval',
    ],
  ])('DEC-05 %s', (_title, given, expected) => {
    expect(answer(approvalRefusal(facts(given)))).toBe(expected);
  });

  it('DEC-05 an unknown run answers as a foreign one does', () => {
    expect(answer(approvalRefusal({ ...facts({}), run: null }))).toBe('access_denied');
    expect(answer(approvalRefusal(facts({ actor: STRANGER })))).toBe('access_denied');
  });

  it.each<[string, Parameters<typeof facts>[0], boolean, string]>([
    ['waiting for an approval instead', {}, true, 'not_awaiting_input'],
    [
      'process, administrator',
      { process: true, actor: ADMINISTRATOR, status: 'waiting_for_input' },
      true,
      'decide_in_chat',
    ],
    [
      'unreadable before four-eyes',
      { process: true, unreadable: true, fourEyes: true, status: 'waiting_for_input' },
      true,
      'corrupt_state',
    ],
    [
      'process on four-eyes',
      { process: true, fourEyes: true, status: 'waiting_for_input' },
      false,
      'stop',
    ],
    ['no process on four-eyes', { fourEyes: true, status: 'waiting_for_input' }, true, 'claim'],
    ['an answer that does not match', { status: 'waiting_for_input' }, false, 'invalid_input'],
    ['anything else', { status: 'waiting_for_input' }, true, 'claim'],
  ])('DEC-05 an answer: %s', (_title, given, ...[answerValid, expected]) => {
    expect(answer(inputRefusal(inputFacts(given, answerValid)))).toBe(expected);
  });
});

/** The documented order of refusals before the claim, each with when it applies (rules.md §1). */
const ORDER: readonly (readonly [string, (f: ApproveFacts) => boolean])[] = [
  ['access_denied', (f) => f.run === null || f.actor === STRANGER],
  ['not_awaiting_approval', (f) => f.run?.status !== 'waiting_for_approval'],
  ['decide_in_chat', (f) => f.run?.processSkillUid != null && f.actor !== INITIATOR],
  ['configuration_gone', (f) => f.configuration === null],
  ['corrupt_state', (f) => f.run?.processSkillUid != null && f.stateUnreadable],
  [
    'stop',
    (f) => f.run?.processSkillUid != null && f.configuration?.requireSecondApprover === true,
  ],
  [
    'self_approval',
    (f) => f.approved && f.configuration?.requireSecondApprover === true && f.actor === INITIATOR,
  ],
  ['corrupt_state', (f) => f.stateUnreadable],
];

it('DEC-05 of any reasons at once the documented first one is told', () => {
  fc.assert(
    fc.property(
      fc.record({
        process: fc.boolean(),
        actor: fc.constantFrom(INITIATOR, ADMINISTRATOR, HOLDER, STRANGER),
        unreadable: fc.boolean(),
        fourEyes: fc.boolean(),
        approved: fc.boolean(),
        status: fc.constantFrom(
          'waiting_for_approval' as const,
          'running' as const,
          'waiting_for_input' as const,
        ),
        configured: fc.boolean(),
      }),
      (given) => {
        const f = facts(given);
        const first = ORDER.find(([, applies]) => applies(f))?.[0] ?? 'claim';
        expect(answer(approvalRefusal(f))).toBe(first);
      },
    ),
    propertyRuns('approvalRefusal'),
  );
});

/** The same of an answer. */
const INPUT_ORDER: readonly (readonly [string, (f: InputFacts) => boolean])[] = [
  ['access_denied', (f) => f.run === null || f.actor === STRANGER],
  ['not_awaiting_input', (f) => f.run?.status !== 'waiting_for_input'],
  ['decide_in_chat', (f) => f.run?.processSkillUid != null && f.actor !== INITIATOR],
  ['configuration_gone', (f) => f.configuration === null],
  ['corrupt_state', (f) => f.stateUnreadable],
  [
    'stop',
    (f) => f.run?.processSkillUid != null && f.configuration?.requireSecondApprover === true,
  ],
  ['invalid_input', (f) => f.answerProblem() !== null],
];

it('DEC-05 of an answer too the documented first reason is told, and the question is asked of and told last', () => {
  fc.assert(
    fc.property(
      fc.record({
        run: fc.boolean(),
        process: fc.boolean(),
        actor: fc.constantFrom(INITIATOR, ADMINISTRATOR, HOLDER, STRANGER),
        unreadable: fc.boolean(),
        fourEyes: fc.boolean(),
        valid: fc.boolean(),
        status: fc.constantFrom(
          'waiting_for_approval' as const,
          'running' as const,
          'waiting_for_input' as const,
        ),
        configured: fc.boolean(),
      }),
      ({ run, valid, ...given }) => {
        const known = inputFacts(given, valid);
        const f = run ? known : { ...known, run: null };
        const first = INPUT_ORDER.find(([, applies]) => applies(f))?.[0] ?? 'claim';
        let asked = 0;
        const verdict = inputRefusal({
          ...f,
          answerProblem: () => {
            asked += 1;
            return f.answerProblem();
          },
        });
        expect(answer(verdict)).toBe(first);
        expect(asked).toBe(['invalid_input', 'claim'].includes(first) ? 1 : 0);
        const detail = verdict.do === 'refuse' ? verdict.detail : undefined;
        expect(detail).toBe(first === 'invalid_input' ? PROBLEM : undefined);
      },
    ),
    propertyRuns('inputRefusal'),
  );
});

const claimed = (more: Partial<ClaimedFacts<string>> & { approved?: boolean; digest?: string }) => {
  const { approved = true, digest = 'card', ...rest } = more;
  return claimedVerdict<string>({
    decision: { approved, cardDigest: digest, reason: approved ? null : 'skip' },
    cardDigest: 'card',
    mayRunPending: true,
    failedPins: [],
    previewsDiffer: false,
    isProcessWrite: true,
    ...rest,
  });
};

describe('under the claim', () => {
  it('DEC-05, PIN-04 a failed pin goes before a moved preview, on an approval and on a denial', () => {
    expect(claimed({ failedPins: ['p'], previewsDiffer: true })).toEqual({
      do: 'stop',
      failed: ['p'],
    });
    expect(claimed({ approved: false, failedPins: ['p'] })).toEqual({ do: 'stop', failed: ['p'] });
  });

  it('DEC-01 a different digest goes before everything else', () => {
    expect(claimed({ digest: 'other', failedPins: ['p'], mayRunPending: false })).toMatchObject({
      code: 'stale_approval',
    });
    expect(claimed({ digest: '', approved: false })).toMatchObject({ code: 'stale_approval' });
  });

  it('DEC-02, DEC-03 a moved preview holds up an approval only; a reason stays with process writes', () => {
    expect(claimed({ previewsDiffer: true })).toEqual({ do: 'resuspend' });
    expect(claimed({ approved: false, previewsDiffer: true })).toEqual({
      do: 'deny',
      reason: 'skip',
    });
    expect(claimed({ approved: false, isProcessWrite: false })).toEqual({
      do: 'deny',
      reason: null,
    });
    expect(claimed({})).toEqual({ do: 'audit_then_execute' });
  });

  it('DEC-05 the approver must be able to run the pending writes; a denial asks nothing of the kind', () => {
    expect(claimed({ mayRunPending: false })).toMatchObject({ code: 'approver_not_permitted' });
    expect(claimed({ mayRunPending: false, approved: false })).toMatchObject({ do: 'deny' });
  });

  it('DEC-05 an answer: digest, then permission, then pins', () => {
    const base = { digest: 'd', cardDigest: 'd', mayRunPending: true, failedPins: [] as string[] };
    expect(claimedInputVerdict(base)).toEqual({ do: 'record_then_execute' });
    expect(claimedInputVerdict({ ...base, digest: 'x', mayRunPending: false })).toMatchObject({
      code: 'stale_input',
    });
    expect(claimedInputVerdict({ ...base, mayRunPending: false, failedPins: ['p'] })).toMatchObject(
      { code: 'submitter_not_permitted' },
    );
    expect(claimedInputVerdict({ ...base, failedPins: ['p'] })).toEqual({
      do: 'stop',
      failed: ['p'],
    });
  });

  it('CON-05 a page that is gone stops an answer as it stops an approval and a denial, after digest and permission', () => {
    const base = { digest: 'd', cardDigest: 'd', mayRunPending: true, failedPins: [] as string[] };
    const gone = { ...base, subjectGone: true };
    expect(claimedInputVerdict(gone)).toEqual({ do: 'stop', failed: [] });
    expect(claimedInputVerdict({ ...gone, digest: 'x' })).toMatchObject({ code: 'stale_input' });
    expect(claimedInputVerdict({ ...gone, mayRunPending: false })).toMatchObject({
      code: 'submitter_not_permitted',
    });
    for (const approved of [true, false]) {
      expect(claimed({ approved, subjectGone: true, previewsDiffer: true })).toEqual({
        do: 'stop',
        failed: [],
      });
    }
  });

  it('DEC-05, PIN-04 nothing is executed unless it is an approval of this card by somebody permitted, under pins that hold, as shown', () => {
    fc.assert(
      fc.property(
        fc.record({
          approved: fc.boolean(),
          current: fc.boolean(),
          permitted: fc.boolean(),
          failing: fc.boolean(),
          moved: fc.boolean(),
        }),
        ({ approved, current, permitted, failing, moved }) => {
          const verdict = claimed({
            approved,
            digest: current ? 'card' : 'other',
            mayRunPending: permitted,
            failedPins: failing ? ['p'] : [],
            previewsDiffer: moved,
          });
          expect(verdict.do === 'audit_then_execute').toBe(
            approved && current && permitted && !failing && !moved,
          );
        },
      ),
      propertyRuns('claimedVerdict'),
    );
  });
});
