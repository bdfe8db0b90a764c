import { byteLength } from '../base/index.ts';
import type { ModelPrice, ModelRequest, ModelUsage } from './chat-model.ts';
import { imageTokens } from './image-tokens.ts';

/** UTF-8 bytes a token takes up (facts §6). */
const BYTES_A_TOKEN = 3.5;

/** Tokens a call takes as far as can be said before: its prompt, images by their size, and its longest answer where that is set. */
export function plannedTokens(request: ModelRequest): ModelUsage {
  const images = request.messages.flatMap((message) =>
    message.role === 'user' ? (message.images ?? []) : [],
  );
  const prompt =
    byteLength(JSON.stringify([request.messages, request.tools])) / BYTES_A_TOKEN +
    images.reduce((sum, image) => sum + imageTokens(image), 0);
  return {
    promptTokens: Math.ceil(prompt),
    completionTokens: request.maxOutputTokens ?? 0,
  };
}

/** A token at so many cents a million costs as many millionths of a cent; what has no known price costs nothing. */
export function costMicros(tokens: ModelUsage, price: ModelPrice | undefined): number {
  return Math.round(
    tokens.promptTokens * (price?.inputCentsPerMillion ?? 0) +
      tokens.completionTokens * (price?.outputCentsPerMillion ?? 0),
  );
}

/**
 * The request, and the tokens of what has come of its answer so far, estimated, whole ones; 0 = nothing came. A model that
 * tells of no piece but its text is measured by that.
 */
export function counting(request: ModelRequest): {
  readonly request: ModelRequest;
  readonly tokens: () => number;
} {
  const { onTextDelta, onPiece } = request;
  const bytes = { text: 0, pieces: 0 };
  return {
    tokens: () => Math.ceil(Math.max(bytes.text, bytes.pieces) / BYTES_A_TOKEN),
    request: {
      ...request,
      onPiece: (piece) => {
        bytes.pieces += byteLength(piece);
        onPiece?.(piece);
      },
      // Whoever asked for no text may have it written anew: to ask for it here would say otherwise.
      ...(onTextDelta === undefined
        ? {}
        : {
            onTextDelta: (text: string) => {
              bytes.text += byteLength(text);
              onTextDelta(text);
            },
          }),
    },
  };
}
