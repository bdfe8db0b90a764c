import { byteLength, canonicalJson } from '../../base/index.ts';
import { imageTokens, type ModelMessage, type ModelToolSpec } from '../../models/index.ts';

/**
 * Tokens of what a model is sent, estimated from UTF-8 bytes before calibration: prose ÷ 3.5, dense text (results,
 * arguments, ids, schemas) ÷ 2.5, 8 a message, 12 a call (facts §6); images by their size.
 */
const PROSE_BYTES_A_TOKEN = 3.5;
const DENSE_BYTES_A_TOKEN = 2.5;
const TOKENS_A_MESSAGE = 8;
const TOKENS_A_CALL = 12;

/** Factor on the estimate before a provider has reported anything. */
export const START_CALIBRATION = 1.15;

export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateOnce(message), 0);
}

/** A message never changes, and a transcript is measured anew each round: its own part is counted once. */
const estimated = new WeakMap<ModelMessage, number>();

function estimateOnce(message: ModelMessage): number {
  let tokens = estimated.get(message);
  if (tokens === undefined) {
    tokens = estimateMessage(message);
    estimated.set(message, tokens);
  }
  return tokens;
}

function estimateMessage(message: ModelMessage): number {
  switch (message.role) {
    case 'system':
      return TOKENS_A_MESSAGE + prose(message.content);
    case 'user': {
      const images = (message.images ?? []).reduce((sum, image) => sum + imageTokens(image), 0);
      return TOKENS_A_MESSAGE + prose(message.content) + images;
    }
    case 'tool':
      return (
        TOKENS_A_MESSAGE + dense(message.content) + dense(message.callId) + dense(message.name)
      );
    case 'assistant': {
      const calls = message.toolCalls.reduce(
        (sum, call) =>
          sum + TOKENS_A_CALL + dense(call.id) + dense(call.name) + dense(call.rawArguments),
        0,
      );
      const opaque =
        message.providerData === undefined ? 0 : dense(JSON.stringify(message.providerData));
      return TOKENS_A_MESSAGE + prose(message.content) + calls + opaque;
    }
  }
}

/** Tokens of the tools offered. */
export function estimateTools(tools: readonly ModelToolSpec[]): number {
  return tools.reduce(
    (sum, tool) =>
      sum +
      TOKENS_A_CALL +
      dense(tool.name) +
      prose(tool.description) +
      dense(canonicalJson(tool.parameters)),
    0,
  );
}

/** The factor after a provider reported its prompt tokens: it only grows. */
export function calibrated(
  calibration: number,
  reported: { readonly promptTokens: number; readonly estimatedTokens: number },
): number {
  if (reported.promptTokens <= 0 || reported.estimatedTokens <= 0) return calibration;
  return Math.max(calibration, reported.promptTokens / reported.estimatedTokens);
}

function prose(text: string): number {
  return byteLength(text) / PROSE_BYTES_A_TOKEN;
}

function dense(text: string): number {
  return byteLength(text) / DENSE_BYTES_A_TOKEN;
}
