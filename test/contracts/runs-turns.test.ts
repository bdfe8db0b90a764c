import { expect, it } from 'vitest';
import { createBench, describeEachRunStorage, EDITOR, PAGE, PROPOSAL } from './runs-bench.ts';
import {
  CHOICE,
  expectPaired,
  progress,
  READ,
  resultOf,
  startProcess,
  WRITE_B,
} from './runs-process.ts';
import { sent } from './runs-sent.ts';

describeEachRunStorage('turns', (open) => {
  it('TRN-01, TRN-02, TRN-06 beside a proposal reads and reports run early, once; everything else gets an error', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, result } = await startProcess(bench, [
      READ,
      PROPOSAL,
      WRITE_B,
      CHOICE,
      progress(3),
      { name: 'highlight', arguments: { uid: 121 } },
      { name: 'mcp_shop_free' },
      { name: 'mcp_shop_peek' },
      { name: 'nobody' },
      progress(7, true),
    ]);
    expect(result.outcome).toBe('awaiting_approval');
    expect(bench.pages.reads).toEqual([12]);
    expect(bench.pages.remote).toEqual([]);
    expect(bench.pages.writes).toEqual([]);
    const card = await bench.card(uuid);
    expect(card.calls.map(({ callId }) => callId)).toEqual(['call_1']);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      progress: { current: 3, total: 7, completed: false },
      highlight: { table: 'content', uid: 121 },
      holdsProcessPin: true,
    });
    bench.model.add({ text: 'Next.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    const messages = sent(bench);
    expectPaired(messages);
    expect(resultOf(messages, 'call_1')).toBe('Written.');
    expect(resultOf(messages, 'call_2')).toContain('one approval per turn in a process');
    expect(resultOf(messages, 'call_3')).toContain('turn of its own');
    expect(resultOf(messages, 'call_6')).toContain('while a proposal waits for approval');
    expect(resultOf(messages, 'call_7')).toContain('while a proposal waits for approval');
    expect(resultOf(messages, 'call_8')).toContain('There is no tool "nobody"');
    expect(resultOf(messages, 'call_9')).toContain('report completion after the decision');
    expect(bench.pages.reads).toEqual([12]);
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('TRN-01 a write goes before an approval-bound read that came first', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await startProcess(bench, [
      { name: 'fetch_source', arguments: { page: 12 } },
      PROPOSAL,
    ]);
    expect((await bench.card(uuid)).calls.map(({ tool }) => tool)).toEqual([
      'update_page_metadata',
    ]);
  });

  it('TRN-02 an approval-bound read alone waits with a plain card and the remote call beside it never runs early', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await startProcess(bench, [
      { name: 'fetch_source', arguments: { page: 12 } },
      { name: 'mcp_shop_free' },
    ]);
    const card = await bench.card(uuid);
    expect(card).toMatchObject({ isProcessWrite: false, calls: [{ tool: 'fetch_source' }] });
    expect(bench.pages.remote).toEqual([]);
  });

  it('TRN-04 outside processes the whole turn waits before any of its calls runs; a denial declines them all', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ calls: [READ, PROPOSAL, WRITE_B] }, { text: 'Well.' });
    const { uuid } = await bench.runtime.run(bench.request());
    expect(bench.pages.reads).toEqual([]);
    const card = await bench.card(uuid);
    expect(card.calls).toHaveLength(3);
    // What only reads has nothing to show, and does not stand in the way of an approval.
    expect(card.calls.map(({ preview }) => preview.failed)).toEqual([false, false, false]);
    await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expectPaired(sent(bench));
    expect(bench.pages.reads).toEqual([]);
    expect(bench.pages.writes).toEqual([]);
  });

  it('TRN-03 outside processes an approval runs every pending call in order, each once', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ calls: [PROPOSAL, READ, WRITE_B, { name: 'nobody' }] }, { text: 'Done.' });
    const { uuid } = await bench.runtime.run(bench.request());
    const card = await bench.card(uuid);
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expectPaired(sent(bench));
    expect(bench.pages.writes.map(({ page }) => page)).toEqual([12, 13]);
    expect(bench.pages.reads).toEqual([12]);
    expect(resultOf(sent(bench), 'call_3')).toContain('There is no tool');
  });

  it('TRN-03 torture 10: call ids that repeat, in one turn and across turns, or are missing, each get exactly one result', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add(
      {
        calls: [
          { ...READ, id: 'call_0' },
          { ...READ, id: 'call_0' },
          { ...READ, id: '' },
        ],
      },
      { calls: [{ ...READ, id: 'call_0' }] },
      { text: 'Done.' },
    );
    await bench.runtime.run(bench.request());
    expectPaired(sent(bench));
    expect(bench.pages.reads).toHaveLength(4);
  });

  it('TRN-03 arguments that do not parse or match are an error before planning and never a card', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add(
      {
        calls: [
          { name: 'update_page_metadata', malformed: '{"page": 12,' },
          { name: 'update_page_metadata', arguments: { page: 'twelve', fields: {} } },
        ],
      },
      { text: 'Sorry.' },
    );
    const result = await bench.runtime.run(bench.request());
    expect(result.outcome).toBe('completed');
    expect(resultOf(sent(bench), 'call_0')).toContain('not valid JSON');
    expect(resultOf(sent(bench), 'call_1')).toContain('page must be integer');
  });

  it('TRN-05 a remote write without approval runs when it is alone in a process turn', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add();
    const skill = await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add({ calls: [{ name: 'mcp_shop_free' }] }, { text: 'Done.' });
    await bench.runtime.run(bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }));
    expect(bench.pages.remote).toEqual(['mcp_shop_free']);
  });

  it('PRC-08, PRC-10 a completion report without a pending call gives the process back; the section stays until the run ends', async () => {
    const bench = await createBench({ storage: await open() });
    const skill = await bench.addSkill({ name: 'Tour', process: true });
    const style = await bench.addSkill({ name: 'Style', attach: 'always' });
    bench.model.add({ calls: [READ, progress(7, true)] }, { calls: [PROPOSAL, READ] });
    const { uuid } = await bench.runtime.run(
      bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
    );
    expect(sent(bench)[0]?.content).toContain('Body of Tour.');
    const row = await bench.storage.store.run(uuid);
    expect(row).toMatchObject({ processSkillUid: null, invocation: null, subject: null });
    expect(row?.pins.map(({ skillUid }) => skillUid)).toEqual([style.uid]);
    const card = await bench.card(uuid);
    // The plan is the ordinary one again: the whole turn waits.
    expect(card.calls).toHaveLength(2);
    expect(card.isProcessWrite).toBe(false);
    bench.model.add({ text: 'Bye.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(sent(bench)[0]?.content).toContain('Body of Tour.');
    bench.model.add({ text: 'Hello again.' });
    await bench.runtime.run(bench.request({ predecessor: uuid }));
    expect(sent(bench)[0]?.content).not.toContain('Body of Tour.');
    expect(sent(bench)[0]?.content).toContain('Body of Style.');
  });

  it('DEC-07 torture 12: the identical call after its denial gets an error without a card, and a second time ends the run', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({ calls: [PROPOSAL, READ] }, { calls: [PROPOSAL] });
    const result = await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'skip' },
      { actor: EDITOR },
    );
    expect(result).toMatchObject({ outcome: 'failed', termination: 'approval_denied' });
    expect(bench.pages.reads).toEqual([12]);
    expect(bench.pages.writes).toEqual([]);
    bench.model.finish();
  });

  it('TRN-01 an earlier variant may come back after a later one was declined for another', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await bench.startTour();
    const other = {
      name: 'update_page_metadata',
      arguments: { page: 12, fields: { description: 'Another one.' } },
    };
    for (const next of [other, PROPOSAL, other]) {
      bench.model.add({ calls: [next] });
      const card = await bench.card(uuid);
      const result = await bench.runtime.approve(
        uuid,
        { approved: false, cardDigest: card.digest, reason: 'variant' },
        { actor: EDITOR },
      );
      expect(result.outcome).toBe('awaiting_approval');
    }
  });

  it('WRT-03, WRT-09 a hook that fails after the write sets the flag and leaves the completeness; the tool cannot set it', async () => {
    const bench = await createBench({ storage: await open() });
    bench.pages.failHook('index not updated');
    bench.pages.writePartially();
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'Done.' });
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(result.steps[1]).toMatchObject({
      kind: 'write',
      completeness: 'partial',
      hookFailedAfterWrite: true,
    });
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.find(({ kind }) => kind === 'write')?.payload).toMatchObject({
      target: PAGE,
      completeness: 'partial',
      hookFailedAfterWrite: true,
    });
  });

  it('DUR-01 past the last round one answer without tools closes the run', async () => {
    const bench = await createBench({ storage: await open() });
    bench.configure(1, { maxIterations: 2 });
    bench.model.add({ calls: [READ] }, { calls: [READ] }, { text: 'That is all I know.' });
    const result = await bench.runtime.run(bench.request());
    expect(result).toMatchObject({
      outcome: 'completed',
      termination: 'max_iterations',
      text: 'That is all I know.',
    });
    expect(bench.model.requests.at(-1)?.tools).toEqual([]);
    bench.model.finish();
  });

  it('DUR-01 nobody asks for more rounds than the installation allows: 20, or what its settings say', async () => {
    const rounds = async (settings: { readonly maxRounds?: number }) => {
      const bench = await createBench({ storage: await open(), settings });
      bench.model.add(...Array.from({ length: 30 }, () => ({ calls: [READ] })));
      await bench.runtime.run(bench.request({ maxIterations: 25 }));
      return bench.model.requests.filter(({ tools }) => tools.length > 0).length;
    };
    expect(await rounds({})).toBe(20);
    expect(await rounds({ maxRounds: 22 })).toBe(22);
  });

  it('CTX-04 a transcript that cannot fit ends without a model call', async () => {
    const bench = await createBench({ storage: await open(), contextWindowTokens: 3_000 });
    const result = await bench.runtime.run(
      bench.request({ messages: [{ role: 'user', content: 'x'.repeat(20_000) }] }),
    );
    expect(result).toMatchObject({ outcome: 'failed', termination: 'context_truncated' });
    expect(bench.model.requests).toEqual([]);
  });

  it('DUR-01 streams text live, tells every stored event once, and stores no delta', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ text: 'One two three.' });
    const deltas: string[] = [];
    const events: number[] = [];
    const { uuid } = await bench.runtime.run(bench.request(), {
      onTextDelta: (_uuid, text) => deltas.push(text),
      onEvent: ({ sequence }) => events.push(sequence),
    });
    expect(deltas.join('')).toBe('One two three.');
    const stored = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events).toEqual(stored.map(({ sequence }) => sequence));
    expect(JSON.stringify(stored)).not.toContain('two three');
    expect(await bench.runtime.events(uuid, 3, EDITOR)).toEqual(stored.slice(3));
  });
});
