import type { ModelMessage, ModelToolCall } from '../../models/index.ts';
import { imageFaults } from './wire-images.ts';
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
  textOf,
  toolFaults,
  usageOf,
} from './wire-values.ts';

/**
 * A local server that speaks Anthropic's messages, streamed and whole. It answers from a script or from a chat model,
 * refuses transcripts the real one refuses, and keeps what it received.
 */
export function createAnthropicWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(ANTHROPIC, options);
}

type Block = Readonly<Record<string, unknown>>;

/**
 * What the real server would refuse: roles take turns and begin with the user; every `tool_use` has a `tool_result` in the
 * next message and in no other; ids are unique; no text is empty.
 */
export function anthropicTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const faults: string[] = [];
  const messages = asRecords(body['messages']);
  const used = new Set<string>();
  let open: readonly string[] = [];
  messages.forEach((message, index) => {
    const expected = index % 2 === 0 ? 'user' : 'assistant';
    if (message['role'] !== expected)
      faults.push(`messages.${String(index)}: expected ${expected}.`);
    const content = blocks(message['content']);
    if (content.length === 0) faults.push(`messages.${String(index)}: content is empty.`);
    const answered = idsOf(content, 'tool_result', 'tool_use_id');
    for (const id of open.filter((id) => !answered.includes(id))) {
      faults.push(
        `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}.`,
      );
    }
    for (const id of answered.filter(
      (id, at) => !open.includes(id) || answered.indexOf(id) !== at,
    )) {
      faults.push(`unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}.`);
    }
    open = idsOf(content, 'tool_use', 'id');
    faults.push(...callNameFaults(idsOf(content, 'tool_use', 'name')));
    for (const id of open) {
      if (used.has(id)) faults.push(`\`tool_use\` ids must be unique: ${id}.`);
      if (!/^[\w-]+$/u.test(id))
        faults.push(`tool_use.id: '${id}' does not match ^[a-zA-Z0-9_-]+$.`);
      used.add(id);
    }
    if (content.some((block) => block['type'] === 'text' && asText(block['text']) === '')) {
      faults.push('text content blocks must be non-empty.');
    }
    if (content.some((block) => block['type'] === 'tool_use' && !isObject(block['input']))) {
      faults.push('tool_use.input: should be a valid dictionary.');
    }
  });
  if (open.length > 0) faults.push('`tool_use` ids were found without `tool_result` blocks.');
  if (typeof body['max_tokens'] !== 'number') faults.push('max_tokens: field required.');
  const tools = asRecords(body['tools']).map(({ name, input_schema: schema }) => ({
    name,
    schema,
    strict: false,
  }));
  return [...faults, ...imageFaults(imagesIn(messages)), ...toolFaults(tools)];
}

function imagesIn(messages: readonly Block[]) {
  return messages
    .flatMap(({ content }) => blocks(content))
    .filter(({ type }) => type === 'image')
    .map(({ source }) => {
      const { type, media_type: mediaType, data } = asRecord(source);
      return { mediaType: type === 'base64' ? asText(mediaType) : '', data: asText(data) };
    });
}

const ANTHROPIC: WireFormat = {
  base: '/v1',
  path: '/messages',
  list: {
    path: '/models',
    body: (models) => ({
      data: models.map((id) => ({ type: 'model', id, display_name: `Model ${id}` })),
      has_more: false,
    }),
  },
  keyOf: (headers) => headers['x-api-key'] ?? null,
  faults: anthropicTranscriptFaults,
  errorBody: ({ type, message }) => ({ type: 'error', error: { type, message } }),
  toModelRequest: (body) => ({
    messages: modelMessages(body),
    tools: asRecords(body['tools']).map((tool) => ({
      name: asText(tool['name']),
      description: asText(tool['description']),
      parameters: asRecord(tool['input_schema']),
    })),
  }),
  events: (answer, body, turn) => [
    event('message_start', {
      message: {
        id: `msg_${String(turn)}`,
        type: 'message',
        role: 'assistant',
        model: body['model'],
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usageOf(answer).promptTokens, output_tokens: 1 },
      },
    }),
    event('ping', {}),
    ...contentOf(answer).flatMap((block, index) => blockEvents(block, index)),
    ...ending(answer),
  ],
  whole: (answer, body, turn) => ({
    id: `msg_${String(turn)}`,
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: contentOf(answer).map((block) =>
      block['type'] === 'tool_use'
        ? { ...block, input: JSON.parse(asText(block['input'])) as unknown }
        : block,
    ),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: {
      input_tokens: usageOf(answer).promptTokens,
      output_tokens: usageOf(answer).completionTokens,
    },
  }),
};

function contentOf(answer: SpokenAnswer): readonly Block[] {
  const { thinking, text, calls = [] } = answer;
  return [
    ...(thinking === undefined
      ? []
      : [{ type: 'thinking', thinking: thinking.text, signature: thinking.signature ?? 'signed' }]),
    ...(text === undefined || text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call, index) => ({
      type: 'tool_use',
      id: call.id ?? `call_${String(index)}`,
      name: call.name,
      input: argumentText(call),
    })),
  ];
}

function blockEvents(block: Block, index: number): readonly string[] {
  const start = (content: Block) => event('content_block_start', { index, content_block: content });
  const delta = (value: Block) => event('content_block_delta', { index, delta: value });
  const stop = event('content_block_stop', { index });
  switch (block['type']) {
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        ...pieces(asText(block['thinking'])).map((thinking) =>
          delta({ type: 'thinking_delta', thinking }),
        ),
        delta({ type: 'signature_delta', signature: block['signature'] }),
        stop,
      ];
    case 'text':
      return [
        start({ type: 'text', text: '' }),
        ...pieces(asText(block['text'])).map((text) => delta({ type: 'text_delta', text })),
        stop,
      ];
    default:
      return [
        start({ ...block, input: {} }),
        ...pieces(asText(block['input'])).map((text) =>
          delta({ type: 'input_json_delta', partial_json: text }),
        ),
        stop,
      ];
  }
}

function ending(answer: SpokenAnswer): readonly string[] {
  if (answer.streamError !== undefined) return [event('error', { error: answer.streamError })];
  if (answer.breakOff === true) return [];
  return [
    event('message_delta', {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: usageOf(answer).completionTokens },
    }),
    event('message_stop', {}),
  ];
}

function event(type: string, value: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
}

const STOP_REASONS = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
} as const;

function stopReason(answer: SpokenAnswer): string {
  return STOP_REASONS[answer.finish ?? ((answer.calls ?? []).length > 0 ? 'tool_calls' : 'stop')];
}

function modelMessages(body: WireRequest['body']): readonly ModelMessage[] {
  const names = new Map<string, string>();
  const system = blocks(body['system'])
    .map((block) => asText(block['text']))
    .join('\n\n');
  const messages = asRecords(body['messages']).flatMap((message): ModelMessage[] => {
    const content = blocks(message['content']);
    const text = content
      .filter((block) => block['type'] === 'text')
      .map((block) => asText(block['text']))
      .join('');
    if (message['role'] === 'assistant') {
      const toolCalls = content
        .filter((block) => block['type'] === 'tool_use')
        .map((block): ModelToolCall => {
          names.set(asText(block['id']), asText(block['name']));
          return {
            id: asText(block['id']),
            name: asText(block['name']),
            arguments: asRecord(block['input']),
            rawArguments: JSON.stringify(block['input']),
          };
        });
      return [{ role: 'assistant', content: text, toolCalls }];
    }
    const results = content
      .filter((block) => block['type'] === 'tool_result')
      .map((block): ModelMessage => {
        const callId = asText(block['tool_use_id']);
        return {
          role: 'tool',
          callId,
          name: names.get(callId) ?? '',
          content: textOf(block['content']),
          isError: block['is_error'] === true,
        };
      });
    return text === '' ? results : [...results, { role: 'user', content: text }];
  });
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages];
}

function blocks(content: unknown): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return asRecords(content);
}

function idsOf(content: readonly Block[], type: string, member: string): readonly string[] {
  return content.filter((block) => block['type'] === type).map((block) => asText(block[member]));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
