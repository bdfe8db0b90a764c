import { expect, it } from 'vitest';
import type { Skill } from '../../src/skills/index.ts';
import {
  createBench,
  describeEachRunStorage,
  EDITOR,
  PAGE,
  PROPOSAL,
  type Bench,
} from './runs-bench.ts';
import { system, toolNames } from './runs-sent.ts';

describeEachRunStorage('loading', (open) => {
  it('LOD-02, LOD-11 without anything to load there is neither catalogue nor load tool', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'Approved', attach: 'always' });
    await bench.addSkill({ name: 'Unapproved', approved: false });
    await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add({ text: 'Hello.' });
    await bench.runtime.run(bench.request());
    expect(toolNames(bench)).not.toContain('load_skill');
    expect(system(bench)).not.toContain('load_skill');
  });

  it('LOD-03, LOD-05, LOD-06, LOD-07 a load joins the very next system message, confirms without the body, and is idempotent', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({ name: 'Style', description: 'How we write.' });
    const hidden = await bench.addSkill({ name: 'Hidden', approved: false, description: 'secret' });
    const load = (uid: number) => ({ name: 'load_skill', arguments: { uid } });
    bench.model.add(
      { calls: [load(style.uid), load(hidden.uid), load(style.uid)] },
      { text: 'Loaded.' },
    );
    const { uuid } = await bench.runtime.run(bench.request());
    const [before, after] = bench.model.requests;
    expect(before?.messages[0]?.content).toContain('"How we write."');
    expect(before?.messages[0]?.content).not.toContain('secret');
    expect(before?.messages[0]?.content).not.toContain('Body of Style.');
    expect(after?.messages[0]?.content).toContain('Body of Style.');
    const results = after?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ content }) => content.split(':')[0])).toEqual([
      'loaded',
      'This skill is not in the catalogue of this run.',
      'already loaded',
    ]);
    expect(JSON.stringify(results)).not.toContain('Body of Style.');
    const row = await bench.storage.store.run(uuid);
    expect(row?.pins.map(({ skillUid }) => skillUid)).toEqual([style.uid]);
  });

  it('LOD-03 a search lists what matches of the catalogue, approved text only', async () => {
    const bench = await createBench({ storage: await open() });
    const glossary = await bench.addSkill({ name: 'Glossary', description: 'Words we use.' });
    await bench.addSkill({ name: 'Words of others', approved: false });
    bench.model.add(
      {
        calls: [
          { name: 'load_skill', arguments: { query: 'words' } },
          { name: 'load_skill', arguments: { query: 'words', uid: 1 } },
        ],
      },
      { text: 'Found.' },
    );
    await bench.runtime.run(bench.request());
    const results = bench.model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(
      JSON.parse(results?.find(({ content }) => content.startsWith('{'))?.content ?? ''),
    ).toEqual({
      uid: glossary.uid,
      name: 'Glossary',
      description: 'Words we use.',
    });
    expect(results?.filter((result) => result.role === 'tool' && result.isError)).toHaveLength(1);
  });

  it.each<[string, (bench: Bench, style: Skill) => Promise<unknown>]>([
    ['revoked', (bench, style) => bench.revoke(style)],
    ['disabled', (bench, style) => bench.changeSkill(style, { enabled: false })],
    ['orphaned', (bench, style) => bench.changeSkill(style, { orphaned: true })],
    ['detached', (bench, style) => bench.detach(style)],
    ['attached always', (bench, style) => bench.attach(style, 'always')],
    ['edited', (bench, style) => bench.editSkill(style, { body: 'Other.' })],
    ['of a source switched off', (bench) => bench.changeSource({ enabled: false })],
    [
      'an approved process',
      async (bench, style) => bench.approve(await bench.editSkill(style, { process: true })),
    ],
  ])(
    'LOD-05 a load checks again at its moment: refused when meanwhile %s',
    async (_title, meanwhile) => {
      const bench = await createBench({ storage: await open() });
      const style = await bench.addSkill({ name: 'Style' });
      bench.model.add(
        async () => {
          await meanwhile(bench, style);
          return { calls: [{ name: 'load_skill', arguments: { uid: style.uid } }] };
        },
        { text: 'No.' },
      );
      const { uuid } = await bench.runtime.run(bench.request());
      expect(system(bench)).not.toContain('# Instruction of this installation');
      expect(bench.model.requests.at(-1)?.messages.at(-1)).toMatchObject({ isError: true });
      expect((await bench.storage.store.run(uuid))?.pins).toEqual([]);
    },
  );

  it('LOD-12, PIN-11 a load beside a card survives pause, another server and decision', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({ name: 'Style' });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add({
      calls: [PROPOSAL, { name: 'load_skill', arguments: { uid: style.uid } }],
    });
    const { uuid } = await bench.runtime.run(
      bench.request({ invocation: { skillUid: tour.uid, subject: PAGE } }),
    );
    const card = await bench.card(uuid);
    bench.model.add({ text: 'Done.' });
    await bench
      .secondRuntime()
      .approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR });
    expect(system(bench)).toContain('Body of Style.');
    const names = (await bench.storage.store.run(uuid))?.pins.map(({ name }) => name);
    expect(names).toEqual(['Tour', 'Style']);
    expect(bench.pages.writes).toHaveLength(1);
  });
});
