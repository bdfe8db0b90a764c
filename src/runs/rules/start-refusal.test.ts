import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { startRefusal, type StartFacts } from './start-refusal.ts';

const SKILL = {
  attached: true,
  enabled: true,
  orphaned: false,
  admitted: true,
  intact: true,
  process: true,
  instruction: true,
};
const FINE: StartFacts = {
  actorMayUse: true,
  skill: SKILL,
  subjectReadable: true,
  isServiceAccount: false,
  mayApproveOwn: true,
  requireSecondApprover: false,
  processHeld: false,
};

/** Every check, in the order they are made; each breaks one fact. */
const BROKEN: readonly (readonly [string, (facts: StartFacts) => StartFacts])[] = [
  ['configuration_access', (facts) => ({ ...facts, actorMayUse: false })],
  [
    'skill_not_attached',
    (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, attached: false } }),
  ],
  [
    'skill_disabled',
    (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, enabled: false } }),
  ],
  [
    'skill_orphaned',
    (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, orphaned: true } }),
  ],
  [
    'skill_not_admitted',
    (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, admitted: false } }),
  ],
  ['skill_damaged', (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, intact: false } })],
  ['subject_unreadable', (facts) => ({ ...facts, subjectReadable: false })],
  [
    'not_an_instruction',
    (facts) => ({ ...facts, skill: { ...SKILL, ...facts.skill, instruction: false } }),
  ],
  ['service_account_process', (facts) => ({ ...facts, isServiceAccount: true })],
  ['may_not_approve', (facts) => ({ ...facts, mayApproveOwn: false })],
  ['four_eyes', (facts) => ({ ...facts, requireSecondApprover: true })],
  ['process_running', (facts) => ({ ...facts, processHeld: true })],
];

it('API-06 a process that passes every check starts', () => {
  expect(startRefusal(FINE)).toBeNull();
});

it.each(BROKEN.map(([code], index) => [code, index] as const))(
  'API-06 %s is told before everything that comes after it',
  (code, index) => {
    const facts = BROKEN.slice(index).reduce((before, [, breakIt]) => breakIt(before), FINE);
    expect(startRefusal(facts)).toBe(code);
  },
);

it('API-06 of any reasons at once the documented first one is told', () => {
  fc.assert(
    fc.property(fc.subarray([...BROKEN]), (broken) => {
      const facts = broken.reduce((before, [, breakIt]) => breakIt(before), FINE);
      expect(startRefusal(facts)).toBe(broken[0]?.[0] ?? null);
    }),
    propertyRuns('startRefusal'),
  );
});

it('LOD-04, PRC-01 the checks of processes are not asked of a plain skill', () => {
  const plain = { ...SKILL, process: false, instruction: false };
  expect(
    startRefusal({
      ...FINE,
      skill: plain,
      isServiceAccount: true,
      mayApproveOwn: false,
      requireSecondApprover: true,
      processHeld: true,
    }),
  ).toBeNull();
});

it('API-02 a run without an invocation asks for access to the configuration alone', () => {
  expect(startRefusal({ ...FINE, skill: null, isServiceAccount: true })).toBeNull();
  expect(startRefusal({ ...FINE, skill: null, actorMayUse: false })).toBe('configuration_access');
});
