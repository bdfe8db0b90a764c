import { AppError } from '../base/index.ts';
import type {
  ChatModel,
  ChatModels,
  ModelAnswer,
  ModelRequest,
  ModelToolCall,
} from '../models/index.ts';

/** One answer of a scripted model: text, calls, or both. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Prompt tokens to report. Default 0: nothing reported. */
  readonly promptTokens?: number;
  readonly providerData?: unknown;
}

export interface ScriptedCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Default `call_<position in the turn>`, as providers do that start over each turn. */
  readonly id?: string;
  /** Sent instead of the arguments: text that does not parse. */
  readonly malformed?: string;
}

/** An answer, or a function of the request; a function may throw to play a failing provider. */
export type ScriptedStep =
  ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/**
 * A chat model that answers from a list, in order. A call beyond the list is `unexpected_model_call`; `finish()` throws
 * `unconsumed_answers` when some are left. Answer text is streamed word by word through `onTextDelta`.
 */
export class ScriptedModel implements ChatModel, ChatModels {
  readonly name = 'scripted';
  readonly builtIn = false;
  readonly contextWindowTokens: number;
  /** A test says when it is to be shown images. */
  seesImages = false;
  readonly #steps: ScriptedStep[];
  readonly #requests: ModelRequest[] = [];

  constructor(steps: readonly ScriptedStep[] = [], options: { contextWindowTokens?: number } = {}) {
    this.#steps = [...steps];
    this.contextWindowTokens = options.contextWindowTokens ?? 200_000;
  }

  /** Every request so far, as it was sent. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  /** Adds answers to the end of the list. */
  add(...steps: readonly ScriptedStep[]): this {
    this.#steps.push(...steps);
    return this;
  }

  /** Forgets the answers that are left and goes on with these. */
  replace(...steps: readonly ScriptedStep[]): this {
    this.#steps.splice(0, this.#steps.length, ...steps);
    return this;
  }

  modelFor(): Promise<ChatModel> {
    return Promise.resolve(this);
  }

  async generate(request: ModelRequest): Promise<ModelAnswer> {
    const step = this.#steps.shift();
    this.#requests.push({ ...request, messages: structuredClone(request.messages) });
    if (step === undefined) {
      throw new AppError(
        'unexpected_model_call',
        `The scripted model was called ${String(this.#requests.length)} times and has no further answer.`,
      );
    }
    const answer = typeof step === 'function' ? await step(request) : step;
    request.signal?.throwIfAborted();
    const text = answer.text ?? '';
    for (const piece of text.match(/\S+\s*|\s+/g) ?? []) request.onTextDelta?.(piece);
    const toolCalls = (answer.calls ?? []).map(toModelCall);
    return {
      text,
      toolCalls,
      usage: { promptTokens: answer.promptTokens ?? 0, completionTokens: 0 },
      finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      ...(answer.providerData === undefined ? {} : { providerData: answer.providerData }),
    };
  }

  /** Throws `unconsumed_answers` when the list has not been used up. */
  finish(): void {
    if (this.#steps.length === 0) return;
    throw new AppError(
      'unconsumed_answers',
      `The scripted model still has ${String(this.#steps.length)} answers nobody asked for.`,
    );
  }
}

function toModelCall(call: ScriptedCall, index: number): ModelToolCall {
  const args = call.arguments ?? {};
  return {
    id: call.id ?? `call_${String(index)}`,
    name: call.name,
    arguments: call.malformed === undefined ? args : null,
    rawArguments: call.malformed ?? JSON.stringify(args),
  };
}
