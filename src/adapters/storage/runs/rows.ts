import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import {
  RecordRef,
  RunEventKind,
  RunOutcome,
  RunStatus,
  RunTermination,
  type RunEvent,
} from '../../../contracts/index.ts';
import type { NewRun, NewRunEvent, RunChange, RunRow } from '../../../runs/index.ts';
import type { Pin } from '../../../skills/index.ts';
import { fromJson, toJson } from '../columns.ts';
import type { RunEventTable, RunTable } from './tables.ts';

const Pins = z.array(
  z.object({
    skillUid: z.number(),
    sourceUid: z.number(),
    digest: z.string(),
    process: z.boolean(),
    name: z.string(),
  }),
);
const StoredInvocation = z.object({ skillUid: z.number(), subject: RecordRef.optional() });
// Made once: a schema is dear to make, and every decision reads its row several times.
const Status = RunStatus.nullable().catch(null);
const Uids = z.array(z.number());
const Names = z.array(z.string());
const Outcome = RunOutcome.nullable();
const Termination = RunTermination.nullable();
const Payload = z.record(z.string(), z.unknown());
const Effect = z.object({
  callId: z.string(),
  tool: z.string(),
  effect: z.enum(['idempotent_write', 'non_idempotent_write']),
});

/** What of a row is JSON or one of a list of words, and so may be unreadable. */
type Decoded = Pick<
  RunRow,
  | 'outcome'
  | 'termination'
  | 'pins'
  | 'invocation'
  | 'subject'
  | 'forcedSkillUids'
  | 'forcedSnippetUids'
  | 'allowList'
  | 'pendingEffect'
>;

const NOTHING_KNOWN: Decoded = {
  outcome: null,
  termination: null,
  pins: [],
  invocation: null,
  subject: null,
  forcedSkillUids: [],
  forcedSnippetUids: [],
  allowList: [],
  pendingEffect: null,
};

function decoded(row: Selectable<RunTable>): Decoded | null {
  try {
    return {
      outcome: Outcome.parse(row.outcome),
      termination: Termination.parse(row.termination),
      pins: fromJson(row.pins, Pins),
      invocation: fromJson(row.invocation, StoredInvocation),
      subject: fromJson(row.subject, RecordRef),
      forcedSkillUids: fromJson(row.forced_skill_uids, Uids),
      forcedSnippetUids: fromJson(row.forced_snippet_uids, Uids),
      allowList: fromJson(row.allow_list, Names),
      pendingEffect: fromJson(row.pending_effect, Effect),
    };
  } catch {
    return null;
  }
}

/** The run of a row, `unreadable` where it is; `null` when not even its status is known. */
export function toRun(row: Selectable<RunTable>): RunRow | null {
  const status = Status.parse(row.status);
  if (status === null) return null;
  const known = decoded(row);
  return {
    ...(known ?? { ...NOTHING_KNOWN, unreadable: true }),
    uuid: row.uuid,
    status,
    configurationUid: row.configuration_uid,
    initiatorUserId: row.initiator_user_id,
    processSkillUid: row.process_skill_uid,
    predecessor: row.predecessor,
    wake: { topic: row.wake_topic === 'conversation' ? 'conversation' : 'run', id: row.wake_id },
    request: row.request,
    suspended: row.suspended,
    text: row.text,
    pauseOrdinal: row.pause_ordinal,
    leaseOwner: row.lease_owner,
    leaseExpiresAtMs: row.lease_expires_at_ms,
    requeueCount: row.requeue_count,
    notBeforeMs: row.not_before_ms,
    eventCount: row.event_count,
    journalCount: row.journal_count,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}

/** The pins of a row, for what counts them; of one that is unreadable they are not known. */
export function toPins(pins: string): readonly Pin[] {
  try {
    return fromJson(pins, Pins);
  } catch {
    return [];
  }
}

export function fromRun(run: NewRun, eventCount: number): Insertable<RunTable> {
  return {
    ...(fromChanges(run) as Insertable<RunTable>),
    uuid: run.uuid,
    configuration_uid: run.configurationUid,
    initiator_user_id: run.initiatorUserId,
    forced_skill_uids: JSON.stringify(run.forcedSkillUids),
    forced_snippet_uids: JSON.stringify(run.forcedSnippetUids),
    allow_list: toJson(run.allowList),
    predecessor: run.predecessor,
    wake_topic: run.wake.topic,
    wake_id: run.wake.id,
    event_count: eventCount,
    journal_count: 0,
    created_at_ms: run.createdAtMs,
  };
}

type Changes = RunChange['set'];

const COLUMNS: { readonly [Name in keyof Changes]-?: (set: Changes) => Updateable<RunTable> } = {
  status: ({ status }) => ({ status }),
  outcome: ({ outcome }) => ({ outcome }),
  termination: ({ termination }) => ({ termination }),
  pins: ({ pins }) => ({ pins: JSON.stringify(pins) }),
  processSkillUid: (set) => ({ process_skill_uid: set.processSkillUid }),
  invocation: ({ invocation }) => ({ invocation: toJson(invocation ?? null) }),
  subject: ({ subject }) => ({ subject: toJson(subject ?? null) }),
  request: ({ request }) => ({ request }),
  suspended: ({ suspended }) => ({ suspended }),
  text: ({ text }) => ({ text }),
  pauseOrdinal: (set) => ({ pause_ordinal: set.pauseOrdinal }),
  leaseOwner: (set) => ({ lease_owner: set.leaseOwner }),
  leaseExpiresAtMs: (set) => ({ lease_expires_at_ms: set.leaseExpiresAtMs }),
  pendingEffect: (set) => ({ pending_effect: toJson(set.pendingEffect ?? null) }),
  requeueCount: (set) => ({ requeue_count: set.requeueCount }),
  notBeforeMs: (set) => ({ not_before_ms: set.notBeforeMs }),
  finishedAtMs: (set) => ({ finished_at_ms: set.finishedAtMs }),
};

/** The columns a change sets; what it does not name stays. */
export function fromChanges(set: Changes): Updateable<RunTable> {
  const named = (Object.keys(set) as (keyof Changes)[]).filter(
    (name) => Object.hasOwn(COLUMNS, name) && set[name] !== undefined,
  );
  return Object.assign({}, ...named.map((name) => COLUMNS[name](set))) as Updateable<RunTable>;
}

export function toEvent(row: Selectable<RunEventTable>): RunEvent {
  return {
    runUuid: row.run_uuid,
    sequence: row.sequence,
    kind: RunEventKind.parse(row.kind),
    payload: fromJson(row.payload, Payload),
    atMs: row.at_ms,
  };
}

/** Events numbered from the one after `last`. */
export function numbered(
  runUuid: string,
  last: number,
  events: readonly NewRunEvent[],
): readonly RunEvent[] {
  return events.map(({ kind, payload, atMs }, index) => ({
    runUuid,
    sequence: last + index + 1,
    kind,
    payload,
    atMs,
  }));
}
