import { expect, it } from 'vitest';
import type { ModelMessage } from '../../src/models/index.ts';
import type { ScriptedCall } from '../../src/testing/index.ts';
import {
  createBench,
  describeEachRunStorage,
  EDITOR,
  PAGE,
  PROPOSAL,
  type Bench,
} from './runs-bench.ts';
import { sent } from './runs-sent.ts';

const READ = { name: 'get_page_content', arguments: { page: 12 } };
const CHOICE = { name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } };
const progress = (current: number, completed = false) => ({
  name: 'progress',
  arguments: { current, total: 7, completed },
});

/** Whether every call has exactly one result, in the turn that made it, and no id comes twice. */
function expectPaired(messages: readonly ModelMessage[]): void {
  const seen = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return;
    const end = messages.findIndex((other, at) => at > index && other.role === 'assistant');
    const results = messages
      .slice(index + 1, end < 0 ? undefined : end)
      .flatMap((other) => (other.role === 'tool' ? [other.callId] : []));
    const ids = message.toolCalls.map(({ id }) => id);
    expect([...results].sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
  });
}

/** Starts a process whose first turn makes the given calls. */
async function startProcess(bench: Bench, calls: readonly ScriptedCall[]) {
  const skill = await bench.addSkill({ name: 'Tour', process: true });
  bench.model.add({ calls });
  const result = await bench.runtime.run(
    bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
  );
  return { skill, result, uuid: result.uuid };
}

const resultOf = (messages: readonly ModelMessage[], callId: string) =>
  messages.find((message) => message.role === 'tool' && message.callId === callId)?.content;

describeEachRunStorage('tools of the runtime itself', (open) => {
  it('BLT-03 a choice waits for an answer of its options and hands it on; it is no approval', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, result } = await startProcess(bench, [CHOICE, READ, progress(7, true)]);
    expect(result.outcome).toBe('awaiting_input');
    const card = await bench.card(uuid);
    expect(card).toMatchObject({ kind: 'input', inputTool: 'choice', isProcessWrite: false });
    expect(card.inputSchema).toMatchObject({ properties: { choice: { enum: ['a', 'b'] } } });
    const answer = (input: Record<string, unknown>, cardDigest = card.digest) =>
      bench.runtime.submitInput(uuid, { cardDigest, input }, { actor: EDITOR });
    await expect(answer({ choice: 'c' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(answer({ choice: 'a' }, 'other')).rejects.toMatchObject({ code: 'stale_input' });
    await expect(
      bench.runtime.approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR }),
    ).rejects.toMatchObject({ code: 'not_awaiting_approval' });
    expect(bench.pages.reads).toEqual([]);
    bench.model.add({ text: 'Thanks.' });
    const after = await answer({ choice: 'b' });
    expect(after.outcome).toBe('completed');
    expectPaired(sent(bench));
    expect(resultOf(sent(bench), 'call_0')).toBe('chosen: b');
    expect(resultOf(sent(bench), 'call_2')).toContain('report completion after the decision');
    expect(bench.pages.reads).toEqual([12]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({ holdsProcessPin: true });
  });

  it('PRC-03 a question of a process is answered by its initiator only, and stops on four-eyes', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await startProcess(bench, [CHOICE]);
    const card = await bench.card(uuid);
    const answer = { cardDigest: card.digest, input: { choice: 'a' } };
    const admin = bench.people.get('admin');
    if (admin === undefined) throw new Error('no admin');
    await expect(bench.runtime.submitInput(uuid, answer, { actor: admin })).rejects.toMatchObject({
      code: 'decide_in_chat',
    });
    bench.configure(1, { requireSecondApprover: true });
    const result = await bench.runtime.submitInput(uuid, answer, { actor: EDITOR });
    expect(result.termination).toBe('four_eyes_blocked');
  });

  it('BLT-02 highlight takes only elements of the subject page, every refusal reads the same', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await startProcess(bench, [
      { name: 'highlight', arguments: { uid: 131 } },
      { name: 'highlight', arguments: { uid: 9999 } },
      { name: 'highlight', arguments: { uid: 122 } },
      PROPOSAL,
    ]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      highlight: { table: 'content', uid: 122 },
    });
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.filter(({ kind }) => kind === 'highlight')).toHaveLength(1);
    const card = await bench.card(uuid);
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(resultOf(sent(bench), 'call_0')).toBe(resultOf(sent(bench), 'call_1'));
  });

  it('BLT-04 the built-ins appear only in runs where they can do something', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ text: 'Hello.' });
    await bench.runtime.run(bench.request());
    const names = bench.model.requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(names).toContain('get_page_content');
    for (const name of ['progress', 'highlight', 'choice', 'load_skill']) {
      expect(names).not.toContain(name);
    }
    await startProcess(bench, [PROPOSAL]);
    const inProcess = bench.model.requests[1]?.tools.map(({ name }) => name) ?? [];
    expect(inProcess).toEqual(expect.arrayContaining(['progress', 'highlight', 'choice']));
    expect(inProcess).not.toContain('load_skill');
  });
});
