import { expect, it } from 'vitest';
import { createBench, describeEachRunStorage, EDITOR, PROPOSAL } from './runs-bench.ts';
import { toolNames } from './runs-sent.ts';

describeEachRunStorage('the tools a run is given', (open) => {
  it('ALW-01, ALW-02, ALW-09 the list is the union of what effective skills declare, whatever their load mode', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'A', allowedTools: ['get_page_content'] });
    await bench.addSkill({ name: 'B', allowedTools: ['fetch_source'], attach: 'always' });
    await bench.addSkill({ name: 'C', allowedTools: ['create_page_draft'], enabled: false });
    bench.model.add({ text: 'Hello.' });
    const { uuid } = await bench.runtime.run(bench.request());
    expect(toolNames(bench)).toEqual(['load_skill', 'get_page_content', 'fetch_source']);
    expect((await bench.storage.store.run(uuid))?.allowList).toEqual([
      'fetch_source',
      'get_page_content',
    ]);
    const empty = await createBench({ storage: await open() });
    await empty.addSkill({ name: 'A', allowedTools: [] });
    empty.model.add({ text: 'Hello.' });
    await empty.runtime.run(empty.request());
    expect(toolNames(empty)).toEqual(['load_skill']);
  });

  it('ALW-03, ALW-04, ALW-06, ALW-08 a resume can lose tools and never gains one through the skill list', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({
      name: 'Style',
      allowedTools: ['update_page_metadata', 'get_page_content'],
      attach: 'on_demand',
    });
    bench.toolStates.tools.set('get_page_content', false);
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(bench.request());
    expect(toolNames(bench)).toEqual(['load_skill', 'update_page_metadata']);
    await bench.changeSkill(style, { enabled: false });
    bench.toolStates.tools.set('get_page_content', true);
    const card = await bench.card(uuid);
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    // Without the only declaring skill the live list is open; the stored one still bounds it.
    expect(toolNames(bench)).toEqual(['load_skill', 'get_page_content', 'update_page_metadata']);
  });

  it('ALW-05 a pinned process keeps its tools when it is disabled meanwhile, from its snapshot', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card, skill } = await bench.startTour({
      tools: ['update_page_metadata', 'progress'],
    });
    await bench.editSkill(skill, { allowedTools: ['create_page_draft'] });
    await bench.changeSkill(skill, { enabled: false });
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(toolNames(bench)).toEqual(['progress', 'update_page_metadata']);
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('ALW-10 the tools of forced and invoked skills survive a resume on another server', async () => {
    const bench = await createBench({ storage: await open() });
    const forced = await bench.addSkill({
      name: 'Forced',
      attach: null,
      allowedTools: ['update_page_metadata'],
    });
    const invoked = await bench.addSkill({ name: 'Picked', allowedTools: ['get_page_content'] });
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(
      bench.request({
        forced: { skillUids: [forced.uid], snippetUids: [] },
        invocation: { skillUid: invoked.uid },
      }),
    );
    const before = toolNames(bench);
    expect(before).toEqual(['load_skill', 'get_page_content', 'update_page_metadata']);
    bench.model.add({ text: 'Done.' });
    await bench
      .secondRuntime()
      .approve(
        uuid,
        { approved: true, cardDigest: (await bench.card(uuid)).digest },
        { actor: EDITOR },
      );
    expect(toolNames(bench)).toEqual(before);
    expect(bench.pages.writes).toHaveLength(1);
  });
});
