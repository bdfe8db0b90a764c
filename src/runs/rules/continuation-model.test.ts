import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madePin } from '../../../test/support/made-pin.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { NO_CONTENT_RIGHTS, type UserActor } from '../../actors/index.ts';
import type { RecordRef, RunStatus } from '../../contracts/index.ts';
import type { Pin } from '../../skills/index.ts';
import {
  deriveContinuation,
  type ContinuationVerdict,
  type Derived,
  type Invocation,
} from './continuation.ts';
import { failedPins } from './failed-pins.ts';

/** `deriveContinuation` held against rules.md §2 written down a second time, plainly, one question after the other. */

const P = madePin('P', true);
const A = madePin('A');
const G = madePin('G');
const PINS = [P, A, G];
const HELD: RecordRef = { table: 'pages', uid: 12 };
const ASKED: RecordRef = { table: 'pages', uid: 13 };

const user = (userId: string, isAdministrator = false): UserActor => ({
  kind: 'user',
  userId,
  name: userId,
  isAdministrator,
  groupIds: [],
  grants: [],
  rights: NO_CONTENT_RIGHTS,
});

interface Given {
  readonly known: boolean;
  readonly actor: UserActor;
  readonly status: RunStatus;
  readonly sameConfiguration: boolean;
  readonly mayUse: boolean;
  readonly pins: readonly Pin[];
  readonly invocation: Invocation | null;
  readonly subject: RecordRef | null;
  readonly forcedBefore: readonly Pin[];
  readonly forcedNow: readonly Pin[];
  readonly attached: readonly Pin[];
  readonly revoked: readonly Pin[];
  readonly fourEyes: boolean;
  readonly readable: boolean;
  readonly endProcess: boolean;
  readonly wanted: Invocation | null;
  readonly startRefused: boolean;
}

const uids = (pins: readonly Pin[]) => pins.map(({ skillUid }) => skillUid);

function derive(given: Given): ContinuationVerdict {
  const { pins, invocation, subject } = given;
  return deriveContinuation(
    {
      actor: given.actor,
      configurationUid: given.sameConfiguration ? 1 : 2,
      invocation: given.wanted,
      forcedSkillUids: uids(given.forcedNow),
      endProcess: given.endProcess,
    },
    {
      predecessor: given.known
        ? {
            status: given.status,
            initiatorUserId: 'editor',
            configurationUid: 1,
            processSkillUid: pins.find(({ process }) => process)?.skillUid ?? null,
            pins,
            invocation,
            subject,
            forcedSkillUids: uids(given.forcedBefore),
          }
        : null,
      actorMayUse: given.mayUse,
      attachedSkillUids: uids(given.attached),
      failedOf: (held) =>
        failedPins(held, {
          verdictOf: (one) => (given.revoked.includes(one) ? 'revoked' : 'holds'),
          requireSecondApprover: given.fourEyes,
        }),
      readable: () => given.readable,
      startRefusal: () => (given.startRefused ? 'skill_disabled' : null),
    },
  );
}

/** Refusals in their documented order, each with when it applies; what follows them is `model`. */
const ORDER: readonly (readonly [string, (g: Given) => boolean])[] = [
  ['predecessor_missing', (g) => !g.known],
  ['predecessor_not_yours', (g) => g.actor.userId !== 'editor' && !g.actor.isAdministrator],
  [
    'predecessor_not_terminal',
    (g) => g.pins.includes(P) && !['completed', 'failed', 'cancelled'].includes(g.status),
  ],
  ['configuration_access', (g) => !g.mayUse],
];

type Told = Omit<Derived, 'notices'> & { readonly notices: readonly string[] };
type Model =
  | { readonly refuse: string }
  | { readonly stop: readonly string[]; readonly subjectGone: boolean; readonly held: Told }
  | { readonly start: Told; readonly fresh: Invocation | null };

function model(g: Given): Model {
  const refused = ORDER.find(([, applies]) => applies(g));
  if (refused !== undefined) return { refuse: refused[0] };
  const forcedSkillUids = g.sameConfiguration
    ? [...new Set([...uids(g.forcedBefore), ...uids(g.forcedNow)])]
    : uids(g.forcedNow);
  const reachable = (one: Pin) =>
    g.sameConfiguration && (g.attached.includes(one) || forcedSkillUids.includes(one.skillUid));
  const dropped = g.pins.filter((one) => !reachable(one));
  const kept = g.pins.filter((one) => reachable(one) && !(one.process && g.endProcess));
  const lost = uids(g.pins.filter((one) => !kept.includes(one)));
  const why = g.sameConfiguration ? 'detached' : 'configuration_changed';
  const notices = dropped.map(({ name }) => `${name} ${why}`);
  const goesOn =
    g.sameConfiguration && g.invocation !== null && !lost.includes(g.invocation.skillUid);
  const [invocation, subject] = goesOn ? [g.invocation, g.subject] : [null, null];

  const failing = kept.filter((one) => g.revoked.includes(one) || (one.process && g.fourEyes));
  const subjectGone = subject !== null && !g.readable;
  if (failing.length > 0 || subjectGone) {
    const pins = kept.filter((one) => !failing.includes(one) && !(subjectGone && one.process));
    const over =
      subjectGone || (invocation !== null && uids(failing).includes(invocation.skillUid));
    const about = over ? { invocation: null, subject: null } : { invocation, subject };
    const held = { pins, forcedSkillUids, notices, ...about };
    return { stop: failing.map(({ name }) => name), subjectGone, held };
  }

  const isNew =
    g.wanted !== null && ![...uids(kept), ...lost].includes(g.wanted.skillUid) ? g.wanted : null;
  if (isNew !== null && g.startRefused) return { refuse: 'skill_disabled' };
  if (isNew !== null && !kept.includes(P)) {
    const about = { invocation: isNew, subject: isNew.subject ?? null };
    return { start: { pins: kept, forcedSkillUids, notices, ...about }, fresh: isNew };
  }
  const otherRecord =
    isNew === null &&
    g.wanted?.subject !== undefined &&
    subject !== null &&
    g.wanted.skillUid === invocation.skillUid &&
    g.wanted.subject.uid !== subject.uid;
  const told = otherRecord ? [...notices, 'subject_kept'] : notices;
  return {
    start: { pins: kept, forcedSkillUids, notices: told, invocation, subject },
    fresh: isNew,
  };
}

function inWords(verdict: ContinuationVerdict): Model {
  if (verdict.do === 'refuse') return { refuse: verdict.code };
  const notices = verdict.derived.notices.map(({ code, data }) =>
    code === 'pin_dropped' ? `${String(data['name'])} ${String(data['reason'])}` : code,
  );
  const told = { ...verdict.derived, notices };
  return verdict.do === 'stop'
    ? {
        stop: verdict.failed.map((one) => one.pin.name),
        subjectGone: verdict.subjectGone,
        held: told,
      }
    : { start: told, fresh: verdict.fresh };
}

const some = fc.subarray(PINS);
const anInvocation = fc
  .tuple(fc.constantFrom(...PINS), fc.option(fc.constantFrom(HELD, ASKED)))
  .map(([{ skillUid }, subject]): Invocation =>
    subject === null ? { skillUid } : { skillUid, subject },
  );

const anything: fc.Arbitrary<Given> = fc.record({
  known: fc.boolean(),
  actor: fc.constantFrom(user('editor'), user('boss', true), user('other')),
  status: fc.constantFrom<RunStatus>('completed', 'failed', 'cancelled', 'waiting_for_approval'),
  sameConfiguration: fc.boolean(),
  mayUse: fc.boolean(),
  pins: some,
  invocation: fc.option(anInvocation),
  subject: fc.option(fc.constant(HELD)),
  forcedBefore: some,
  forcedNow: some,
  attached: some,
  revoked: some,
  fourEyes: fc.boolean(),
  readable: fc.boolean(),
  endProcess: fc.boolean(),
  wanted: fc.option(anInvocation),
  startRefused: fc.boolean(),
});

/** What passes every refusal, so that what is derived is looked at more often than by chance. */
const allowed = anything.map((given): Given => ({
  ...given,
  known: true,
  actor: user('editor'),
  status: 'completed',
  mayUse: true,
}));

describe('a continuation, held against the documented rules', () => {
  it('CON-02, CON-03, CON-04, CON-05 of any reasons at once the documented first one is told', () => {
    fc.assert(
      fc.property(anything, (given) => {
        expect(inWords(derive(given))).toEqual(model(given));
      }),
      propertyRuns('continuation-order'),
    );
  });

  it('CON-01, CON-06, PIN-05, PIN-06 whatever it finds, it derives what the rules say', () => {
    fc.assert(
      fc.property(allowed, (given) => {
        expect(inWords(derive(given))).toEqual(model(given));
      }),
      propertyRuns('continuation-derived'),
    );
  });
});

const PLAIN: Given = {
  known: true,
  actor: user('editor'),
  status: 'completed',
  sameConfiguration: true,
  mayUse: true,
  pins: [A],
  invocation: null,
  subject: null,
  forcedBefore: [],
  forcedNow: [],
  attached: PINS,
  revoked: [],
  fourEyes: false,
  readable: true,
  endProcess: false,
  wanted: null,
  startRefused: false,
};
const G_ON_HELD: Invocation = { skillUid: G.skillUid, subject: HELD };

describe('single cases of a continuation', () => {
  it.each<[string, Partial<Given>, object]>([
    [
      'CON-05 a configuration that is not open to the person any more refuses',
      { mayUse: false },
      { refuse: 'configuration_access' },
    ],
    [
      'CON-02 somebody else is told that before that it still waits',
      { pins: [P], actor: user('other'), status: 'waiting_for_approval' },
      { refuse: 'predecessor_not_yours' },
    ],
    [
      'CON-03 that it still waits is told before that the configuration is closed',
      { pins: [P], status: 'waiting_for_approval', mayUse: false },
      { refuse: 'predecessor_not_terminal' },
    ],
    [
      'PIN-10 forced before and forced now are both kept',
      { forcedBefore: [A], forcedNow: [A, G] },
      { start: { forcedSkillUids: uids([A, G]) } },
    ],
    [
      'PIN-10 what was forced does not come along into another configuration',
      { forcedBefore: [A], forcedNow: [G], sameConfiguration: false },
      { start: { forcedSkillUids: uids([G]), pins: [] } },
    ],
    [
      'PIN-05, PIN-06 a stop tells of dropped pins too',
      { pins: [A, G], attached: [A], revoked: [A] },
      { stop: ['A'], held: { pins: [], notices: ['G detached'] } },
    ],
    [
      'CON-06 a new invocation without a page is about none',
      { invocation: { skillUid: A.skillUid }, subject: HELD, wanted: { skillUid: G.skillUid } },
      { start: { invocation: { skillUid: G.skillUid }, subject: null } },
    ],
    [
      'CON-06 an invocation without a pin ends with its configuration',
      { pins: [], invocation: G_ON_HELD, subject: HELD, sameConfiguration: false },
      { start: { invocation: null, subject: null } },
    ],
  ])('%s', (_title, given, expected) => {
    expect(inWords(derive({ ...PLAIN, ...given }))).toMatchObject(expected);
  });
});
