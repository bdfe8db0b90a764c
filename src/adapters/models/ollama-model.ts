import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Message,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';

export interface OllamaOptions {
  /** Of the server, without `/api`. */
  readonly address: string;
  /** For servers behind a proxy that wants one. */
  readonly apiKey: string | null;
  /** Sent as `num_ctx`: without it the server cuts a longer transcript in silence. */
  readonly contextWindowTokens: number;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Ollama's own chat as a model of the provider packages. It is written here because the packages there are do not say how
 * large the window is and pass over lines they cannot read (`docs/decisions/0006-ollama.md`).
 */
export function createOllamaModel(modelId: string, options: OllamaOptions): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'ollama',
    modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Answers are only streamed.')),
    doStream: async (call) => {
      const body = requestBody(modelId, call, options);
      const url = `${options.address.replace(/\/+$/u, '').replace(/\/api$/u, '')}/api/chat`;
      const response = await options.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
        },
        body: JSON.stringify(body),
        ...(call.abortSignal === undefined ? {} : { signal: call.abortSignal }),
      });
      if (!response.ok || response.body === null) {
        throw new APICallError({
          message: 'Ollama refused the request.',
          url,
          requestBodyValues: {},
          statusCode: response.status,
          responseHeaders: Object.fromEntries(response.headers),
          responseBody: await response.text(),
        });
      }
      return { stream: response.body.pipeThrough(lines()).pipeThrough(parts()) };
    },
  };
}

function requestBody(
  model: string,
  { prompt, tools, temperature, maxOutputTokens }: LanguageModelV3CallOptions,
  { contextWindowTokens }: OllamaOptions,
): Readonly<Record<string, unknown>> {
  const functions = (tools ?? []).flatMap((tool) =>
    tool.type !== 'function'
      ? []
      : [
          {
            type: 'function',
            function: {
              name: tool.name,
              description: tool.description ?? '',
              parameters: tool.inputSchema,
            },
          },
        ],
  );
  return {
    model,
    messages: prompt.flatMap(wireMessages),
    stream: true,
    ...(functions.length === 0 ? {} : { tools: functions }),
    options: {
      num_ctx: contextWindowTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    },
  };
}

function wireMessages(message: LanguageModelV3Message): readonly Record<string, unknown>[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const images = message.content.flatMap((part) =>
        part.type === 'file' && part.data instanceof Uint8Array
          ? [Buffer.from(part.data).toString('base64')]
          : [],
      );
      return [
        {
          role: 'user',
          content: texts(message.content, 'text'),
          ...(images.length === 0 ? {} : { images }),
        },
      ];
    }
    case 'assistant': {
      const thinking = texts(message.content, 'reasoning');
      const calls = message.content.flatMap((part) =>
        part.type !== 'tool-call'
          ? []
          : [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }],
      );
      return [
        {
          role: 'assistant',
          content: texts(message.content, 'text'),
          ...(thinking === '' ? {} : { thinking }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
      ];
    }
    case 'tool':
      return message.content.flatMap((part) =>
        part.type !== 'tool-result'
          ? []
          : [
              {
                role: 'tool',
                tool_name: part.toolName,
                tool_call_id: part.toolCallId,
                content:
                  part.output.type === 'text' || part.output.type === 'error-text'
                    ? part.output.value
                    : JSON.stringify(part.output),
              },
            ],
      );
  }
}

function texts(
  content: readonly { readonly type: string; readonly text?: unknown }[],
  type: 'text' | 'reasoning',
): string {
  return content
    .map((part) => (part.type === type && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Bytes to complete lines; what follows the last line end is a line too. */
function lines(): TransformStream<Uint8Array, string> {
  const decoder = new TextDecoder();
  let rest = '';
  return new TransformStream<Uint8Array, string>({
    transform(bytes, controller) {
      const all = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = all.pop() ?? '';
      for (const line of all) controller.enqueue(line);
    },
    flush(controller) {
      controller.enqueue(rest + decoder.decode());
    },
  });
}

interface Line {
  readonly error?: unknown;
  readonly message?: {
    readonly content?: string;
    readonly thinking?: string;
    readonly tool_calls?: readonly {
      readonly id?: string;
      readonly function: { readonly name: string; readonly arguments?: unknown };
    }[];
  };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

function parts(): TransformStream<string, LanguageModelV3StreamPart> {
  let calls = 0;
  return new TransformStream<string, LanguageModelV3StreamPart>({
    transform(text, controller) {
      if (text.trim() === '') return;
      let line: Line;
      try {
        line = JSON.parse(text) as Line;
      } catch (error) {
        controller.enqueue({ type: 'error', error });
        return;
      }
      if (line.error !== undefined) {
        controller.enqueue({ type: 'error', error: { error: line.error } });
        return;
      }
      const { thinking = '', content = '', tool_calls = [] } = line.message ?? {};
      if (thinking !== '') {
        controller.enqueue({ type: 'reasoning-delta', id: 'thinking', delta: thinking });
      }
      if (content !== '') controller.enqueue({ type: 'text-delta', id: 'text', delta: content });
      for (const call of tool_calls) {
        calls += 1;
        controller.enqueue({
          type: 'tool-call',
          toolCallId: call.id ?? `call_${String(calls)}`,
          toolName: call.function.name,
          input: JSON.stringify(call.function.arguments ?? {}),
        });
      }
      if (line.done === true) controller.enqueue(finish(line, calls > 0));
    },
  });
}

function finish(line: Line, hasCalls: boolean): LanguageModelV3StreamPart {
  const reason = line.done_reason ?? 'stop';
  return {
    type: 'finish',
    finishReason: {
      unified: reason === 'length' ? 'length' : hasCalls ? 'tool-calls' : 'stop',
      raw: reason,
    },
    usage: {
      inputTokens: {
        total: line.prompt_eval_count ?? 0,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: line.eval_count ?? 0, text: undefined, reasoning: undefined },
    },
  };
}
