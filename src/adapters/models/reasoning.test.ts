import { expect, it } from 'vitest';
import { HELLO, openProvider, TOOLS } from '../../../test/support/provider-models.ts';
import type { ProviderKind } from '../../contracts/index.ts';

const THINKING = { text: 'First I look.\n  Then I write — “so”.', signature: 'c2lnbmF0dXJl' };

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
    const { server, model: asked } = await openProvider(shape, {
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

it('reasoning of another provider is not sent', async () => {
  const { server, model } = await openProvider('openai', { script: [{ text: 'Hi.' }] });
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
