import type { DenialReason, PendingCall } from '../contracts/index.ts';
import type { ModelMessage, ModelToolCall } from '../models/index.ts';
import type { LoadableSkill, Pin } from '../skills/index.ts';
import type { DecidedBy, ToolArguments } from '../tools/index.ts';
import type { DeniedCall } from './rules/denied-calls.ts';
import { callKey } from './rules/denied-calls.ts';
import { calibrated, START_CALIBRATION } from './rules/token-estimate.ts';

/**
 * The journal of a run: what happened, one sealed entry a step, append-only (decisions §54). The state of the loop is
 * nothing but the entries applied one after the other, live as after a crash, so a run taken up by another process goes on
 * exactly where the last recorded step left it.
 */
export type JournalEntry =
  | JournalHead
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** With ids that are unique in the transcript. */
      readonly calls: readonly ModelToolCall[];
      readonly providerData?: unknown;
      readonly promptTokens: number;
      /** What had been estimated for the request, before calibration. */
      readonly estimatedTokens: number;
    }
  | {
      readonly kind: 'result';
      readonly callId: string;
      readonly tool: string;
      readonly content: string;
      readonly isError: boolean;
      /** The identical call had been declined before and got no card (decisions §77). */
      readonly repeatsDenial?: boolean;
      /** It reported the process complete. */
      readonly completes?: boolean;
    }
  | JournalDecision
  | {
      readonly kind: 'input';
      readonly callId: string;
      readonly input: ToolArguments;
      readonly pendingIds: readonly string[];
    }
  /** A process pin given back; the section's text stays until the run ends (decisions §62). */
  | { readonly kind: 'released'; readonly pin: Pin };

export interface JournalHead {
  readonly kind: 'head';
  /** The caller's or configuration's prompt, and the snippets after it. */
  readonly prompt: string;
  readonly snippets: readonly string[];
  /** History as sent, the fenced block in the first user message; no system message. */
  readonly messages: readonly ModelMessage[];
  readonly catalogue: { readonly text: string; readonly entries: readonly LoadableSkill[] };
  readonly requestedTools: readonly string[] | null;
  readonly maxIterations: number;
}

export interface JournalDecision {
  readonly kind: 'decision';
  readonly approved: boolean;
  readonly reason: DenialReason | null;
  readonly decidedBy: DecidedBy;
  /** The card's calls with their previews, as the person saw them. */
  readonly pending: readonly PendingCall[];
}

/** Where a run's loop stands. */
export interface LoopState {
  readonly head: JournalHead | null;
  /** Without the system message, which is composed afresh from what the run holds. */
  readonly messages: readonly ModelMessage[];
  /** Model rounds since the start or the last answer of a person. */
  readonly rounds: number;
  readonly calibration: number;
  /** Calls of the newest answer without a result yet, in turn order. */
  readonly open: readonly ModelToolCall[];
  /** All calls of the newest answer. */
  readonly turn: readonly ModelToolCall[];
  /** What a person said about the open calls, if anything. */
  readonly answer: JournalDecision | Extract<JournalEntry, { kind: 'input' }> | null;
  readonly denied: readonly DeniedCall[];
  readonly completed: boolean;
  readonly released: readonly Pin[];
  readonly lastText: string;
}

export const EMPTY_STATE: LoopState = {
  head: null,
  messages: [],
  rounds: 0,
  calibration: START_CALIBRATION,
  open: [],
  turn: [],
  answer: null,
  denied: [],
  completed: false,
  released: [],
  lastText: '',
};

export function replay(entries: readonly JournalEntry[]): LoopState {
  return entries.reduce(advance, EMPTY_STATE);
}

/** The state after one more entry. */
export function advance(state: LoopState, entry: JournalEntry): LoopState {
  switch (entry.kind) {
    case 'head':
      return {
        ...state,
        head: entry,
        messages: entry.messages,
      };
    case 'answer': {
      const message: ModelMessage = {
        role: 'assistant',
        content: entry.text,
        toolCalls: entry.calls,
        ...(entry.providerData === undefined ? {} : { providerData: entry.providerData }),
      };
      return {
        ...state,
        messages: [...state.messages, message],
        rounds: state.rounds + 1,
        calibration: calibrated(state.calibration, entry),
        open: entry.calls,
        turn: entry.calls,
        answer: null,
        lastText: entry.text === '' ? state.lastText : entry.text,
      };
    }
    case 'result':
      return afterResult(state, entry);
    case 'decision':
      return { ...state, rounds: 0, answer: entry, denied: afterDecision(state, entry) };
    case 'input':
      return { ...state, rounds: 0, answer: entry };
    case 'released':
      return { ...state, completed: false, released: [...state.released, entry.pin] };
  }
}

function afterResult(
  state: LoopState,
  entry: Extract<JournalEntry, { kind: 'result' }>,
): LoopState {
  const { callId, tool: name, content, isError } = entry;
  return {
    ...state,
    messages: [...state.messages, { role: 'tool', callId, name, content, isError }],
    open: state.open.filter(({ id }) => id !== callId),
    completed: state.completed || entry.completes === true,
    denied: entry.repeatsDenial === true ? afterRepeat(state, callId) : state.denied,
  };
}

function afterRepeat(state: LoopState, callId: string): readonly DeniedCall[] {
  const call = state.open.find(({ id }) => id === callId);
  const key = call === undefined ? null : callKey(call.name, call.arguments ?? {});
  return state.denied.map((denied) =>
    denied.key === key ? { ...denied, repeats: denied.repeats + 1 } : denied,
  );
}

/** Declined calls are remembered; an approved one is no longer held against the model. */
function afterDecision(state: LoopState, entry: JournalDecision): readonly DeniedCall[] {
  const keys = entry.pending.map(({ tool, arguments: args }) => callKey(tool, args));
  const others = state.denied.filter(({ key }) => !keys.includes(key));
  return entry.approved
    ? others
    : [...others, ...keys.map((key) => ({ key, reason: entry.reason, repeats: 0 }))];
}

/** Every call id of a transcript. */
export function usedIds(messages: readonly ModelMessage[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    ),
  );
}
