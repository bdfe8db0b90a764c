import { isAdministrator, isInitiatorOf, type Actor } from '../../actors/index.ts';
import {
  isTerminal,
  type ErrorCode,
  type RecordRef,
  type RunStatus,
  type SaidNotice,
} from '../../contracts/index.ts';
import type { Pin } from '../../skills/index.ts';
import type { FailedPin } from './failed-pins.ts';

/** What a continuation derives from its predecessor (rules.md §2, CON-01); no caller can hand any of it in. */

export interface Invocation {
  readonly skillUid: number;
  readonly subject?: RecordRef | undefined;
}

export interface Predecessor {
  readonly status: RunStatus;
  readonly initiatorUserId: string | null;
  readonly configurationUid: number;
  readonly processSkillUid: number | null;
  readonly pins: readonly Pin[];
  readonly invocation: Invocation | null;
  readonly subject: RecordRef | null;
  readonly forcedSkillUids: readonly number[];
}

export interface ContinuationRequest {
  readonly actor: Actor;
  readonly configurationUid: number;
  readonly invocation: Invocation | null;
  readonly forcedSkillUids: readonly number[];
  readonly endProcess: boolean;
}

export interface ContinuationFacts {
  /** `null` when it is missing or cannot be read. */
  readonly predecessor: Predecessor | null;
  readonly actorMayUse: boolean;
  /** Skills attached to the request's configuration, in either load mode. */
  readonly attachedSkillUids: readonly number[];
  /** Failing ones among the given pins; a dropped pin is never asked about. */
  readonly failedOf: (pins: readonly Pin[]) => readonly FailedPin[];
  /** For the user the run executes as. */
  readonly readable: (subject: RecordRef) => boolean;
  /** Why the request's invocation, as a new start, is refused; asked only when it is one. */
  readonly startRefusal: (held: { readonly process: Pin | null }) => ErrorCode | null;
}

export interface Derived {
  readonly pins: readonly Pin[];
  readonly forcedSkillUids: readonly number[];
  readonly invocation: Invocation | null;
  readonly subject: RecordRef | null;
  readonly notices: readonly SaidNotice[];
}

export type ContinuationVerdict =
  | { readonly do: 'refuse'; readonly code: ErrorCode; readonly process: Pin | null }
  /** A failed run without a model call; `derived` is what it stores (PIN-05). */
  | {
      readonly do: 'stop';
      readonly failed: readonly FailedPin[];
      readonly subjectGone: boolean;
      readonly derived: Derived;
    }
  | {
      readonly do: 'start';
      readonly derived: Derived;
      /** The request's invocation when it is a new start, to be admitted. */
      readonly fresh: Invocation | null;
    };

export function deriveContinuation(
  request: ContinuationRequest,
  facts: ContinuationFacts,
): ContinuationVerdict {
  const refuse = (code: ErrorCode, process: Pin | null = null) =>
    ({ do: 'refuse', code, process }) as const;
  const { predecessor } = facts;
  if (predecessor === null) return refuse('predecessor_missing');
  if (!isInitiatorOf(request.actor, predecessor) && !isAdministrator(request.actor)) {
    return refuse('predecessor_not_yours');
  }
  if (predecessor.processSkillUid !== null && !isTerminal(predecessor.status)) {
    return refuse('predecessor_not_terminal');
  }
  if (!facts.actorMayUse) return refuse('configuration_access');

  const carried = carry(request, facts, predecessor);
  const failed = facts.failedOf(carried.pins);
  const subjectGone = carried.subject !== null && !facts.readable(carried.subject);
  if (failed.length > 0 || subjectGone) {
    return { do: 'stop', failed, subjectGone, derived: afterStop(carried, failed, subjectGone) };
  }

  const wanted = request.invocation;
  const lost = lostPins(predecessor.pins, carried.pins);
  // A pinned uid is the idempotent case; one that was just dropped has its notice and starts with the next message.
  const fresh =
    wanted !== null && !names(carried.pins, wanted.skillUid) && !names(lost, wanted.skillUid)
      ? wanted
      : null;
  const process = carried.pins.find((pin) => pin.process) ?? null;
  if (fresh !== null) {
    const refusal = facts.startRefusal({ process });
    if (refusal !== null) return refuse(refusal, process);
  }
  const notices = [...carried.notices, ...subjectNotice(wanted, carried, fresh)];
  // Beside a held process only the new skill's section joins; the run stays about the process's record.
  const leads = fresh !== null && process === null;
  return {
    do: 'start',
    fresh,
    derived: {
      ...carried,
      notices,
      ...(leads ? { invocation: fresh, subject: fresh.subject ?? null } : {}),
    },
  };
}

function carry(
  request: ContinuationRequest,
  facts: ContinuationFacts,
  predecessor: Predecessor,
): Derived {
  const same = request.configurationUid === predecessor.configurationUid;
  const forcedSkillUids = same
    ? [...new Set([...predecessor.forcedSkillUids, ...request.forcedSkillUids])]
    : request.forcedSkillUids;
  const keeps = (pin: Pin) =>
    same &&
    (facts.attachedSkillUids.includes(pin.skillUid) || forcedSkillUids.includes(pin.skillUid));
  const ended = (pin: Pin) => pin.process && request.endProcess;
  const pins = predecessor.pins.filter((pin) => keeps(pin) && !ended(pin));
  const notices = predecessor.pins
    .filter((pin) => !keeps(pin))
    .map((pin) => dropNotice(pin, same ? 'detached' : 'configuration_changed'));
  const lost = lostPins(predecessor.pins, pins);
  const over =
    predecessor.invocation === null || !same || names(lost, predecessor.invocation.skillUid);
  return {
    pins,
    forcedSkillUids,
    invocation: over ? null : predecessor.invocation,
    subject: over ? null : predecessor.subject,
    notices,
  };
}

/** What a run that stops on failing pins keeps: the other pins, and the invocation unless its own pin failed. */
export function afterStop(
  held: Derived,
  failed: readonly FailedPin[],
  subjectGone: boolean,
): Derived {
  const gone = failed.map(({ pin }) => pin);
  const pins = held.pins.filter((pin) => !gone.includes(pin) && !(subjectGone && pin.process));
  const over = subjectGone || (held.invocation !== null && names(gone, held.invocation.skillUid));
  return { ...held, pins, ...(over ? { invocation: null, subject: null } : {}) };
}

function lostPins(before: readonly Pin[], after: readonly Pin[]): readonly Pin[] {
  return before.filter((pin) => !names(after, pin.skillUid));
}

function names(pins: readonly Pin[], skillUid: number): boolean {
  return pins.some((pin) => pin.skillUid === skillUid);
}

function dropNotice(pin: Pin, reason: 'detached' | 'configuration_changed'): SaidNotice {
  return { code: 'pin_dropped', data: { skillUid: pin.skillUid, name: pin.name, reason } };
}

/** The same process picked again for another record: the record it is about stays (decisions §59). */
function subjectNotice(
  wanted: Invocation | null,
  carried: Derived,
  fresh: Invocation | null,
): readonly SaidNotice[] {
  if (wanted?.subject === undefined || fresh !== null || carried.subject === null) return [];
  const { table, uid } = wanted.subject;
  if (table === carried.subject.table && uid === carried.subject.uid) return [];
  if (carried.invocation?.skillUid !== wanted.skillUid) return [];
  return [
    {
      code: 'subject_kept',
      data: { table: carried.subject.table, uid: carried.subject.uid },
    },
  ];
}
