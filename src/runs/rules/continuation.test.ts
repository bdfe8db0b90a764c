import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madePin } from '../../../test/support/made-pin.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { NO_CONTENT_RIGHTS, type UserActor } from '../../actors/index.ts';
import type { ErrorCode } from '../../contracts/index.ts';
import type { Pin } from '../../skills/index.ts';
import {
  deriveContinuation,
  type ContinuationFacts,
  type ContinuationRequest,
  type ContinuationVerdict,
  type Predecessor,
} from './continuation.ts';
import { failedPins } from './failed-pins.ts';

const P = madePin('P', true);
const A = madePin('A');
const Q = madePin('Q', true);
const G = madePin('G');
const SUBJECT = { table: 'pages', uid: 12 };

const owner = (more: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId: 'editor',
  name: 'editor',
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
  ...more,
});

interface Given {
  readonly pins?: readonly Pin[];
  readonly revoked?: readonly Pin[];
  readonly attached?: readonly Pin[];
  readonly forcedBefore?: readonly Pin[];
  readonly invoke?: Pin;
  readonly fourEyes?: boolean;
  readonly otherConfiguration?: boolean;
  readonly endProcess?: boolean;
  readonly subjectGone?: boolean;
  readonly refusal?: (held: { readonly process: Pin | null }) => ErrorCode | null;
  readonly predecessor?: Partial<Predecessor> | null;
  readonly actor?: UserActor;
}

function derive(given: Given): ContinuationVerdict {
  const pins = given.pins ?? [P, A];
  const process = pins.find((one) => one.process) ?? null;
  const predecessor: Predecessor | null =
    given.predecessor === null
      ? null
      : {
          status: 'cancelled',
          initiatorUserId: 'editor',
          configurationUid: 1,
          processSkillUid: process?.skillUid ?? null,
          pins,
          invocation: process === null ? null : { skillUid: process.skillUid, subject: SUBJECT },
          subject: process === null ? null : SUBJECT,
          forcedSkillUids: (given.forcedBefore ?? []).map(({ skillUid }) => skillUid),
          ...given.predecessor,
        };
  const request: ContinuationRequest = {
    actor: given.actor ?? owner(),
    configurationUid: given.otherConfiguration === true ? 2 : 1,
    invocation:
      given.invoke === undefined ? null : { skillUid: given.invoke.skillUid, subject: SUBJECT },
    forcedSkillUids: [],
    endProcess: given.endProcess ?? false,
  };
  const facts: ContinuationFacts = {
    predecessor,
    actorMayUse: true,
    attachedSkillUids: (given.attached ?? [P, A, Q, G]).map(({ skillUid }) => skillUid),
    failedOf: (held) =>
      failedPins(held, {
        verdictOf: (one) => ((given.revoked ?? []).includes(one) ? 'revoked' : 'holds'),
        requireSecondApprover: given.fourEyes ?? false,
      }),
    readable: () => given.subjectGone !== true,
    startRefusal:
      given.refusal ??
      (({ process: held }) =>
        held !== null && given.invoke?.process === true ? 'process_running' : null),
  };
  return deriveContinuation(request, facts);
}

/** A verdict in words: what it does, which pins stay, what it is about, and what it tells. */
function inWords(verdict: ContinuationVerdict) {
  if (verdict.do === 'refuse')
    return { refuse: verdict.code, names: verdict.process?.name ?? null };
  const { derived } = verdict;
  return {
    do: verdict.do,
    pins: derived.pins.map(({ name }) => name),
    about: derived.invocation?.skillUid ?? null,
    notices: derived.notices.map(
      ({ data }) => `${String(data['name'])}: ${String(data['reason'])}`,
    ),
    ...(verdict.do === 'stop'
      ? { failed: verdict.failed.map((one) => `${one.pin.name}: ${one.reason}`) }
      : { fresh: verdict.fresh?.skillUid ?? null }),
  };
}

const start = { do: 'start', notices: [], fresh: null };

describe('what a continuation derives', () => {
  it.each<[string, Given, object]>([
    [
      'PIN-06 P detached and revoked: dropped with a notice, the run starts',
      { pins: [P], attached: [], revoked: [P] },
      { ...start, pins: [], about: null, notices: ['P: detached'] },
    ],
    [
      'PIN-06 configuration changed, A revoked: both dropped, no stop, no four-eyes',
      { otherConfiguration: true, revoked: [A], fourEyes: true },
      {
        ...start,
        pins: [],
        about: null,
        notices: ['P: configuration_changed', 'A: configuration_changed'],
      },
    ],
    [
      'PIN-05 A revoked, P invoked again: stops naming A, keeps P and its invocation',
      { revoked: [A], invoke: P },
      { do: 'stop', pins: ['P'], about: P.skillUid, notices: [], failed: ['A: revoked'] },
    ],
    [
      'PRC-06 four-eyes on: stops, keeps A only',
      { fourEyes: true },
      { do: 'stop', pins: ['A'], about: null, notices: [], failed: ['P: four_eyes'] },
    ],
    [
      'CON-06 P invoked again: idempotent, nothing new',
      { pins: [P], invoke: P },
      { ...start, pins: ['P'], about: P.skillUid },
    ],
    [
      'PIN-05 P revoked, Q invoked: stops naming P',
      { pins: [P], revoked: [P], invoke: Q },
      { do: 'stop', pins: [], about: null, notices: [], failed: ['P: revoked'] },
    ],
    [
      'PRC-07 Q invoked beside P: refused naming P',
      { pins: [P], invoke: Q },
      { refuse: 'process_running', names: 'P' },
    ],
    [
      'CON-06 plain G invoked beside P: P goes on, G is new',
      { pins: [P], invoke: G },
      { ...start, pins: ['P'], about: P.skillUid, fresh: G.skillUid },
    ],
    [
      'CON-06 plain G without a process: the run is about G',
      { pins: [A], invoke: G },
      { ...start, pins: ['A'], about: G.skillUid, fresh: G.skillUid },
    ],
    [
      'PIN-10 A forced earlier and not attached: holds',
      { pins: [A], attached: [], forcedBefore: [A] },
      { ...start, pins: ['A'], about: null },
    ],
    [
      'PRC-10 ended by the person: dropped without a notice, not checked',
      { pins: [P, A], endProcess: true, revoked: [P] },
      { ...start, pins: ['A'], about: null },
    ],
    [
      'PRC-10 endProcess adds nothing and drops no other pin',
      { pins: [A], endProcess: true },
      { ...start, pins: ['A'], about: null },
    ],
    [
      'CON-05 the subject is gone: stops once, without process, invocation and subject',
      { subjectGone: true },
      { do: 'stop', pins: ['A'], about: null, notices: [], failed: [] },
    ],
    [
      'PIN-05 several pins fail at once: all named, all removed',
      { revoked: [P, A] },
      { do: 'stop', pins: [], about: null, notices: [], failed: ['P: revoked', 'A: revoked'] },
    ],
    [
      'PIN-06 a detached skill picked again in the same message: only its notice',
      { pins: [P], attached: [], invoke: P },
      { ...start, pins: [], about: null, notices: ['P: detached'] },
    ],
    [
      'CON-04 no predecessor',
      { predecessor: null },
      { refuse: 'predecessor_missing', names: null },
    ],
    [
      'CON-03 a process that still waits',
      { predecessor: { status: 'waiting_for_approval' } },
      { refuse: 'predecessor_not_terminal', names: null },
    ],
    [
      'CON-07 a waiting run without a process',
      { pins: [A], predecessor: { status: 'waiting_for_approval' } },
      { ...start, pins: ['A'], about: null },
    ],
    [
      'CON-02 somebody else',
      { actor: owner({ userId: 'other', grants: ['agent_approve'] }) },
      { refuse: 'predecessor_not_yours', names: null },
    ],
    [
      'CON-02 an administrator',
      { actor: owner({ userId: 'boss', isAdministrator: true }) },
      { ...start, pins: ['P', 'A'], about: P.skillUid },
    ],
  ])('%s', (_title, given, expected) => {
    expect(inWords(derive(given))).toEqual(expected);
  });

  it('PIN-05, PRC-07 after a stop on a revoked process another one can start in the next turn', () => {
    const stopped = derive({ pins: [P], revoked: [P], invoke: Q });
    expect(inWords(stopped)).toMatchObject({ do: 'stop', failed: ['P: revoked'] });
    if (stopped.do !== 'stop') throw new Error('not stopped');
    const next = derive({ pins: stopped.derived.pins, revoked: [P], invoke: Q });
    expect(inWords(next)).toEqual({ ...start, pins: [], about: Q.skillUid, fresh: Q.skillUid });
  });

  it('PIN-08, LOD-07 a process with a newer approved version, disabled and picked again, goes on in the held one', () => {
    const newer = { ...P, digest: '2:P2' };
    const verdict = derive({ pins: [P], invoke: newer, refusal: () => 'skill_disabled' });
    expect(inWords(verdict)).toEqual({ ...start, pins: ['P'], about: P.skillUid });
    expect(verdict).toMatchObject({ derived: { pins: [{ digest: P.digest }] } });
  });

  it('CON-06 the same process picked for another record keeps the record it is about, with a notice', () => {
    const verdict = derive({ pins: [P], invoke: P });
    expect(verdict).toMatchObject({ derived: { subject: SUBJECT, notices: [] } });
    const other = deriveContinuation(
      {
        actor: owner(),
        configurationUid: 1,
        invocation: { skillUid: P.skillUid, subject: { table: 'pages', uid: 13 } },
        forcedSkillUids: [],
        endProcess: false,
      },
      {
        predecessor: {
          status: 'completed',
          initiatorUserId: 'editor',
          configurationUid: 1,
          processSkillUid: P.skillUid,
          pins: [P],
          invocation: { skillUid: P.skillUid },
          subject: SUBJECT,
          forcedSkillUids: [],
        },
        actorMayUse: true,
        attachedSkillUids: [P.skillUid],
        failedOf: () => [],
        readable: () => true,
        startRefusal: () => null,
      },
    );
    expect(other).toMatchObject({
      do: 'start',
      derived: { subject: SUBJECT, notices: [{ code: 'subject_kept' }] },
    });
  });

  it('PIN-09 whatever is asked, a continuation holds no pin its predecessor did not hold', () => {
    const some = fc.subarray([P, A, Q, G]);
    fc.assert(
      fc.property(
        fc.record({
          pins: some,
          revoked: some,
          attached: some,
          forcedBefore: some,
          invoke: fc.constantFrom(P, A, Q, G),
          fourEyes: fc.boolean(),
          otherConfiguration: fc.boolean(),
          endProcess: fc.boolean(),
          subjectGone: fc.boolean(),
        }),
        (given) => {
          const verdict = derive(given);
          if (verdict.do === 'refuse') return;
          for (const held of verdict.derived.pins) {
            expect(given.pins).toContain(held);
            expect(given.revoked).not.toContain(held);
            if (given.fourEyes) expect(held.process).toBe(false);
          }
          if (verdict.do === 'stop') return;
          // What starts never holds a process it was told to end, nor is about a pin it lost.
          if (given.endProcess) expect(verdict.derived.pins.some((one) => one.process)).toBe(false);
          const { invocation } = verdict.derived;
          const held = verdict.derived.pins.some(
            ({ skillUid }) => skillUid === invocation?.skillUid,
          );
          expect(invocation === null || held || invocation === verdict.fresh).toBe(true);
        },
      ),
      propertyRuns('deriveContinuation'),
    );
  });
});
