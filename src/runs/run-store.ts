import type { Transaction } from '../base/index.ts';
import type {
  RecordRef,
  RunEvent,
  RunEventKind,
  RunOutcome,
  RunStatus,
  RunTermination,
} from '../contracts/index.ts';
import type { Pin } from '../skills/index.ts';
import type { AllowList } from '../tools/index.ts';
import type { Invocation } from './rules/continuation.ts';
import type { WakeUpCall } from './runtime.ts';

/**
 * A run as it is stored. Pins, invocation, subject, forced uids, allow-list and predecessor are in clear (uids and digests,
 * no content); what the run was asked, what it waits with and what it answered is sealed (PIN-11, DUR-06).
 */
export interface RunRow {
  readonly uuid: string;
  readonly status: RunStatus;
  readonly outcome: RunOutcome | null;
  readonly termination: RunTermination | null;
  readonly configurationUid: number;
  /** `null` when a service account started it. */
  readonly initiatorUserId: string | null;
  readonly pins: readonly Pin[];
  /** The skill of the process pin; the column the decision rules read when the state cannot be. */
  readonly processSkillUid: number | null;
  readonly invocation: Invocation | null;
  readonly subject: RecordRef | null;
  /** Forced in this run or one of its lineage (decisions §9). */
  readonly forcedSkillUids: readonly number[];
  /** Forced in this run; gated by data class at every resume (TOL-05). */
  readonly forcedSnippetUids: readonly number[];
  readonly allowList: AllowList;
  readonly predecessor: string | null;
  /** Who is woken when the run is queued (again). */
  readonly wake: WakeUpCall;
  /** Sealed; gone once the run has ended. */
  readonly request: string | null;
  /** Sealed; what a waiting run waits with. Kept through the claim of a decision until its first step is recorded. */
  readonly suspended: string | null;
  /** Sealed: the answer, or the sentence that says why the run stopped. */
  readonly text: string | null;
  /** How often the run has paused. */
  readonly pauseOrdinal: number;
  readonly leaseOwner: string | null;
  readonly leaseExpiresAtMs: number | null;
  /** The write that has begun and whose step is not recorded yet (WRT-05). */
  readonly pendingEffect: PendingEffect | null;
  readonly requeueCount: number;
  /** A queued run is not picked up before this time. */
  readonly notBeforeMs: number;
  /** Sequence of the last event, and number of journal entries. */
  readonly eventCount: number;
  readonly journalCount: number;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  /**
   * The row was altered, or a later release wrote it: what it held (`outcome`, `termination`, pins, invocation, subject,
   * forced uids, allow-list, pending effect) is not known and left empty here. Nothing is decided, continued or recovered
   * from it; it is shown, and can be cancelled.
   */
  readonly unreadable?: true;
}

/** What is told of a run that holds a version. */
export type HoldingRun = Pick<
  RunRow,
  'uuid' | 'status' | 'createdAtMs' | 'initiatorUserId' | 'subject'
>;

export interface PendingEffect {
  readonly callId: string;
  readonly tool: string;
  readonly effect: 'idempotent_write' | 'non_idempotent_write';
}

export type NewRun = Omit<RunRow, 'eventCount' | 'journalCount' | 'unreadable'>;

export interface NewRunEvent {
  readonly kind: RunEventKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly atMs: number;
  /** Sealed: what was said in the step, as far as the privacy level keeps it; left out = nothing is kept (SEC-05). */
  readonly content?: string;
}

/** What is kept of what was said in one step. */
export interface RunStepContent {
  /** The event's. */
  readonly sequence: number;
  /** Sealed. */
  readonly content: string;
}

/** What must be true of the row for a change to apply. */
export interface RunGuard {
  readonly statuses: readonly RunStatus[];
  /** The lease must be this owner's. */
  readonly leaseOwner?: string;
  /** The lease must have run out before this time. */
  readonly leaseExpiredAtMs?: number;
  /** The run must be due at this time. */
  readonly dueAtMs?: number;
  /** Nothing may have been recorded, and no write begun or settled, since the row was read like this. */
  readonly asRead?: Pick<RunRow, 'eventCount' | 'journalCount' | 'pendingEffect'>;
}

/** What a change sets, and what it appends in the same breath. */
export interface RunChange {
  readonly set: Partial<
    Pick<
      RunRow,
      | 'status'
      | 'outcome'
      | 'termination'
      | 'pins'
      | 'processSkillUid'
      | 'invocation'
      | 'subject'
      | 'request'
      | 'suspended'
      | 'text'
      | 'pauseOrdinal'
      | 'leaseOwner'
      | 'leaseExpiresAtMs'
      | 'pendingEffect'
      | 'requeueCount'
      | 'notBeforeMs'
      | 'finishedAtMs'
    >
  >;
  readonly events: readonly NewRunEvent[];
  /** Sealed entries. */
  readonly journal: readonly string[];
  /** Drops the journal: a run that has ended needs none. Default `false`. */
  readonly forgetJournal?: boolean;
}

/**
 * Runs, their event logs and journals. Events have no update and no delete. A row that cannot be read comes `unreadable`; one
 * whose status is unknown to this release is as if it were not there.
 */
export interface RunStore {
  run(uuid: string): Promise<RunRow | null>;
  /** After a sequence, oldest first. */
  events(uuid: string, afterSequence: number): Promise<readonly RunEvent[]>;
  /** What was said in the steps of a run, in their order; kept apart from the events, which are kept at every level. */
  contents(uuid: string): Promise<readonly RunStepContent[]>;
  /** The newest event of each of these kinds in each of these runs, in no order. */
  latestEvents(
    uuids: readonly string[],
    kinds: readonly RunEventKind[],
  ): Promise<readonly RunEvent[]>;
  /** Sealed entries in the order they were written, from position `from` (default 0) on. */
  journal(uuid: string, from?: number): Promise<readonly string[]>;
  /** Running rows whose lease ran out before `nowMs`, oldest first. */
  interrupted(nowMs: number, limit: number): Promise<readonly RunRow[]>;
  /** Queued rows that may be picked up at `nowMs`, oldest first. */
  due(nowMs: number, limit: number): Promise<readonly RunRow[]>;
  /** Newest first; of one user, or of everybody for `null`. */
  recent(initiatorUserId: string | null, limit: number): Promise<readonly RunRow[]>;
  /** The newest run that this wake-up names; `null` = none. */
  latestFor(wake: WakeUpCall): Promise<string | null>;
  /** Failed runs that ended so, newest first; of one user, or of everybody for `null`. */
  failed(
    terminations: readonly RunTermination[],
    initiatorUserId: string | null,
    limit: number,
  ): Promise<readonly RunRow[]>;
  /** How many failed runs ended so, whoever started them. */
  countFailed(terminations: readonly RunTermination[]): Promise<number>;
  /** Every run that has not ended, newest first; of one user, or of everybody for `null`. */
  open(initiatorUserId: string | null): Promise<readonly RunRow[]>;
  /** Every run that waits for a person, newest first; of one user, or of everybody for `null`. */
  waiting(initiatorUserId: string | null): Promise<readonly RunRow[]>;
  within(transaction: Transaction): RunWriter;
}

export interface RunWriter {
  insert(run: NewRun, events: readonly NewRunEvent[]): Promise<void>;
  /**
   * Compare-and-set: applies the change when the guard holds and tells what became of it. Numbers the events without a
   * gap. `null` = the guard did not hold and nothing was written.
   */
  change(uuid: string, guard: RunGuard, change: RunChange): Promise<RunChanged | null>;
}

export interface RunChanged {
  /** The appended events, numbered. */
  readonly events: readonly RunEvent[];
}
