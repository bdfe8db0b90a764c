import type { PendingCall, RunStatus } from '../../src/contracts/index.ts';
import type { ModelMessage } from '../../src/models/index.ts';
import type { NewRunEvent, RunChange, RunRow } from '../../src/runs/index.ts';
import type { Pin } from '../../src/skills/index.ts';
import type { FakeSkillTables, StoredRun } from '../../src/testing/index.ts';
import { lookInto } from './sealed.ts';

/** What must never happen, asked of facts alone and written without the runtime's own rules. `null` = nothing is broken. */

interface JournalLine {
  readonly kind: string;
  readonly approved?: boolean;
  readonly pending?: readonly PendingCall[];
  readonly calls?: readonly { readonly id: string; readonly name: string }[];
  readonly callId?: string;
  readonly pin?: Pin;
}

export function journalOf(run: StoredRun): readonly JournalLine[] {
  return run.journal.map((sealed) => lookInto(sealed) as JournalLine);
}

export interface Written {
  readonly runUuid: string;
  readonly callId: string;
  readonly tool: string;
  /** The change as it takes effect, in the words of a preview. */
  readonly lines: readonly string[];
}

/** No write without an accepted approval of exactly that preview, and each approval carries one write of a call. */
export function unapprovedWrite(
  written: Written,
  run: StoredRun | undefined,
  facts: {
    readonly shown: Readonly<Record<string, readonly PendingCall[]>>;
    readonly before: readonly string[];
  },
): string | null {
  const named = `${written.tool} ${JSON.stringify(written.lines)}`;
  if (run === undefined) return `a write of a run that is not there: ${named}`;
  const approval = run.events.findLast(({ kind }) => kind === 'approval' || kind === 'input');
  if (approval?.kind !== 'approval' || approval.payload['approved'] !== true) {
    return `a write without an accepted approval in the log: ${named}`;
  }
  const decision = journalOf(run).findLast(({ kind }) => kind === 'decision' || kind === 'input');
  // A run that ended under a process that had begun its write keeps its log, and drops its journal.
  const hasEnded = run.row.finishedAtMs !== null;
  if (!hasEnded && (decision?.kind !== 'decision' || decision.approved !== true)) {
    return `a write without an accepted approval in the journal: ${named}`;
  }
  const card = facts.shown[String(approval.payload['cardDigest'])];
  const call = card?.find(({ callId }) => callId === written.callId);
  if (call === undefined) return `a write that no approved card showed: ${named}`;
  if (
    !call.preview.failed &&
    JSON.stringify(call.preview.lines) !== JSON.stringify(written.lines)
  ) {
    return `a write that is not what its card showed: ${named} instead of ${JSON.stringify(call.preview.lines)}`;
  }
  const name = `${written.runUuid} ${written.callId}`;
  return facts.before.includes(name) ? `the same approved call wrote twice: ${named}` : null;
}

const WAYS: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancelled'],
  running: [
    'running',
    'queued',
    'waiting_for_approval',
    'waiting_for_input',
    'completed',
    'failed',
    'cancelled',
  ],
  waiting_for_approval: ['running', 'failed', 'cancelled'],
  waiting_for_input: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export interface Changing {
  readonly before: StoredRun;
  readonly after: StoredRun;
  readonly change: RunChange;
  /** Who changes; leases of an actor begin with its name. */
  readonly by: string;
  readonly nowMs: number;
}

/** One winner per transition: a run moves only along the ways between its states, and a segment only under its lease. */
export function brokenTransition(changing: Changing): string | null {
  const { before, change, by } = changing;
  const { status } = change.set;
  if (WAYS[before.row.status].length === 0) return `${by} changes a run that has ended`;
  if (status !== undefined && !WAYS[before.row.status].includes(status)) {
    return `${by} takes a run from ${before.row.status} to ${status}`;
  }
  if (status === 'running' && before.row.status === 'running') {
    return `${by} takes a run that is being run`;
  }
  const works = change.journal.length > 0 || (change.set.pendingEffect ?? null) !== null;
  if (works && before.row.leaseOwner?.startsWith(`${by}:`) !== true) {
    return `${by} works on a run somebody else holds`;
  }
  const takesOver = status === 'queued' || (status === 'failed' && before.row.status === 'running');
  const { leaseOwner, leaseExpiresAtMs } = before.row;
  if (
    takesOver &&
    leaseOwner?.startsWith(`${by}:`) !== true &&
    (leaseExpiresAtMs ?? 0) >= changing.nowMs
  ) {
    return `${by} takes a run away from a process that holds its lease`;
  }
  return null;
}

/** Of two decisions on one card one wins: a second needs the run to have been put back to waiting in between. */
export function decidedTwice({ before, change }: Changing): string | null {
  const decided = change.events.find(({ kind }) => kind === 'approval' || kind === 'input');
  if (decided === undefined) return null;
  const digest = decided.payload['cardDigest'];
  const earlier = before.events.findLastIndex(
    ({ kind, payload }) =>
      (kind === 'approval' || kind === 'input') && payload['cardDigest'] === digest,
  );
  if (earlier < 0) return null;
  const putBack = before.events
    .slice(earlier + 1)
    .some(
      ({ kind, payload }) => kind === 'status' && String(payload['status']).startsWith('waiting'),
    );
  return putBack ? null : 'one card was decided twice';
}

/** Each call id exactly one result, and no result without its call. */
export function unpairedResult({ after }: Changing): string | null {
  const open = new Set<string>();
  const settled = new Set<string>();
  for (const line of journalOf(after)) {
    if (line.kind === 'answer') {
      if (open.size > 0) return `call ${[...open].join()} never got a result`;
      for (const { id } of line.calls ?? []) {
        if (open.has(id) || settled.has(id)) return `two calls have the id ${id}`;
        open.add(id);
      }
    } else if (line.kind === 'result' && !open.delete(line.callId ?? '')) {
      return `a second result for call ${line.callId ?? ''}`;
    } else if (line.kind === 'result') settled.add(line.callId ?? '');
  }
  return null;
}

/** The same of what a model is sent. */
export function unpairedTranscript(messages: readonly ModelMessage[]): string | null {
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.callId)) return `the model is sent a result of no call`;
    } else if (open.size > 0) return `the model is sent a call without its result`;
    if (message.role === 'assistant') for (const { id } of message.toolCalls) open.add(id);
  }
  return open.size > 0 ? 'the model is sent a call without its result' : null;
}

/** No lost notice: what a run no longer holds was given back by its process, ended by its person, or is named. */
export function lostNotice(
  held: readonly Pin[],
  holds: readonly Pin[],
  told: {
    readonly events: readonly NewRunEvent[];
    readonly released: readonly number[];
    readonly processEnded: boolean;
  },
): string | null {
  const named = told.events
    .filter(({ kind }) => kind === 'notice')
    .map(({ payload }) => (payload['data'] as { skillUid?: number } | undefined)?.skillUid);
  // A page that is gone ends its process; that notice names the page instead.
  const pageGone = told.events.some(({ payload }) => payload['code'] === 'subject_gone');
  const lost = held.find(
    (pin) =>
      !holds.some(({ skillUid, digest }) => skillUid === pin.skillUid && digest === pin.digest) &&
      !told.released.includes(pin.skillUid) &&
      !named.includes(pin.skillUid) &&
      !(pin.process && (told.processEnded || pageGone)),
  );
  return lost === undefined ? null : `the run lost "${lost.name}" without a notice`;
}

/** What the skills of a run allow in one state of the skills: a set of names, or `null` for no restriction. */
export function liveTools(run: RunRow, tables: FakeSkillTables): ReadonlySet<string> | null {
  const attached = tables.attachments
    .filter(({ configurationUid }) => configurationUid === run.configurationUid)
    .map(({ skillUid }) => skillUid);
  const invoked = run.invocation === null ? [] : [run.invocation.skillUid];
  const uids = new Set([
    ...attached,
    ...run.forcedSkillUids,
    ...invoked,
    ...run.pins.map(({ skillUid }) => skillUid),
  ]);
  const lists = [...uids].map((uid) => declared(uid, run, tables)).filter((list) => list !== null);
  return lists.length === 0 ? null : new Set(lists.flat());
}

function declared(uid: number, run: RunRow, tables: FakeSkillTables): readonly string[] | null {
  const skill = tables.skills.find((row) => row.uid === uid);
  if (skill === undefined) return null;
  const pin = run.pins.find(({ skillUid }) => skillUid === uid);
  if (pin !== undefined) {
    const snapshot = tables.approvals.find(
      (row) => row.skillUid === uid && row.digest === pin.digest,
    )?.snapshot;
    return snapshot?.allowedTools ?? null;
  }
  const source = tables.sources.find((row) => row.uid === skill.sourceUid);
  if (!skill.enabled || skill.orphaned || source?.enabled !== true) return null;
  // Skills of these scenarios are written here: their latest approved version that was not revoked speaks for them.
  const approved = tables.approvals.findLast(
    (row) =>
      row.skillUid === uid &&
      row.sourceUid === skill.sourceUid &&
      !tables.revocations.some(
        (gone) => gone.skillUid === uid && gone.digest === row.digest && gone.id > row.id,
      ),
  );
  return approved === undefined ? [] : approved.snapshot.allowedTools;
}

/** No tool outside stored ∩ live: live at some moment of the segment, as its reads are spread over it. */
export function forbiddenTool(
  offered: readonly string[],
  run: RunRow,
  history: readonly FakeSkillTables[],
): string | null {
  const live = history.map((tables) => liveTools(run, tables));
  const wrong = offered.find(
    (name) =>
      name !== 'load_skill' &&
      (run.allowList?.includes(name) === false ||
        !live.some((allowed) => allowed === null || allowed.has(name))),
  );
  return wrong === undefined
    ? null
    : `the model is offered ${wrong}, which the stored or the live list does not allow`;
}

/** When nobody has anything left to do: nobody still holds a run but who is gone, and every waiting run shows its card. */
export function brokenEnding(
  runs: ReadonlyMap<string, StoredRun>,
  gone: readonly string[],
): string | null {
  for (const { row, events } of runs.values()) {
    const holder = row.leaseOwner?.split(':')[0] ?? '';
    if (row.status === 'running' && !gone.includes(holder)) return `${holder} left a run running`;
    if (row.status.startsWith('waiting') && row.suspended === null)
      return 'a run waits with no card';
    if (events.some(({ sequence }, index) => sequence !== index + 1)) return 'the log has a gap';
    const last = events.findLast(({ kind }) => kind === 'status')?.payload['status'];
    if (last !== row.status) return `the log says ${String(last)}, the run is ${row.status}`;
  }
  return null;
}
