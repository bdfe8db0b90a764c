import type { LanguageModelV3StreamPart, SharedV3ProviderMetadata } from '@ai-sdk/provider';
import type { ModelAnswer, ModelRequest, ModelToolCall } from '../../models/index.ts';
import type { ProviderData, ProviderPart } from './sdk-prompt.ts';

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

/** Builds an answer from the parts of a stream, in the order they come. */
export interface AnswerBuilder {
  add(part: LanguageModelV3StreamPart): void;
  /** The answer, or `null` when the stream ended before the provider said that it was done. */
  answer(): ModelAnswer | null;
}

interface Block {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata?: SharedV3ProviderMetadata;
}

/** An error the provider sent inside its stream; `cause` is what it sent. */
export class StreamedError extends Error {}

/** The provider ended the answer because the model's call could not be read; `message` is its word for it. */
export class UnreadableCall extends Error {}

export function createAnswerBuilder(
  provider: string,
  { onTextDelta, onPiece }: Pick<ModelRequest, 'onTextDelta' | 'onPiece'>,
): AnswerBuilder {
  const calls: ModelToolCall[] = [];
  const inPieces = new Set<string>();
  const blocks = new Map<string, Block>();
  const order: (string | number)[] = [];
  const callMetadata: (SharedV3ProviderMetadata | undefined)[] = [];
  let finish: Finish | null = null;

  const block = (
    type: 'text' | 'reasoning',
    part: { id: string; delta?: string; providerMetadata?: SharedV3ProviderMetadata },
  ) => {
    const key = `${type}:${part.id}`;
    let current = blocks.get(key);
    if (current === undefined) {
      current = { type, text: '' };
      blocks.set(key, current);
      order.push(key);
    }
    current.text += part.delta ?? '';
    if (part.providerMetadata !== undefined) {
      current.metadata = merged(current.metadata, part.providerMetadata);
    }
  };

  return {
    add(part) {
      switch (part.type) {
        case 'text-start':
        case 'text-end':
          block('text', part);
          break;
        case 'text-delta':
          block('text', part);
          onPiece?.(part.delta);
          if (part.delta !== '') onTextDelta?.(part.delta);
          break;
        case 'reasoning-delta':
          onPiece?.(part.delta);
          block('reasoning', part);
          break;
        case 'reasoning-start':
        case 'reasoning-end':
          block('reasoning', part);
          break;
        case 'tool-input-delta':
          inPieces.add(part.id);
          onPiece?.(part.delta);
          break;
        case 'tool-call':
          // Some packages give the arguments as a whole alone.
          if (!inPieces.has(part.toolCallId)) onPiece?.(part.input);
          if (part.providerExecuted === true) break;
          order.push(calls.length);
          callMetadata.push(part.providerMetadata);
          calls.push(toolCall({ id: part.toolCallId, name: part.toolName, raw: part.input }));
          break;
        case 'error':
          throw new StreamedError('The provider sent an error.', { cause: part.error });
        case 'finish':
          finish = part;
          break;
        case 'stream-start':
        case 'response-metadata':
        case 'tool-input-start':
        case 'tool-input-end':
        case 'tool-approval-request':
        case 'tool-result':
        case 'file':
        case 'source':
        case 'raw':
      }
    },
    answer() {
      if (finish === null || isUnfinished(finish)) return null;
      if (finish.finishReason.unified === 'error')
        throw new UnreadableCall(finish.finishReason.raw);
      const parts = order.flatMap((key): ProviderPart[] => {
        if (typeof key === 'number') {
          return [{ type: 'call', index: key, ...optional(callMetadata[key]) }];
        }
        const made = blocks.get(key);
        if (made === undefined) return [];
        if (made.type === 'reasoning') {
          return [{ type: 'reasoning', text: made.text, ...optional(made.metadata) }];
        }
        return made.text === ''
          ? []
          : [{ type: 'text', length: made.text.length, ...optional(made.metadata) }];
      });
      const wantsBack = parts.some(
        (part) => part.type === 'reasoning' || part.metadata !== undefined,
      );
      const text = order
        .map((key) => (typeof key === 'string' ? textOf(blocks.get(key)) : ''))
        .join('');
      return {
        text,
        toolCalls: calls,
        usage: {
          promptTokens: finish.usage.inputTokens.total ?? 0,
          completionTokens: finish.usage.outputTokens.total ?? 0,
        },
        finishReason: finishReasonOf(finish, calls.length > 0),
        ...(wantsBack ? { providerData: { provider, parts } satisfies ProviderData } : {}),
      };
    },
  };
}

/** Where a stream breaks off, the packages finish with the reason they began with. */
function isUnfinished({ finishReason }: Finish): boolean {
  return finishReason.unified === 'other' && finishReason.raw === undefined;
}

function textOf(block: Block | undefined): string {
  return block?.type === 'text' ? block.text : '';
}

/** A call as the model sent it; arguments that are no JSON object are `null`, none at all are an empty object. */
export function toolCall(sent: { id: string; name: string; raw: string }): ModelToolCall {
  const { id, name, raw } = sent;
  return { id, name, arguments: parsedObject(raw), rawArguments: raw };
}

function parsedObject(raw: string): Readonly<Record<string, unknown>> | null {
  if (raw.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function finishReasonOf(finish: Finish, hasCalls: boolean): ModelAnswer['finishReason'] {
  switch (finish.finishReason.unified) {
    case 'tool-calls':
      return 'tool_calls';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'stop':
      // Some compatible servers say stop although the turn holds calls.
      return hasCalls ? 'tool_calls' : 'stop';
    case 'error':
    case 'other':
      return hasCalls ? 'tool_calls' : 'other';
  }
}

function optional(metadata: SharedV3ProviderMetadata | undefined): {
  metadata?: SharedV3ProviderMetadata;
} {
  return metadata === undefined ? {} : { metadata };
}

function merged(
  one: SharedV3ProviderMetadata | undefined,
  two: SharedV3ProviderMetadata,
): SharedV3ProviderMetadata {
  const all = { ...one };
  for (const [provider, values] of Object.entries(two)) {
    all[provider] = { ...all[provider], ...values };
  }
  return all;
}
