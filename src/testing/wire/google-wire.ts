import type { ModelMessage, ModelToolCall } from '../../models/index.ts';
import { imageFaults } from './wire-images.ts';
import { pieces, type SpokenAnswer, type WireRequest } from './wire-script.ts';
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
  callNameFaults,
  isMalformed,
  toolFaults,
  unmarked,
  usageOf,
} from './wire-values.ts';

/**
 * A local server that speaks Gemini's `generateContent`, streamed and whole. It answers from a script or from a chat model,
 * refuses contents the real one refuses, and keeps what it received. Arguments that are no object cannot be said in this
 * format: the turn then ends as the real one does, with `MALFORMED_FUNCTION_CALL`.
 */
export function createGoogleWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(GOOGLE, options);
}

type Part = Readonly<Record<string, unknown>>;

/**
 * What the real server would refuse: contents begin with the user, none is empty, and every turn of function calls is
 * followed at once by as many responses, of the same names in the same order.
 */
export function googleTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const faults: string[] = [];
  const contents = asRecords(body['contents']);
  if (contents[0]?.['role'] !== 'user') faults.push('Please ensure that contents begin with user.');
  let open: readonly string[] = [];
  const used = new Set<string>();
  for (const content of contents) {
    const parts = asRecords(content['parts']);
    if (parts.length === 0) faults.push('contents.parts must not be empty.');
    if (parts.some((part) => part['text'] === '')) faults.push('A text part must not be empty.');
    const answered = membersOf(parts, 'functionResponse').map(({ name }) => asText(name));
    if (answered.join() !== open.join()) {
      faults.push(
        `Please ensure that the number of function response parts is equal to the number of function call parts: ${open.join()} / ${answered.join()}.`,
      );
    }
    const calls = membersOf(parts, 'functionCall');
    faults.push(...callNameFaults(calls.map(({ name }) => name)));
    if (calls.length > 0 && content['role'] !== 'model') faults.push('Only the model calls.');
    for (const { id, args } of calls) {
      if (id !== undefined && used.has(asText(id))) faults.push(`Duplicate id: ${asText(id)}.`);
      used.add(asText(id));
      if (typeof args !== 'object' || args === null) faults.push('args must be a Struct.');
    }
    open = calls.map(({ name }) => asText(name));
  }
  if (open.length > 0) faults.push('A function call turn has no function response turn.');
  return [
    ...faults,
    ...imageFaults(imagesIn(contents)),
    ...toolFaults(
      declarationsOf(body).map(({ name, parameters }) => ({
        name,
        // A function without parameters has no schema at all.
        schema: parameters ?? { type: 'object' },
        strict: false,
      })),
    ),
  ];
}

function imagesIn(contents: readonly Part[]) {
  return contents
    .flatMap(({ parts }) => membersOf(asRecords(parts), 'inlineData'))
    .map(({ mimeType, data }) => ({ mediaType: asText(mimeType), data: asText(data) }));
}

function membersOf(parts: readonly Part[], member: string): readonly Part[] {
  return parts.filter((part) => part[member] !== undefined).map((part) => asRecord(part[member]));
}

function declarationsOf(body: WireRequest['body']): readonly Part[] {
  return asRecords(body['tools']).flatMap((tool) => asRecords(tool['functionDeclarations']));
}

const GOOGLE: WireFormat = {
  base: '/v1beta',
  path: /^\/models\/[\w.-]+:(?:streamGenerateContent|generateContent)$/u,
  list: {
    path: '/models',
    body: (models) => ({
      models: [
        ...models.map((id) => ({
          name: `models/${id}`,
          displayName: `Model ${id}`,
          inputTokenLimit: 1_048_576,
          outputTokenLimit: 65_536,
          supportedGenerationMethods: ['generateContent', 'countTokens'],
        })),
        { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
      ],
    }),
  },
  streams: ({ path }) => path.endsWith(':streamGenerateContent'),
  keyOf: (headers) => headers['x-goog-api-key'] ?? null,
  faults: googleTranscriptFaults,
  errorBody: ({ status, type, message }) => ({
    error: { code: status, message, status: type.toUpperCase() },
  }),
  toModelRequest: (body) => ({
    messages: modelMessages(body),
    tools: declarationsOf(body).map(({ name, description, parameters }) => ({
      name: asText(name),
      description: asText(description),
      parameters: asRecord(parameters),
    })),
  }),
  events: (answer, _body, turn) => {
    const event = (value: Part) => `data: ${JSON.stringify(value)}\n\n`;
    const { streamError, breakOff } = answer;
    return [
      ...partsOf(answer)
        .flatMap(spread)
        .map((part) => event(chunk([part], turn))),
      ...(streamError === undefined
        ? []
        : [event({ error: { code: 503, ...streamError, status: 'UNAVAILABLE' } })]),
      ...(streamError !== undefined || breakOff === true ? [] : [event(last(answer, turn))]),
    ];
  },
  whole: (answer, _body, turn) => last(answer, turn, partsOf(answer)),
};

function partsOf(answer: SpokenAnswer): readonly Part[] {
  const { thinking, text, calls = [] } = answer;
  return [
    ...(thinking === undefined ? [] : [{ text: thinking.text, thought: true }]),
    ...(text === undefined || text === '' ? [] : [{ text }]),
    ...(isMalformed(answer)
      ? []
      : calls.map((call, index) => ({
          functionCall: {
            ...(call.id === undefined ? {} : { id: call.id }),
            name: call.name,
            args: argumentsOf(call),
          },
          // The signature comes with the first call of a turn.
          ...(index === 0 && thinking?.signature !== undefined
            ? { thoughtSignature: thinking.signature }
            : {}),
        }))),
  ];
}

function spread(part: Part): readonly Part[] {
  return typeof part['text'] === 'string'
    ? pieces(part['text']).map((text) => ({ ...part, text }))
    : [part];
}

function chunk(parts: readonly Part[], turn: number): Part {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts } }],
    responseId: `response-${String(turn)}`,
  };
}

const FINISH = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
} as const;

function last(answer: SpokenAnswer, turn: number, parts: readonly Part[] = []) {
  const { promptTokens, completionTokens } = usageOf(answer);
  return {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts },
        finishReason: isMalformed(answer)
          ? 'MALFORMED_FUNCTION_CALL'
          : FINISH[answer.finish ?? 'stop'],
      },
    ],
    responseId: `response-${String(turn)}`,
    usageMetadata: {
      promptTokenCount: promptTokens,
      candidatesTokenCount: completionTokens,
      totalTokenCount: promptTokens + completionTokens,
    },
  };
}

function modelMessages(body: WireRequest['body']): readonly ModelMessage[] {
  const system = asRecords(asRecord(body['systemInstruction'])['parts'])
    .map(({ text }) => asText(text))
    .join('\n\n');
  /** Ids of the newest turn's calls, which responses take in order. */
  let ids: string[] = [];
  let count = 0;
  const messages = asRecords(body['contents']).flatMap((content): ModelMessage[] => {
    const parts = asRecords(content['parts']);
    const text = parts
      .filter((part) => part['thought'] !== true)
      .map((part) => asText(part['text']))
      .join('');
    if (content['role'] === 'model') {
      const toolCalls = membersOf(parts, 'functionCall').map(
        ({ id, name, args }): ModelToolCall => {
          count += 1;
          return {
            id: asText(id) || `call_${String(count)}`,
            name: asText(name),
            arguments: asRecord(args),
            rawArguments: JSON.stringify(args ?? {}),
          };
        },
      );
      ids = toolCalls.map(({ id }) => id);
      return [{ role: 'assistant', content: text, toolCalls }];
    }
    const results = membersOf(parts, 'functionResponse').map(
      ({ name, response }): ModelMessage => ({
        role: 'tool',
        callId: ids.shift() ?? '',
        name: asText(name),
        ...unmarked(asText(asRecord(response)['content'])),
      }),
    );
    return text === '' ? results : [...results, { role: 'user', content: text }];
  });
  return system === '' ? messages : [{ role: 'system', content: system }, ...messages];
}
