import { describe, expect, it } from 'vitest';
import { failure, HELLO, KEY, openProvider, TOOLS } from '../../../test/support/provider-models.ts';
import { OBJECTS_ONLY, SHAPES } from '../../../test/support/wire-shapes.ts';
import type { ModelMessage } from '../../models/index.ts';

describe.each(SHAPES)('%s', (shape) => {
  it('streams text, and gives usage and the whole answer', async () => {
    const { server, model } = await openProvider(shape, {
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

  it('tells of every piece, arguments of calls too, each once', async () => {
    const { model } = await openProvider(shape, {
      script: [
        { text: 'Reading.', calls: [{ name: 'get_page_content', arguments: { page: 12 } }] },
      ],
    });
    const pieces: string[] = [];
    await model.generate({ messages: HELLO, tools: TOOLS, onPiece: (piece) => pieces.push(piece) });
    expect(pieces.join('').replaceAll(' ', '')).toBe('Reading.{"page":12}');
  });

  it('sends every tool with an object schema and never as strict', async () => {
    const { server, model } = await openProvider(shape, { script: [{ text: 'Yes.' }] });
    await model.generate({ messages: HELLO, tools: TOOLS });
    const sent = JSON.stringify(server.requests[0]?.body['tools']);
    expect(sent).toContain('oneOf');
    expect(sent).not.toContain('"strict":true');
  });

  it('reads parallel calls, empty arguments, malformed arguments and arguments that are no object', async () => {
    const { model } = await openProvider(shape, {
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
      const { model } = await openProvider(shape, {
        script: [{ calls: [{ name: 'get_page_content', arguments: '{"page": 1' }] }],
      });
      expect((await failure(model)).data['failureClass']).toBe('serverError');
    },
  );

  it('TRN-03 ids that come again across turns and within one, a failed call and an open one make a valid transcript', async () => {
    const { server, model } = await openProvider(shape, { script: [{ text: 'Done.' }] });
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
    const { model } = await openProvider(shape, {
      script: [{ text: 'Good.' }, { text: 'I see.' }],
    });
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
});

it('nothing of a response stays with the provider, and no tool of it is strict', async () => {
  const { server, model } = await openProvider('openai-responses', { script: [{ text: 'Hi.' }] });
  await model.generate({ messages: HELLO, tools: TOOLS });
  expect(server.requests[0]?.body).toMatchObject({
    store: false,
    tools: [{ strict: false }, { strict: false }],
  });
});

it('Ollama is told the window, which it would otherwise choose itself', async () => {
  const { server, model } = await openProvider('ollama', { script: [{ text: 'Hi.' }] });
  await model.generate({ messages: HELLO, tools: [] });
  expect(server.requests[0]?.body['options']).toEqual({ num_ctx: model.contextWindowTokens });
});
