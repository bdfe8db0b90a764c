import { afterEach, describe, expect, it } from 'vitest';
import { OBJECTS_ONLY, SHAPES, WIRE_SHAPES } from '../../../test/support/wire-shapes.ts';
import type { ProviderKind } from '../../contracts/index.ts';
import { isAppError, systemClock, type AppError, type Clock } from '../../base/index.ts';
import type {
  ChatModel,
  Configuration,
  ModelMessage,
  ProviderSettings,
  ModelToolSpec,
} from '../../models/index.ts';
import type { WireServer, WireServerOptions } from '../../testing/wire/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { createChatModels } from './chat-models.ts';
import { createProviderModel } from './language-model.ts';

const KEY = 'sk-test-0123456789abcdef';
const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Models the packages treat in their own way. */
const MODELS: Partial<Record<ProviderKind, string>> = {
  anthropic: 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5.1',
  google: 'gemini-2.5-pro',
};

/** One kind of provider: a server and the model that asks it once a call. */
async function open(shape: ProviderKind, options: WireServerOptions, clock: Clock = systemClock) {
  const server = await WIRE_SHAPES[shape].create(options);
  servers.push(server);
  const settings: ProviderSettings = {
    provider: shape,
    model: MODELS[shape] ?? 'gpt-4o',
    apiKey: KEY,
    baseUrl: server.url,
    contextWindowTokens: null,
  };
  return { server, model: createProviderModel(settings, { fetch, clock }) };
}

const TOOLS: readonly ModelToolSpec[] = [
  {
    name: 'get_page_content',
    description: 'Reads a page.',
    parameters: {
      type: 'object',
      properties: {
        page: { type: 'integer' },
        part: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['page'],
    },
  },
  { name: 'nothing', description: 'Takes nothing.', parameters: {} },
];

const THINKING = { text: 'First I look.\n  Then I write — “so”.', signature: 'c2lnbmF0dXJl' };

const HELLO: readonly ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
];

async function failure(model: ChatModel): Promise<AppError> {
  const error: unknown = await model.generate({ messages: HELLO, tools: [] }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isAppError(error, 'provider_failed'))
    throw new Error(`not the error expected: ${String(error)}`);
  return error;
}

describe.each(SHAPES)('%s', (shape) => {
  it('streams text, and gives usage and the whole answer', async () => {
    const { server, model } = await open(shape, {
      apiKey: KEY,
      script: [
        { text: 'Guten Tag, wie geht es?', usage: { promptTokens: 21, completionTokens: 8 } },
      ],
    });
    const pieces: string[] = [];
    const answer = await model.generate({
      messages: HELLO,
      tools: TOOLS,
      temperature: 0.5,
      maxOutputTokens: 300,
      onTextDelta: (piece) => pieces.push(piece),
    });
    expect(answer).toMatchObject({
      text: 'Guten Tag, wie geht es?',
      toolCalls: [],
      usage: { promptTokens: 21, completionTokens: 8 },
      finishReason: 'stop',
    });
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(answer.text);
    const sent = JSON.stringify(server.requests[0]?.body);
    // Models that reason take none, and the package leaves it out for them.
    expect(sent.includes('"temperature":0.5')).toBe(shape !== 'openai-responses');
    expect(sent).toMatch(/"(?:max_tokens|max_output_tokens|maxOutputTokens|num_predict)":300[,}]/u);
    expect(server.requests[0]?.headers['authorization'] ?? KEY).toContain(KEY);
  });

  it('sends every tool with an object schema and never as strict', async () => {
    const { server, model } = await open(shape, { script: [{ text: 'Yes.' }] });
    await model.generate({ messages: HELLO, tools: TOOLS });
    const sent = JSON.stringify(server.requests[0]?.body['tools']);
    expect(sent).toContain('oneOf');
    expect(sent).not.toContain('"strict":true');
  });

  it('reads parallel calls, empty arguments, malformed arguments and arguments that are no object', async () => {
    const { model } = await open(shape, {
      script: [
        {
          text: 'Reading.',
          calls: [
            { name: 'get_page_content', arguments: { page: 12 }, id: 'a1' },
            { name: 'nothing', arguments: '', id: 'a2' },
            ...(OBJECTS_ONLY.includes(shape)
              ? []
              : [
                  { name: 'get_page_content', arguments: '{"page": 1', id: 'a3' },
                  { name: 'get_page_content', arguments: '[1]', id: 'a4' },
                ]),
          ],
        },
      ],
    });
    const { toolCalls, finishReason, text } = await model.generate({
      messages: HELLO,
      tools: TOOLS,
    });
    expect({ text, finishReason }).toEqual({ text: 'Reading.', finishReason: 'tool_calls' });
    expect(toolCalls.map(({ id, arguments: args }) => [id, args])).toEqual([
      ['a1', { page: 12 }],
      ['a2', {}],
      ...(OBJECTS_ONLY.includes(shape)
        ? []
        : [
            ['a3', null],
            ['a4', null],
          ]),
    ]);
    if (!OBJECTS_ONLY.includes(shape)) expect(toolCalls[2]?.rawArguments).toBe('{"page": 1');
  });

  it.runIf(OBJECTS_ONLY.includes(shape))(
    'arguments the server itself could not read are a failure that may pass, never an empty answer',
    async () => {
      const { model } = await open(shape, {
        script: [{ calls: [{ name: 'get_page_content', arguments: '{"page": 1' }] }],
      });
      expect((await failure(model)).data['failureClass']).toBe('serverError');
    },
  );

  it('TRN-03 ids that come again across turns and within one, a failed call and an open one make a valid transcript', async () => {
    const { server, model } = await open(shape, { script: [{ text: 'Done.' }] });
    const call = (id: string, page: number | null) => ({
      id,
      name: 'get_page_content',
      arguments: page === null ? null : { page },
      rawArguments: page === null ? '{"page":' : JSON.stringify({ page }),
    });
    const result = (callId: string, content: string, isError = false): ModelMessage => ({
      role: 'tool',
      callId,
      name: 'get_page_content',
      content,
      isError,
    });
    await model.generate({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: '', toolCalls: [] },
        { role: 'assistant', content: '', toolCalls: [call('call_0', 1), call('call_0', 2)] },
        result('call_0', 'page one'),
        result('call_0', 'page two'),
        result('nobody', 'orphan'),
        {
          role: 'assistant',
          content: 'Next.',
          toolCalls: [call('call_0', null), call('call.1!', 3)],
        },
        result('call_0', 'The arguments are not valid JSON.', true),
        { role: 'user', content: 'Go on.' },
      ],
      tools: TOOLS,
    });
    // The server answers 400 to what the real one refuses, so getting here is the proof; the results went to their calls.
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent.indexOf('page one')).toBeLessThan(sent.indexOf('page two'));
    expect(sent).not.toContain('orphan');
    expect(sent).toContain('No result of this call was recorded.');
  });

  it('TRN-03 both outcomes of an approval are results of their call', async () => {
    const { model } = await open(shape, { script: [{ text: 'Good.' }, { text: 'I see.' }] });
    for (const content of [
      'Saved.',
      'approval_denied decided_by=run_owner reason=skip\nDeclined.',
    ]) {
      await expect(
        model.generate({
          messages: [
            ...HELLO,
            {
              role: 'assistant',
              content: 'A proposal.',
              toolCalls: [{ id: 'p1', name: 'nothing', arguments: {}, rawArguments: '{}' }],
            },
            { role: 'tool', callId: 'p1', name: 'nothing', content, isError: false },
          ],
          tools: TOOLS,
        }),
      ).resolves.toMatchObject({ finishReason: 'stop' });
    }
  });

  it.each([
    [401, 'auth', 'refused the key'],
    [403, 'auth', 'refused the key'],
    [404, 'configuration', 'was not found'],
    [402, 'configuration', 'no credit left'],
    [429, 'rateLimit', 'asked too often'],
    [500, 'serverError', 'problem of its own'],
    [529, 'serverError', 'problem of its own'],
    [400, 'clientError', 'refused the request'],
    [413, 'clientError', 'refused the request'],
  ])('status %i is %s, asked once, without the key', async (status, failureClass, sentence) => {
    const { server, model } = await open(shape, {
      script: [
        {
          status,
          headers: { 'retry-after': '7' },
          body: {
            type: 'error',
            error: { type: 'x', message: `Bad key ${KEY} or sk-abcdefgh12345.` },
          },
        },
      ],
    });
    const error = await failure(model);
    expect(error.data).toEqual({ failureClass, status, retryAfterMs: 7000 });
    expect(error.message).toContain(sentence);
    expect(JSON.stringify([error.message, error.data, error.cause])).not.toMatch(/sk-/u);
    expect(server.requests).toHaveLength(1);
  });

  it('a server that is not there is a failed connection', async () => {
    const { server, model } = await open(shape, {});
    await server.close();
    const error = await failure(model);
    expect(error.data).toMatchObject({ failureClass: 'connection', status: null });
    expect(error.message).toContain('cannot be reached at http://127.0.0.1:');
  });

  it('an answer that breaks off is a failed connection, never a short answer', async () => {
    const { model } = await open(shape, { script: [{ text: 'Half of what', breakOff: true }] });
    expect((await failure(model)).data['failureClass']).toBe('connection');
  });

  it('an error inside the stream is told apart from an answer', async () => {
    const streamError = { type: 'overloaded_error', message: 'Overloaded' };
    const { model } = await open(shape, { script: [{ text: 'Half', streamError }] });
    expect((await failure(model)).data['failureClass']).toBe('serverError');
  });

  it('what does not speak the protocol is named with its address', async () => {
    const { model } = await open(shape, {
      script: [{ status: 200, body: '<html>Welcome</html>' }],
    });
    const error = await failure(model);
    expect(['connection', 'configuration', 'unknown']).toContain(error.data['failureClass']);
    expect(error.message).not.toContain('<html>');
  });

  it('a caller that aborts gets its own reason', async () => {
    const { server, model } = await open(shape, { script: [{ silent: true }] });
    const abort = new AbortController();
    const pending = model.generate({ messages: HELLO, tools: [], signal: abort.signal });
    const reason = new Error('cancelled by the owner');
    await expect.poll(() => server.requests.length).toBe(1);
    abort.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it('a silent provider is given up after two minutes', async () => {
    const clock = new FakeClock();
    const { server, model } = await open(shape, { script: [{ silent: true }] }, clock);
    const pending = failure(model);
    await expect.poll(() => server.requests.length).toBe(1);
    clock.advance(120_000);
    expect((await pending).message).toContain('sent nothing for 120 seconds');
  });
});

/** What a format wants back of the reasoning of a turn, where it had been. */
const REASONED: readonly [ProviderKind, (body: Record<string, unknown>) => unknown, unknown][] = [
  [
    'anthropic',
    (body) => (body['messages'] as { content: unknown }[])[1]?.content,
    [
      { type: 'thinking', thinking: THINKING.text, signature: THINKING.signature },
      { type: 'text', text: 'Reading.' },
      { type: 'tool_use', id: 't1', name: 'nothing', input: {} },
    ],
  ],
  [
    'openai-responses',
    (body) => (body['input'] as unknown[]).slice(2, 5),
    [
      {
        type: 'reasoning',
        id: 'rs_1',
        encrypted_content: THINKING.signature,
        summary: [{ type: 'summary_text', text: THINKING.text }],
      },
      {
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Reading.' }],
        id: 'msg_1',
      },
      { type: 'function_call', call_id: 't1', name: 'nothing', arguments: '{}' },
    ],
  ],
  [
    'google',
    (body) => (body['contents'] as { parts: unknown }[])[1]?.parts,
    [
      { text: THINKING.text, thought: true },
      { text: 'Reading.' },
      {
        functionCall: { id: 't1', name: 'nothing', args: {} },
        thoughtSignature: THINKING.signature,
      },
    ],
  ],
  [
    'ollama',
    (body) => (body['messages'] as unknown[])[2],
    {
      role: 'assistant',
      content: 'Reading.',
      thinking: THINKING.text,
      tool_calls: [{ id: 't1', function: { name: 'nothing', arguments: {} } }],
    },
  ],
];

it.each(REASONED)(
  'TRN-03 %s: reasoning goes back byte for byte, with its signature, in its place',
  async (shape, partOf, expected) => {
    const { server, model: asked } = await open(shape, {
      script: [
        { thinking: THINKING, text: 'Reading.', calls: [{ name: 'nothing', id: 't1' }] },
        { text: 'Done.' },
      ],
    });
    const first = await asked.generate({ messages: HELLO, tools: TOOLS });
    const stored = JSON.parse(JSON.stringify(first.providerData)) as unknown;
    await asked.generate({
      messages: [
        ...HELLO,
        {
          role: 'assistant',
          content: first.text,
          toolCalls: first.toolCalls,
          providerData: stored,
        },
        { role: 'tool', callId: 't1', name: 'nothing', content: 'Nothing.', isError: false },
      ],
      tools: TOOLS,
    });
    const sent = JSON.parse(JSON.stringify(server.requests[1]?.body)) as Record<string, unknown>;
    expect(partOf(sent)).toEqual(expected);
  },
);

it('nothing of a response stays with the provider, and no tool of it is strict', async () => {
  const { server, model } = await open('openai-responses', { script: [{ text: 'Hi.' }] });
  await model.generate({ messages: HELLO, tools: TOOLS });
  expect(server.requests[0]?.body).toMatchObject({
    store: false,
    tools: [{ strict: false }, { strict: false }],
  });
});

it('Ollama is told the window, which it would otherwise choose itself', async () => {
  const { server, model } = await open('ollama', { script: [{ text: 'Hi.' }] });
  await model.generate({ messages: HELLO, tools: [] });
  expect(server.requests[0]?.body['options']).toEqual({ num_ctx: model.contextWindowTokens });
});

it('reasoning of another provider is not sent', async () => {
  const { server, model } = await open('openai', { script: [{ text: 'Hi.' }] });
  await model.generate({
    messages: [
      ...HELLO,
      {
        role: 'assistant',
        content: 'Before.',
        toolCalls: [],
        providerData: {
          provider: 'anthropic',
          parts: [{ type: 'reasoning', text: 'secret thought' }],
        },
      },
      { role: 'user', content: 'And now?' },
    ],
    tools: [],
  });
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('secret thought');
});

it('the built-in model needs no settings; another one needs a provider', async () => {
  const models = createChatModels({ provider: 'checklist' }, { fetch, clock: systemClock });
  expect((await models.modelFor({ model: 'checklist' } as Configuration)).builtIn).toBe(true);
  await expect(models.modelFor({ model: 'gpt-4o' } as Configuration)).rejects.toMatchObject({
    code: 'model_misconfigured',
  });
});
