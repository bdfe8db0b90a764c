import type { ModelMessage, ModelToolCall } from '../../models/index.ts';
import { imageFaults, imageOfUrl } from './wire-images.ts';
import { argumentText, pieces, type SpokenAnswer, type WireRequest } from './wire-script.ts';
import {
  startWireServer,
  type WireFormat,
  type WireServer,
  type WireServerOptions,
} from './wire-server.ts';
import {
  asRecord,
  asRecords,
  asText,
  callNameFaults,
  parsedArguments,
  textOf,
  toolFaults,
  unmarked,
  usageOf,
} from './wire-values.ts';

/**
 * A local server that speaks OpenAI's chat completions, streamed and whole, as the compatible servers do too. It answers
 * from a script or from a chat model, refuses transcripts the real one refuses, and keeps what it received.
 */
export function createOpenAiWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(OPENAI, options);
}

/** What the real server would refuse in the messages of a chat completion: every call id needs exactly one result, next. */
export function openAiTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  const settle = () => {
    if (open.size > 0) {
      faults.push(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${[...open].join(', ')}.`,
      );
    }
    open = new Set();
  };
  for (const message of asRecords(body['messages'])) {
    if (message['role'] === 'tool') {
      const id = asText(message['tool_call_id']);
      if (!open.delete(id)) faults.push(`The tool message for '${id}' answers no open tool call.`);
      if (typeof message['content'] !== 'string') faults.push('A tool message needs a content.');
      continue;
    }
    settle();
    const calls = asRecords(message['tool_calls']);
    faults.push(...callNameFaults(calls.map((call) => asRecord(call['function'])['name'])));
    for (const call of calls) {
      const id = asText(call['id']);
      if (id === '' || open.has(id)) faults.push(`Duplicate or empty tool call id: '${id}'.`);
      open.add(id);
      if (parsedArguments(asText(asRecord(call['function'])['arguments'])) === null) {
        faults.push(`The arguments of '${id}' are no JSON object.`);
      }
    }
    const empty = message['content'] === null || message['content'] === undefined;
    if (empty && calls.length === 0) faults.push('A message needs a content.');
  }
  settle();
  return [...faults, ...imageFaults(imagesIn(body)), ...toolFaults(functionsOf(body))];
}

function imagesIn(body: WireRequest['body']) {
  return asRecords(body['messages'])
    .flatMap(({ content }) => asRecords(content))
    .filter(({ type }) => type === 'image_url')
    .map(({ image_url: image }) => imageOfUrl(asRecord(image)['url']));
}

function functionsOf(body: WireRequest['body']) {
  return asRecords(body['tools']).map((tool) => {
    const { name, parameters, strict } = asRecord(tool['function']);
    return { name, schema: parameters, strict };
  });
}

/** The format itself, for servers that speak a dialect of it. */
export const OPENAI: WireFormat = {
  base: '/v1',
  path: '/chat/completions',
  keyOf: (headers) =>
    headers['api-key'] ?? headers['authorization']?.replace(/^Bearer /u, '') ?? null,
  faults: openAiTranscriptFaults,
  errorBody: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
  toModelRequest: (body) => ({
    messages: modelMessages(body),
    tools: asRecords(body['tools']).map((tool) => {
      const spec = asRecord(tool['function']);
      return {
        name: asText(spec['name']),
        description: asText(spec['description']),
        parameters: asRecord(spec['parameters']),
      };
    }),
  }),
  events: (answer, body, turn) => [
    ...chunks(answer).map((choice) => event(chunk({ choices: [choice] }, body, turn))),
    ...ending(answer, body, turn),
  ],
  whole: (answer, body, turn) => ({
    id: `chatcmpl-${String(turn)}`,
    object: 'chat.completion',
    created: 0,
    model: body['model'],
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text ?? null,
          ...(answer.calls === undefined || answer.calls.length === 0
            ? {}
            : { tool_calls: answer.calls.map((call, index) => wireCall(call, index)) }),
        },
        finish_reason: finishOf(answer),
      },
    ],
    usage: wireUsage(answer),
  }),
};

type Calls = NonNullable<SpokenAnswer['calls']>;

function wireCall(call: Calls[number], index: number) {
  return {
    id: call.id ?? `call_${String(index)}`,
    type: 'function',
    function: { name: call.name, arguments: argumentText(call) },
  };
}

function chunks(answer: SpokenAnswer): readonly Record<string, unknown>[] {
  const delta = (value: Record<string, unknown>) => ({
    index: 0,
    delta: value,
    finish_reason: null,
  });
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(answer.thinking?.text ?? '').map((text) => delta({ reasoning_content: text })),
    ...pieces(answer.text ?? '').map((content) => delta({ content })),
    ...(answer.calls ?? []).flatMap((call, index) => {
      const whole = wireCall(call, index);
      return [
        delta({ tool_calls: [{ index, ...whole, function: { name: call.name, arguments: '' } }] }),
        ...pieces(whole.function.arguments).map((text) =>
          delta({ tool_calls: [{ index, function: { arguments: text } }] }),
        ),
      ];
    }),
  ];
}

function ending(answer: SpokenAnswer, body: WireRequest['body'], turn: number): readonly string[] {
  if (answer.streamError !== undefined) {
    return [event({ error: { ...answer.streamError, code: answer.streamError.type } })];
  }
  if (answer.breakOff === true) return [];
  const last = { index: 0, delta: {}, finish_reason: finishOf(answer) };
  const wantsUsage = asRecord(body['stream_options'])['include_usage'] === true;
  return [
    event(chunk({ choices: [last] }, body, turn)),
    ...(wantsUsage ? [event(chunk({ choices: [], usage: wireUsage(answer) }, body, turn))] : []),
    'data: [DONE]\n\n',
  ];
}

function chunk(
  value: Record<string, unknown>,
  body: WireRequest['body'],
  turn: number,
): Record<string, unknown> {
  return {
    id: `chatcmpl-${String(turn)}`,
    object: 'chat.completion.chunk',
    created: 0,
    model: body['model'],
    ...value,
  };
}

function event(value: Record<string, unknown>): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function finishOf(answer: SpokenAnswer): string {
  return answer.finish ?? ((answer.calls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

function wireUsage(answer: SpokenAnswer) {
  const { promptTokens, completionTokens } = usageOf(answer);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function modelMessages(body: WireRequest['body']): readonly ModelMessage[] {
  const names = new Map<string, string>();
  return asRecords(body['messages']).flatMap((message): ModelMessage[] => {
    const content = textOf(message['content']);
    switch (message['role']) {
      case 'system':
      case 'developer':
        return [{ role: 'system', content }];
      case 'user':
        return [{ role: 'user', content }];
      case 'assistant': {
        const toolCalls = asRecords(message['tool_calls']).map((call): ModelToolCall => {
          const spec = asRecord(call['function']);
          const rawArguments = asText(spec['arguments']);
          names.set(asText(call['id']), asText(spec['name']));
          return {
            id: asText(call['id']),
            name: asText(spec['name']),
            arguments: parsedArguments(rawArguments),
            rawArguments,
          };
        });
        return [{ role: 'assistant', content, toolCalls }];
      }
      case 'tool': {
        const callId = asText(message['tool_call_id']);
        return [{ role: 'tool', callId, name: names.get(callId) ?? '', ...unmarked(content) }];
      }
      default:
        return [];
    }
  });
}
