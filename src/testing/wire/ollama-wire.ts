import type { ModelMessage, ModelToolCall } from '../../models/index.ts';
import { imageFaults } from './wire-images.ts';
import { pieces, type SpokenAnswer, type WireCall, type WireRequest } from './wire-script.ts';
import {
  startWireServer,
  type WireFormat,
  type WireServer,
  type WireServerOptions,
} from './wire-server.ts';
import {
  argumentsOf,
  asRecord,
  asRecords,
  asText,
  isMalformed,
  toolFaults,
  unmarked,
  usageOf,
} from './wire-values.ts';

/**
 * A local server that speaks Ollama's chat, streamed and whole. It answers from a script or from a chat model, refuses what
 * the real one or the model's template refuses, and keeps what it received. Arguments that are no object end the stream
 * with an error, as they do there.
 */
export function createOllamaWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(OLLAMA, options);
}

type Part = Readonly<Record<string, unknown>>;

/** Every call has one result after it, named for its tool and in the order of the calls; arguments are objects. */
export function ollamaTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const faults: string[] = [];
  let open: string[] = [];
  const settle = () => {
    for (const name of open) faults.push(`A call of '${name}' has no result.`);
    open = [];
  };
  if (asText(body['model']) === '') faults.push('model is required');
  for (const message of asRecords(body['messages'])) {
    if (typeof message['content'] !== 'string') faults.push('content must be a string.');
    if (message['role'] === 'tool') {
      const name = open.shift();
      if (name === undefined || name !== message['tool_name']) {
        faults.push(`A result of '${asText(message['tool_name'])}' answers no open call.`);
      }
      continue;
    }
    settle();
    if (!['system', 'user', 'assistant'].includes(asText(message['role']))) {
      faults.push(`invalid role: ${asText(message['role'])}`);
    }
    for (const call of asRecords(message['tool_calls'])) {
      const { name, arguments: args } = asRecord(call['function']);
      if (typeof args !== 'object' || args === null || Array.isArray(args)) {
        faults.push('json: cannot unmarshal string into Go struct field arguments.');
      }
      open.push(asText(name));
    }
  }
  settle();
  const tools = asRecords(body['tools']).map((tool) => {
    const { name, parameters } = asRecord(tool['function']);
    return { name, schema: parameters, strict: false };
  });
  return [...faults, ...imageFaults(imagesIn(body)), ...toolFaults(tools)];
}

function imagesIn(body: WireRequest['body']) {
  return asRecords(body['messages'])
    .flatMap(({ images }) => (Array.isArray(images) ? (images as readonly unknown[]) : []))
    .map((data) => ({ mediaType: null, data: asText(data) }));
}

const OLLAMA: WireFormat = {
  base: '',
  path: '/api/chat',
  list: {
    path: '/api/tags',
    body: (models) => ({ models: models.map((name) => ({ name, model: name, size: 1 })) }),
  },
  streamType: 'application/x-ndjson',
  streams: ({ body }) => body['stream'] !== false,
  keyOf: (headers) => headers['authorization']?.replace(/^Bearer /u, '') ?? null,
  faults: ollamaTranscriptFaults,
  errorBody: ({ message }) => ({ error: message }),
  toModelRequest: (body) => ({
    messages: modelMessages(body),
    tools: asRecords(body['tools']).map((tool) => {
      const { name, description, parameters } = asRecord(tool['function']);
      return {
        name: asText(name),
        description: asText(description),
        parameters: asRecord(parameters),
      };
    }),
  }),
  events: (answer, body) => {
    const line = (value: Part) => `${JSON.stringify(value)}\n`;
    return [
      ...messagesOf(answer).map((message) => line(chunk(body, message))),
      ...ending(answer, body).map(line),
    ];
  },
  whole: (answer, body) => ({
    ...chunk(body, {
      content: answer.text ?? '',
      ...(answer.calls === undefined ? {} : { tool_calls: answer.calls.map(wireCall) }),
    }),
    ...done(answer),
  }),
};

function messagesOf(answer: SpokenAnswer): readonly Part[] {
  const { thinking, text = '', calls = [] } = answer;
  return [
    ...pieces(thinking?.text ?? '').map((piece) => ({ content: '', thinking: piece })),
    ...pieces(text).map((content) => ({ content })),
    ...(isMalformed(answer)
      ? []
      : calls.map((call, index) => ({ content: '', tool_calls: [wireCall(call, index)] }))),
  ];
}

function chunk(body: WireRequest['body'], message: Part): Part {
  return {
    model: body['model'],
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', ...message },
    done: false,
  };
}

function wireCall(call: WireCall, index: number): Part {
  return {
    ...(call.id === undefined ? {} : { id: call.id }),
    function: { index, name: call.name, arguments: argumentsOf(call) ?? {} },
  };
}

function ending(answer: SpokenAnswer, body: WireRequest['body']): readonly Part[] {
  if (answer.streamError !== undefined) return [{ error: answer.streamError.message }];
  if (isMalformed(answer)) return [{ error: 'error parsing tool call: invalid character' }];
  return answer.breakOff === true ? [] : [{ ...chunk(body, { content: '' }), ...done(answer) }];
}

function done(answer: SpokenAnswer): Part {
  const { promptTokens, completionTokens } = usageOf(answer);
  return {
    done: true,
    done_reason: answer.finish === 'length' ? 'length' : 'stop',
    prompt_eval_count: promptTokens,
    eval_count: completionTokens,
  };
}

function modelMessages(body: WireRequest['body']): readonly ModelMessage[] {
  let ids: string[] = [];
  let count = 0;
  return asRecords(body['messages']).flatMap((message): ModelMessage[] => {
    const content = asText(message['content']);
    switch (message['role']) {
      case 'system':
      case 'user':
        return [{ role: message['role'], content }];
      case 'assistant': {
        const toolCalls = asRecords(message['tool_calls']).map((call): ModelToolCall => {
          const { name, arguments: args } = asRecord(call['function']);
          count += 1;
          return {
            id: asText(call['id']) || `call_${String(count)}`,
            name: asText(name),
            arguments: asRecord(args),
            rawArguments: JSON.stringify(args ?? {}),
          };
        });
        ids = toolCalls.map(({ id }) => id);
        return [{ role: 'assistant', content, toolCalls }];
      }
      case 'tool':
        return [
          {
            role: 'tool',
            callId: ids.shift() ?? '',
            name: asText(message['tool_name']),
            ...unmarked(content),
          },
        ];
      default:
        return [];
    }
  });
}
