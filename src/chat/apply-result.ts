import {
  BudgetStop,
  isWaiting,
  Progress,
  RecordRef,
  RunNotice,
  type ConversationStatus,
  type RunEvent,
  type RunOutcome,
  type RunTermination,
  type RunView,
} from '../contracts/index.ts';
import type { RunResult } from '../runs/index.ts';
import type { Conversation, ConversationState, NewEntry } from './conversation.ts';
import { heldProcessOf } from './conversation-view.ts';
import { sanitiseMessage } from './sanitise-message.ts';

/** How a segment ended, whether it was returned or, after a crash, read from the run's status. */
export interface SegmentEnd {
  readonly outcome: RunOutcome;
  readonly termination: RunTermination | null;
  readonly text: string;
  /** Everything the model said on the way, in order. Left out when only the run's status is known: then `text` is all. */
  readonly said?: readonly string[];
}

/**
 * A returned result with everything that was said in it: what a person saw being written must not vanish (CHT-08). Of a turn
 * that was stopped in the middle of a sentence that is the sentence so far, `unfinished`.
 */
export function endOfResult(result: RunResult, unfinished = ''): SegmentEnd {
  const said = result.steps.flatMap((step) => (step.kind === 'llm' ? [step.text] : []));
  if (result.outcome === 'cancelled') said.push(unfinished);
  return { outcome: result.outcome, termination: result.termination, text: result.text, said };
}

/** Which status a conversation takes when a segment ended so (facts §9). */
export function statusAfter(outcome: RunOutcome): ConversationStatus {
  switch (outcome) {
    case 'completed':
      return 'idle';
    case 'awaiting_approval':
      return 'awaiting_approval';
    case 'awaiting_input':
      return 'awaiting_input';
    case 'requeued':
    case 'lease_lost':
      return 'processing'; // somebody goes on with it
    case 'suspend_failed':
    case 'guardrail_blocked':
    case 'guardrail_approval_required':
    case 'failed':
    case 'cancelled':
      return 'failed';
  }
}

/** What the log of a run says since `afterSequence`: what the chat takes over. */
export interface LoggedFacts {
  readonly sequence: number;
  readonly notices: readonly RunNotice[];
  readonly progress: Progress | null;
  readonly highlight: RecordRef | null;
  readonly completed: boolean;
  /** Which budget refused the call the run ended at. */
  readonly budget: BudgetStop | null;
}

export function loggedFacts(events: readonly RunEvent[], afterSequence: number): LoggedFacts {
  let facts: LoggedFacts = {
    sequence: afterSequence,
    notices: [],
    progress: null,
    highlight: null,
    completed: false,
    budget: null,
  };
  for (const { kind, payload, sequence } of events) {
    facts = { ...facts, sequence: Math.max(facts.sequence, sequence) };
    if (kind === 'notice') {
      const notice = RunNotice.safeParse(payload);
      if (notice.success) facts = { ...facts, notices: [...facts.notices, notice.data] };
    } else if (kind === 'progress') {
      const progress = readProgress(payload);
      if (progress !== null) {
        facts = { ...facts, progress, completed: facts.completed || progress.completed };
      }
    } else if (kind === 'highlight') {
      const highlight = readHighlight(payload);
      if (highlight !== null) facts = { ...facts, highlight };
    } else if (kind === 'status') {
      facts = { ...facts, budget: BudgetStop.safeParse(payload['budget']).data ?? null };
    }
  }
  return facts;
}

export function readProgress(payload: Readonly<Record<string, unknown>>): Progress | null {
  return Progress.safeParse(payload).data ?? null;
}

export function readHighlight(payload: Readonly<Record<string, unknown>>): RecordRef | null {
  return RecordRef.safeParse(payload['target'] ?? payload).data ?? null;
}

export interface AppliedSegment {
  readonly set: Partial<ConversationState>;
  readonly append: readonly NewEntry[];
}

/**
 * What a finished segment does to the conversation: its status, what the header shows, and the entries in the order they
 * are read: how the card ended, notices, the answer or why there is none, and the tour's end (CHT-05, CHT-09, FOC-01).
 */
export function applySegment(
  conversation: Conversation,
  segment: {
    readonly end: SegmentEnd;
    readonly logged: LoggedFacts;
    /** The run as it is now; `null` when it is gone. */
    readonly run: RunView | null;
    readonly before: readonly NewEntry[];
  },
): AppliedSegment {
  const { end, logged, run } = segment;
  const status = statusAfter(end.outcome);
  const progress = logged.progress ?? conversation.progress;
  const process = conversation.endProcess || run === null ? null : heldProcessOf(run);
  const tourEnded = logged.completed ? conversation.tourStart : null;
  const tourLost = status !== 'processing' && process === null;
  return {
    set: {
      status,
      decision: null,
      eventSequence: logged.sequence,
      process: status === 'processing' ? conversation.process : process,
      progress: tourLost && progress?.completed !== true ? null : progress,
      highlight:
        progress?.completed === true || tourLost
          ? null
          : (logged.highlight ?? conversation.highlight),
      tourStart: tourLost || tourEnded !== null ? null : conversation.tourStart,
    },
    append: [
      ...segment.before,
      ...logged.notices.map((notice): NewEntry => ({ kind: 'notice', notice })),
      ...endEntries(end, status, logged.budget),
      ...(tourEnded === null ? [] : [{ kind: 'tour_finished', since: tourEnded } as const]),
    ],
  };
}

function endEntries(
  end: SegmentEnd,
  status: ConversationStatus,
  budget: BudgetStop | null,
): readonly NewEntry[] {
  if (status === 'failed') {
    const answer = saidEntries(end.said ?? []);
    const code = end.termination ?? end.outcome;
    const which = code === 'budget_exhausted' && budget !== null ? { budget } : {};
    return [...answer, { kind: 'stopped', code, message: sanitiseMessage(end.text), ...which }];
  }
  if (status === 'processing' && end.outcome !== 'requeued') return [];
  return answerEntries(end);
}

/** What was said in a segment that did not fail, and why it was cut short, if it was. */
export function answerEntries(end: SegmentEnd): readonly NewEntry[] {
  const answer = saidEntries(end.said ?? [end.text]);
  if (end.outcome === 'completed' && end.termination !== null && end.termination !== 'completed') {
    return [...answer, { kind: 'notice', notice: { code: end.termination, data: {} } }];
  }
  return answer;
}

function saidEntries(texts: readonly string[]): readonly NewEntry[] {
  return texts
    .filter((text) => text.trim() !== '')
    .map((text): NewEntry => ({ kind: 'assistant', text }));
}

/**
 * How a run ended as far as its status tells, when nobody brought its result: `null` while it is still queued or running.
 * `text` is what its log keeps of the answer.
 */
export function endFromStatus(run: RunView, text: string): SegmentEnd | null {
  switch (run.status) {
    case 'queued':
    case 'running':
      return null;
    case 'waiting_for_approval':
      return { outcome: 'awaiting_approval', termination: null, text: run.message ?? text };
    case 'waiting_for_input':
      return { outcome: 'awaiting_input', termination: null, text: run.message ?? text };
    case 'completed':
      return { outcome: 'completed', termination: run.termination, text: run.message ?? text };
    case 'failed':
      return { outcome: 'failed', termination: run.termination, text: run.message ?? '' };
    case 'cancelled':
      return { outcome: 'cancelled', termination: 'cancelled', text: run.message ?? '' };
  }
}

/** The last answer text in a run's log, or an empty text. */
export function loggedText(events: readonly RunEvent[]): string {
  const last = events.findLast(({ kind }) => kind === 'llm');
  const text = last?.payload['text'];
  return typeof text === 'string' ? text : '';
}

/**
 * How a run ended by its status and the events not taken over yet. Beside a card stands what was said last, which may be
 * what the conversation has shown already: then it is left out.
 */
export function endFromLog(run: RunView, events: readonly RunEvent[]): SegmentEnd | null {
  const waits = isWaiting(run.status);
  const heard = events.some(
    ({ kind, payload }) => kind === 'llm' && Number(payload['textCharacters']) > 0,
  );
  return endFromStatus(waits && !heard ? { ...run, message: '' } : run, loggedText(events));
}
