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
const Effect = z.object({
  callId: z.string(),
  tool: z.string(),
  effect: z.enum(['idempotent_write', 'non_idempotent_write']),
});

export function toRun(row: Selectable<RunTable>): RunRow {
  return {
    uuid: row.uuid,
    status: RunStatus.parse(row.status),
    outcome: RunOutcome.nullable().parse(row.outcome),
    termination: RunTermination.nullable().parse(row.termination),
    configurationUid: row.configuration_uid,
    initiatorUserId: row.initiator_user_id,
    pins: fromJson(row.pins, Pins),
    processSkillUid: row.process_skill_uid,
    invocation: fromNullableJson(row.invocation, StoredInvocation),
    subject: fromNullableJson(row.subject, RecordRef),
    forcedSkillUids: fromJson(row.forced_skill_uids, z.array(z.number())),
    allowList: fromNullableJson(row.allow_list, z.array(z.string())),
    predecessor: row.predecessor,
    wake: { topic: row.wake_topic === 'conversation' ? 'conversation' : 'run', id: row.wake_id },
    request: row.request,
    suspended: row.suspended,
    text: row.text,
    pauseOrdinal: row.pause_ordinal,
    leaseOwner: row.lease_owner,
    leaseExpiresAtMs: row.lease_expires_at_ms,
    pendingEffect: fromNullableJson(row.pending_effect, Effect),
    requeueCount: row.requeue_count,
    notBeforeMs: row.not_before_ms,
    eventCount: row.event_count,
    journalCount: row.journal_count,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}

export function fromRun(run: NewRun, eventCount: number): Insertable<RunTable> {
  return {
    ...(fromChanges(run) as Insertable<RunTable>),
    uuid: run.uuid,
    configuration_uid: run.configurationUid,
    initiator_user_id: run.initiatorUserId,
    forced_skill_uids: JSON.stringify(run.forcedSkillUids),
    allow_list: toJson(run.allowList),
    predecessor: run.predecessor,
    wake_topic: run.wake.topic,
    wake_id: run.wake.id,
    event_count: eventCount,
    journal_count: 0,
    created_at_ms: run.createdAtMs,
  };
}

/** The columns a change sets; what it does not name stays. */
export function fromChanges(set: RunChange['set']): Updateable<RunTable> {
  const columns: Record<keyof RunChange['set'], Updateable<RunTable>> = {
    status: { status: set.status },
    outcome: { outcome: set.outcome },
    termination: { termination: set.termination },
    pins: { pins: JSON.stringify(set.pins) },
    processSkillUid: { process_skill_uid: set.processSkillUid },
    invocation: { invocation: toJson(set.invocation) },
    subject: { subject: toJson(set.subject) },
    request: { request: set.request },
    suspended: { suspended: set.suspended },
    text: { text: set.text },
    pauseOrdinal: { pause_ordinal: set.pauseOrdinal },
    leaseOwner: { lease_owner: set.leaseOwner },
    leaseExpiresAtMs: { lease_expires_at_ms: set.leaseExpiresAtMs },
    pendingEffect: { pending_effect: toJson(set.pendingEffect) },
    requeueCount: { requeue_count: set.requeueCount },
    notBeforeMs: { not_before_ms: set.notBeforeMs },
    finishedAtMs: { finished_at_ms: set.finishedAtMs },
  };
  const named = (Object.keys(columns) as (keyof RunChange['set'])[]).filter(
    (name) => set[name] !== undefined,
  );
  return Object.assign({}, ...named.map((name) => columns[name])) as Updateable<RunTable>;
}

export function toEvent(row: Selectable<RunEventTable>): RunEvent {
  return {
    runUuid: row.run_uuid,
    sequence: row.sequence,
    kind: RunEventKind.parse(row.kind),
    payload: fromJson(row.payload, z.record(z.string(), z.unknown())),
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

export function fromEvent(event: RunEvent): Insertable<RunEventTable> {
  return {
    run_uuid: event.runUuid,
    sequence: event.sequence,
    kind: event.kind,
    payload: JSON.stringify(event.payload),
    at_ms: event.atMs,
  };
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function fromJson<T>(text: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(text));
}

function fromNullableJson<T>(text: string | null, schema: z.ZodType<T>): T | null {
  return text === null ? null : fromJson(text, schema);
}
