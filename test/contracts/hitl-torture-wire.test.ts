import { describe, expect, it } from 'vitest';
import { readResult, type Tool } from '../../src/tools/index.ts';
import { SHAPES } from '../support/wire-shapes.ts';
import { EDITOR, PROPOSAL } from './runs-bench.ts';
import { createWireBench } from './wire-bench.ts';

/** The same list where the real adapters speak to servers of every wire format. */
describe.each(SHAPES)('torture over %s', (shape) => {
  it.each([true, false])(
    'TRN-03 torture 22: approved: %s – the call has its result, in the format of the provider',
    async (approved) => {
      const propose = { calls: [{ ...PROPOSAL, id: 't1' }] };
      const script = [propose, { text: 'Done.' }];
      const { bench, sent, expectValid } = await createWireBench(shape, { script });
      const { uuid } = await bench.runtime.run(bench.request());
      const { digest: cardDigest } = await bench.card(uuid);
      const result = await bench.runtime.approve(uuid, { approved, cardDigest }, { actor: EDITOR });
      expect(result).toMatchObject({ outcome: 'completed', text: 'Done.' });
      expect(sent()).toContain(approved ? 'Written.' : 'approval_denied decided_by=run_owner');
      expect(bench.pages.writes).toHaveLength(approved ? 1 : 0);
      expectValid();
    },
  );

  it('TRN-03 torture 14: a long conversation of turns with five calls is cut to valid transcripts', async () => {
    const reads = {
      calls: Array.from({ length: 5 }, (_, index) => ({
        name: 'long_read',
        id: `c${String(index)}`,
      })),
    };
    const longRead: Tool = {
      name: 'long_read',
      description: 'Reads much.',
      parameters: {},
      group: 'content',
      effect: 'read_only',
      enabledByDefault: true,
      requiresAdministrator: false,
      execute: () => Promise.resolve(readResult('much '.repeat(5_000))),
    };
    const script = [...Array.from({ length: 8 }, () => reads), { text: 'Done.' }];
    const { bench, server, expectValid } = await createWireBench(shape, {
      script,
      tools: [longRead],
    });
    const result = await bench.runtime.run(bench.request());
    expect(result.outcome).toBe('completed');
    const lengths = server.requests.map(
      ({ body }) => ((body['messages'] ?? body['contents'] ?? body['input']) as unknown[]).length,
    );
    // The transcript grew by the turn until turns had to go.
    // In the format of responses every call and every result is an item of its own.
    expect(lengths.at(-1)).toBeLessThan(8 * (shape === 'openai-responses' ? 10 : 2));
    expectValid();
  });

  it('TOL-01 torture 29: a tool of another server with optional, oneOf and empty schema is sent as it is, never as strict', async () => {
    const remote = (name: string, parameters: Tool['parameters']): Tool => ({
      name,
      description: 'Elsewhere.',
      parameters,
      group: 'mcp_shop',
      effect: 'read_only',
      enabledByDefault: true,
      requiresAdministrator: false,
      remote: true,
      requiresApproval: false,
      execute: (args) => Promise.resolve(readResult(JSON.stringify(args))),
    });
    const choice = { oneOf: [{ type: 'string' }, { type: 'null' }] };
    const tools = [
      remote('mcp_optional', { type: 'object', properties: { a: { type: 'string' } } }),
      remote('mcp_one_of', { type: 'object', properties: { b: choice }, required: ['b'] }),
      remote('mcp_empty', {}),
    ];
    const calls = [
      { name: 'mcp_optional', id: 'r1' },
      { name: 'mcp_one_of', id: 'r2', arguments: { b: null } },
      { name: 'mcp_one_of', id: 'r3', arguments: { b: 7 } },
      { name: 'mcp_empty', id: 'r4' },
    ];
    const script = [{ calls }, { text: 'Done.' }];
    const { bench, server, expectValid } = await createWireBench(shape, { script, tools });
    const result = await bench.runtime.run(bench.request());
    expect(result.steps.flatMap((step) => (step.kind === 'tool' ? [step.isError] : []))).toEqual([
      // What does not match never reaches the plan; the others run in turn.
      true,
      false,
      false,
      false,
    ]);
    const sent = JSON.stringify(server.requests[0]?.body['tools']);
    expect(sent).toContain('"oneOf":[{"type":"string"},{"type":"null"}]');
    expect(sent).not.toContain('"strict":true');
    expectValid();
  });
});

it('TRN-03 torture 19: reasoning beside a call that waited goes back byte for byte after the decision', async () => {
  const thinking = { text: 'First I look.\n  Then I write — “so”.', signature: 'c2lnbmF0dXJl' };
  const { bench, server, expectValid } = await createWireBench('anthropic', {
    script: [
      { thinking, text: 'I propose:', calls: [{ ...PROPOSAL, id: 't1' }] },
      { text: 'Done.' },
    ],
  });
  const { uuid } = await bench.runtime.run(bench.request());
  const { digest: cardDigest } = await bench.card(uuid);
  // By another server, so that nothing comes from memory.
  await bench.secondRuntime().approve(uuid, { approved: true, cardDigest }, { actor: EDITOR });
  const messages = server.requests[1]?.body['messages'] as { content: unknown[] }[];
  expect(messages[1]?.content).toEqual([
    { type: 'thinking', thinking: thinking.text, signature: thinking.signature },
    { type: 'text', text: 'I propose:' },
    { type: 'tool_use', id: 't1', name: PROPOSAL.name, input: PROPOSAL.arguments },
  ]);
  expectValid();
});
