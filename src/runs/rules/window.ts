import type { ChatModel, Configuration, ImageRef, ModelMessage } from '../../models/index.ts';
import { imagesOf, imagesOverLimit, withoutImages } from './images.ts';
import { estimateMessages } from './token-estimate.ts';

/** The context window (facts §6, ADR-214 item 7). Tokens are estimates times a calibration, rounded up. */

export interface WindowSize {
  /** The model's window; 0 = unknown, which reads as 8,192. */
  readonly windowTokens: number;
  /** What the answer may take; `null` = not set. */
  readonly maxOutputTokens: number | null;
}

const UNKNOWN_WINDOW = 8_192;

/** Tokens a request may take: the window without the answer's reserve and a margin of 3 %. */
export function windowBudget(size: WindowSize): number {
  const window = size.windowTokens > 0 ? size.windowTokens : UNKNOWN_WINDOW;
  const reserve = size.maxOutputTokens ?? Math.max(1_000, Math.ceil(window * 0.02));
  return window - reserve - Math.ceil(window * 0.03);
}

/** What a measurement is made with. */
export interface Measure {
  readonly budgetTokens: number;
  readonly calibration: number;
  /** Tokens of the offered tools, uncalibrated. */
  readonly toolTokens: number;
}

/** What requests of a configuration to its model are measured with. */
export function measureOf(
  model: Pick<ChatModel, 'contextWindowTokens'>,
  { maxOutputTokens }: Pick<Configuration, 'maxOutputTokens'>,
  estimate: Pick<Measure, 'calibration' | 'toolTokens'>,
): Measure {
  const windowTokens = model.contextWindowTokens;
  return { budgetTokens: windowBudget({ windowTokens, maxOutputTokens }), ...estimate };
}

/** Calibrated tokens of one request. */
export function requestTokens(messages: readonly ModelMessage[], measure: Measure): number {
  return Math.ceil((estimateMessages(messages) + measure.toolTokens) * measure.calibration);
}

/** A transcript cut at its turns: the head ends with the first user message; a turn begins with an assistant message. */
export interface Turns {
  readonly head: readonly ModelMessage[];
  readonly turns: readonly (readonly ModelMessage[])[];
}

export function splitTurns(messages: readonly ModelMessage[]): Turns {
  const firstUser = messages.findIndex(({ role }) => role === 'user');
  const headEnd = firstUser < 0 ? leadingSystem(messages) : firstUser + 1;
  const turns: ModelMessage[][] = [];
  for (const message of messages.slice(headEnd)) {
    const current = turns.at(-1);
    if (message.role === 'assistant' || current === undefined) turns.push([message]);
    else current.push(message);
  }
  return { head: messages.slice(0, headEnd), turns };
}

function leadingSystem(messages: readonly ModelMessage[]): number {
  const end = messages.findIndex(({ role }) => role !== 'system');
  return end < 0 ? messages.length : end;
}

/** The smallest send the fit can reach: the head and the newest turn, without images. */
export function floorOf(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const { head, turns } = splitTurns(messages);
  const floor = [...head, ...(turns.at(-1) ?? [])];
  return withoutImages(floor, imagesOf(floor));
}

/**
 * Whether a new section may join: head and newest turn, the section included, stay within 90 % of the budget (CTX-02).
 * Always, when there is no budget to measure against (decisions §13).
 */
export function admitSection(messages: readonly ModelMessage[], measure: Measure): boolean {
  if (measure.budgetTokens <= 0) return true;
  return requestTokens(floorOf(messages), measure) <= measure.budgetTokens * 0.9;
}

export type Fit =
  | {
      readonly fits: true;
      readonly messages: readonly ModelMessage[];
      readonly droppedTurns: number;
      /** Images the request has no room for; the messages say so. */
      readonly leftOutImages: readonly ImageRef[];
      readonly tokens: number;
    }
  | { readonly fits: false; readonly tokens: number };

/**
 * What is sent: images go first, the oldest before the others, then oldest whole turns, until it fits; never the head's text,
 * never the newest turn, never a call without its result (CTX-03). More images than a request may carry go in any case. A
 * transcript whose calls and results do not pair, or one without a budget, is sent as it is otherwise.
 */
export function fitTranscript(all: readonly ModelMessage[], measure: Measure): Fit {
  const { messages, leftOutImages } = fitImages(all, measure);
  const whole = requestTokens(messages, measure);
  const asItIs = { fits: true, messages, droppedTurns: 0, leftOutImages, tokens: whole } as const;
  if (measure.budgetTokens <= 0 || whole <= measure.budgetTokens) return asItIs;
  const { head, turns } = splitTurns(messages);
  if (!turns.every(pairs)) return asItIs;
  for (let dropped = 1; dropped < turns.length; dropped += 1) {
    const kept = [...head, ...turns.slice(dropped).flat()];
    const tokens = requestTokens(kept, measure);
    if (tokens <= measure.budgetTokens) {
      return { fits: true, messages: kept, droppedTurns: dropped, leftOutImages, tokens };
    }
  }
  return { fits: false, tokens: requestTokens(floorOf(messages), measure) };
}

/** As many of the newest images as there is room for. */
function fitImages(
  all: readonly ModelMessage[],
  measure: Measure,
): { readonly messages: readonly ModelMessage[]; readonly leftOutImages: readonly ImageRef[] } {
  const images = imagesOf(all);
  if (images.length === 0) return { messages: all, leftOutImages: [] };
  let leftOutImages = imagesOverLimit(images);
  for (;;) {
    const messages = withoutImages(all, leftOutImages);
    const fits =
      measure.budgetTokens <= 0 || requestTokens(messages, measure) <= measure.budgetTokens;
    if (fits || leftOutImages.length === images.length) return { messages, leftOutImages };
    leftOutImages = images.slice(0, leftOutImages.length + 1);
  }
}

/** Whether every call of the turn has exactly one result in it, and every result a call. */
function pairs(turn: readonly ModelMessage[]): boolean {
  const calls = turn.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
  );
  const results = turn.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  return (
    new Set(calls).size === calls.length &&
    results.length === calls.length &&
    results.every((id) => calls.includes(id)) &&
    new Set(results).size === results.length
  );
}
