/** The chat-model port. Messages are provider-neutral; an adapter turns them into its provider's shape and back. */

/** A call the model asked for. `arguments` is the parsed object, or `null` when the model sent what does not parse. */
export interface ModelToolCall {
  /** The provider's call id. Providers repeat them across turns; only unique within the transcript's own bookkeeping. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  /** The text the model sent for the arguments, kept for malformed ones. */
  readonly rawArguments: string;
}

/** An image that comes with a message, by its id: what it shows is read when it is sent, and is no part of a transcript. */
export interface ImageRef {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What is said to a model that is not shown the images of a message. */
export const UNSEEN_IMAGES_TEXT = '(You cannot see these images. Say so where it matters.)';

export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | {
      readonly role: 'user';
      readonly content: string;
      /** Default: none. */
      readonly images?: readonly ImageRef[];
    }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls: readonly ModelToolCall[];
      /** What the provider wants back untouched (reasoning items, signatures). Opaque. */
      readonly providerData?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly content: string;
      readonly isError: boolean;
    };

/** A tool as the model is told of it. */
export interface ModelToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelToolSpec[];
  /** What the images of the messages show, by id. The model is told of one that is not here that it is gone. Default: none. */
  readonly imageBytes?: ReadonlyMap<string, Uint8Array>;
  /** 0 to 2. Default: the provider's. */
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
  /** Called with each piece of answer text as it arrives. Never stored. */
  readonly onTextDelta?: (text: string) => void;
  /**
   * Called with each piece of an answer as it arrives, whatever it is: text, reasoning, arguments of calls. For measuring what
   * came of an answer that breaks off; never shown or stored.
   */
  readonly onPiece?: (piece: string) => void;
}

export interface ModelAnswer {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly usage: ModelUsage;
  readonly finishReason: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other';
  readonly providerData?: unknown;
  /** Who answered, when it was another model than the one asked. */
  readonly answeredBy?: Pick<ChatModel, 'name' | 'price'>;
}

/** What a model costs: hundredths of the currency for a million tokens; `null` = not known. */
export interface ModelPrice {
  readonly inputCentsPerMillion: number | null;
  readonly outputCentsPerMillion: number | null;
}

/**
 * A chat model. Errors are `AppError` with code `provider_failed` and `data`: `failureClass` (`connection`, `rateLimit`,
 * `serverError` may be retried; `auth`, `configuration`, `clientError`, `unknown` may not), `status`, `retryAfterMs`,
 * `providerCode`. Their message may quote the request: it goes where content may go, and into no log.
 */
export interface ChatModel {
  /** For people: provider and model. */
  readonly name: string;
  /** Whether it is the built-in checklist, which needs no network and no key. */
  readonly builtIn: boolean;
  readonly contextWindowTokens: number;
  /** Whether images of messages are shown to it; else it is told that it cannot see them. Default `false`. */
  readonly seesImages?: boolean;
  /** Default: not known, which counts as nothing. */
  readonly price?: ModelPrice;
  generate(request: ModelRequest): Promise<ModelAnswer>;
}

/** What is known of a model besides its answers, for a model that stands in front of it. */
export function knownOf(model: ChatModel): Omit<ChatModel, 'generate'> {
  const { name, builtIn, contextWindowTokens, seesImages, price } = model;
  return {
    name,
    builtIn,
    contextWindowTokens,
    ...(seesImages === undefined ? {} : { seesImages }),
    ...(price === undefined ? {} : { price }),
  };
}
