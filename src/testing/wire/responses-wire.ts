import type { ModelMessage } from '../../models/index.ts';
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
 * A local server that speaks OpenAI's responses, streamed and whole. It answers from a script or from a chat model, refuses
 * input the real one refuses, and keeps what it received.
 */
export function createResponsesWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(RESPONSES, options);
}

type Item = Readonly<Record<string, unknown>>;

/**
 * What the real server would refuse in the input of a response: every function call needs exactly one output after it, an
 * output needs its call, call ids are unique, and a reasoning item is followed by what it was made for.
 */
export function responsesTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const faults: string[] = [];
  const open = new Set<string>();
  const used = new Set<string>();
  const items = asRecords(body['input']);
  items.forEach((item, index) => {
    const id = asText(item['call_id']);
    switch (item['type']) {
      case 'function_call':
        faults.push(...callNameFaults([item['name']]));
        if (id === '' || used.has(id)) faults.push(`Duplicate or empty call_id: '${id}'.`);
        used.add(id);
        open.add(id);
        if (parsedArguments(asText(item['arguments'])) === null) {
          faults.push(`The arguments of '${id}' are no JSON object.`);
        }
        break;
      case 'function_call_output':
        if (!open.delete(id)) faults.push(`No tool call found for function call output '${id}'.`);
        if (typeof item['output'] !== 'string') faults.push('An output must be a text.');
        break;
      case 'reasoning':
        if (!isAnswer(items[index + 1])) {
          faults.push(
            `Item '${asText(item['id'])}' of type 'reasoning' was provided without its required following item.`,
          );
        }
        break;
      default:
        // A message of the person ends the turn before it.
        if (item['role'] === 'user') faults.push(...unanswered(open));
        if (textOf(item['content']) === '') faults.push('A message needs a content.');
    }
  });
  const tools = asRecords(body['tools']).map(({ name, parameters, strict }) => ({
    name,
    schema: parameters,
    // The format is strict where nothing is said.
    strict: strict ?? true,
  }));
  const images = items
    .flatMap(({ content }) => asRecords(content))
    .filter(({ type }) => type === 'input_image')
    .map(({ image_url: url }) => imageOfUrl(url));
  return [...faults, ...unanswered(open), ...imageFaults(images), ...toolFaults(tools)];
}

function isAnswer(item: Item | undefined): boolean {
  return (
    item?.['type'] === 'function_call' ||
    item?.['type'] === 'reasoning' ||
    item?.['role'] === 'assistant'
  );
}

function unanswered(open: Set<string>): readonly string[] {
  const faults = [...open].map((id) => `No tool output found for function call ${id}.`);
  open.clear();
  return faults;
}

const RESPONSES: WireFormat = {
  base: '/v1',
  path: '/responses',
  keyOf: (headers) => headers['authorization']?.replace(/^Bearer /u, '') ?? null,
  faults: responsesTranscriptFaults,
  errorBody: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
  toModelRequest: (body) => ({
    messages: modelMessages(body),
    tools: asRecords(body['tools']).map((tool) => ({
      name: asText(tool['name']),
      description: asText(tool['description']),
      parameters: asRecord(tool['parameters']),
    })),
  }),
  events: (answer, body, turn) => {
    let sequence = 0;
    const event = (value: Item) => {
      sequence += 1;
      const whole = { ...value, sequence_number: sequence };
      return `event: ${asText(value['type'])}\ndata: ${JSON.stringify(whole)}\n\n`;
    };
    const response = { id: `resp_${String(turn)}`, created_at: 0, model: body['model'] };
    return [
      event({ type: 'response.created', response }),
      ...itemsOf(answer, turn).flatMap((item, index) => itemEvents(item, index).map(event)),
      ...ending(answer, response).map(event),
    ];
  },
  whole: (answer, body, turn) => ({
    id: `resp_${String(turn)}`,
    object: 'response',
    created_at: 0,
    model: body['model'],
    status: 'completed',
    output: itemsOf(answer, turn),
    incomplete_details: incompleteDetails(answer),
    usage: wireUsage(answer),
  }),
};

function itemsOf(answer: SpokenAnswer, turn: number): readonly Item[] {
  const { thinking, text, calls = [] } = answer;
  const at = String(turn);
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            type: 'reasoning',
            id: `rs_${at}`,
            encrypted_content: thinking.signature ?? 'sealed',
            summary: [{ type: 'summary_text', text: thinking.text }],
          },
        ]),
    ...(text === undefined || text === ''
      ? []
      : [
          {
            type: 'message',
            id: `msg_${at}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map((call, index) => ({
      type: 'function_call',
      id: `fc_${at}_${String(index)}`,
      call_id: call.id ?? `call_${String(index)}`,
      name: call.name,
      arguments: argumentText(call),
      status: 'completed',
    })),
  ];
}

function itemEvents(item: Item, output_index: number): readonly Item[] {
  const item_id = item['id'];
  const done = { type: 'response.output_item.done', output_index, item };
  const added = (bare: Item) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...bare },
  });
  switch (item['type']) {
    case 'reasoning': {
      const part = { item_id, output_index, summary_index: 0 };
      return [
        added({ summary: [], encrypted_content: null }),
        { type: 'response.reasoning_summary_part.added', ...part },
        ...pieces(asText(asRecords(item['summary'])[0]?.['text'])).map((delta) => ({
          type: 'response.reasoning_summary_text.delta',
          ...part,
          delta,
        })),
        { type: 'response.reasoning_summary_part.done', ...part },
        done,
      ];
    }
    case 'message':
      return [
        added({ content: [] }),
        ...pieces(textOf(item['content'])).map((delta) => ({
          type: 'response.output_text.delta',
          item_id,
          output_index,
          content_index: 0,
          delta,
        })),
        done,
      ];
    default:
      return [
        added({ arguments: '' }),
        ...pieces(asText(item['arguments'])).map((delta) => ({
          type: 'response.function_call_arguments.delta',
          item_id,
          output_index,
          delta,
        })),
        done,
      ];
  }
}

function ending(answer: SpokenAnswer, response: Item): readonly Item[] {
  if (answer.streamError !== undefined) {
    const { type, message } = answer.streamError;
    return [{ type: 'error', error: { type, code: type, message, param: null } }];
  }
  if (answer.breakOff === true) return [];
  const incomplete = incompleteDetails(answer);
  return [
    {
      type: incomplete === null ? 'response.completed' : 'response.incomplete',
      response: { ...response, incomplete_details: incomplete, usage: wireUsage(answer) },
    },
  ];
}

function incompleteDetails(answer: SpokenAnswer): { reason: string } | null {
  if (answer.finish === 'length') return { reason: 'max_output_tokens' };
  return answer.finish === 'content_filter' ? { reason: 'content_filter' } : null;
}

function wireUsage(answer: SpokenAnswer) {
  const { promptTokens, completionTokens } = usageOf(answer);
  return {
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function modelMessages(body: WireRequest['body']): readonly ModelMessage[] {
  const names = new Map<string, string>();
  const messages: ModelMessage[] = [];
  /** The answer that text and calls still belong to. */
  let open: { content: string; toolCalls: ReturnType<typeof callOf>[] } | null = null;
  const close = () => {
    if (open !== null) messages.push({ role: 'assistant', ...open });
    open = null;
  };
  for (const item of asRecords(body['input'])) {
    if (item['type'] === 'reasoning') continue;
    if (item['type'] === 'function_call') {
      names.set(asText(item['call_id']), asText(item['name']));
      open ??= { content: '', toolCalls: [] };
      open.toolCalls.push(callOf(item));
    } else if (item['role'] === 'assistant') {
      if (open !== null && (open.content !== '' || open.toolCalls.length > 0)) close();
      open = { content: textOf(item['content']), toolCalls: [] };
    } else {
      close();
      messages.push(otherMessage(item, names));
    }
  }
  close();
  return messages;
}

function callOf(item: Item) {
  const rawArguments = asText(item['arguments']);
  return {
    id: asText(item['call_id']),
    name: asText(item['name']),
    arguments: parsedArguments(rawArguments),
    rawArguments,
  };
}

function otherMessage(item: Item, names: ReadonlyMap<string, string>): ModelMessage {
  if (item['type'] === 'function_call_output') {
    const callId = asText(item['call_id']);
    return {
      role: 'tool',
      callId,
      name: names.get(callId) ?? '',
      ...unmarked(asText(item['output'])),
    };
  }
  const role = item['role'] === 'user' ? 'user' : 'system';
  return { role, content: textOf(item['content']) };
}
