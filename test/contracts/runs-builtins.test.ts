import { expect, it } from 'vitest';
import { createBench, describeEachRunStorage, EDITOR, PROPOSAL } from './runs-bench.ts';
import { CHOICE, expectPaired, progress, READ, resultOf, startProcess } from './runs-process.ts';
import { sent } from './runs-sent.ts';

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
