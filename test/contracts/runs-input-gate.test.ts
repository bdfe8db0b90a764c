import { expect, it } from 'vitest';
import type { Snippet } from '../../src/prompts/index.ts';
import type { DataClass } from '../../src/tools/index.ts';
import { createBench, describeEachRunStorage, EDITOR, PAGE, PROPOSAL } from './runs-bench.ts';

const SNIPPET: Snippet = {
  uid: 5,
  identifier: 'prices',
  name: 'Prices',
  description: '',
  text: 'We are cheap.',
  tags: [],
  active: true,
  hidden: false,
  sorting: 0,
  dataClass: null,
  callerSystemDigest: null,
};

const blocked = (name: string) =>
  expect.objectContaining({ code: 'context_blocked', data: { name } }) as unknown;

describeEachRunStorage('texts and the trust zone', (open) => {
  /** A bench whose zone and snippets a test can change. */
  async function world() {
    const state: { ceiling: DataClass; snippets: readonly Snippet[] } = {
      ceiling: 'systemDiagnostics',
      snippets: [SNIPPET],
    };
    const bench = await createBench({
      storage: await open(),
      settings: { ceilingOf: () => state.ceiling },
      snippets: () => state.snippets,
    });
    return { bench, state };
  }

  it('TOL-05 a run does not start with a forced, attached or invoked text its zone may not see; undeclared constrains nothing', async () => {
    const { bench, state } = await world();
    const forced = await bench.addSkill({ name: 'Forced', attach: null });
    const always = await bench.addSkill({ name: 'Always', attach: 'always' });
    const request = bench.request({ forced: { skillUids: [forced.uid], snippetUids: [5] } });
    for (const name of ['Forced', 'Always', 'Prices'] as const) {
      const skill = { Forced: forced, Always: always, Prices: null }[name];
      const declare = async (dataClass: DataClass | null) => {
        if (skill !== null) await bench.changeSkill(skill, { dataClass });
        else state.snippets = [{ ...SNIPPET, dataClass }];
      };
      await declare('secretAdjacent');
      await expect(bench.runtime.run(request)).rejects.toEqual(blocked(name));
      await declare('systemDiagnostics');
      bench.model.add({ text: 'Done.' });
      expect(await bench.runtime.run(request)).toMatchObject({ outcome: 'completed' });
      await declare(null);
    }
    expect(bench.logged.at(0)?.facts).toMatchObject({ kind: 'skill', uid: forced.uid });
    expect(JSON.stringify(bench.logged)).not.toContain('Body of');
  });

  it('TOL-05 a waiting run is gated again at its decision by what the live records say: refused, still waiting, and decided once it is allowed', async () => {
    const { bench, state } = await world();
    const forced = await bench.addSkill({ name: 'Forced', attach: null });
    bench.model.add({ text: 'One.', calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(
      bench.request({ forced: { skillUids: [forced.uid], snippetUids: [5] } }),
    );
    const { digest: cardDigest } = await bench.card(uuid);
    const decide = (approved: boolean) =>
      bench.runtime.approve(
        uuid,
        approved ? { approved, cardDigest } : { approved: false, cardDigest },
        { actor: EDITOR },
      );
    // By existence: switched off or not.
    await bench.changeSkill(forced, { dataClass: 'secretAdjacent', enabled: false });
    for (const approved of [true, false]) {
      await expect(decide(approved)).rejects.toEqual(blocked('Forced'));
    }
    await bench.changeSkill(forced, { dataClass: null, enabled: true });
    state.snippets = [{ ...SNIPPET, active: false, dataClass: 'internalConfiguration' }];
    state.ceiling = 'editorContent';
    await expect(decide(true)).rejects.toEqual(blocked('Prices'));
    expect((await bench.storage.store.run(uuid))?.forcedSnippetUids).toEqual([5]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'waiting_for_approval',
      card: { digest: cardDigest },
    });
    expect(bench.model.requests).toHaveLength(1);
    state.ceiling = 'internalConfiguration';
    bench.model.add({ text: 'Done.' });
    expect(await decide(true)).toMatchObject({ outcome: 'completed' });
  });

  it('TOL-05 the text of a process that has ended is still sent, so it is gated like what the run holds', async () => {
    const { bench } = await world();
    const skill = await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add(
      { calls: [{ name: 'progress', arguments: { current: 1, total: 1, completed: true } }] },
      { text: 'One more thing.', calls: [PROPOSAL] },
    );
    const { uuid } = await bench.runtime.run(
      bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
    );
    const { digest: cardDigest } = await bench.card(uuid);
    expect((await bench.storage.store.run(uuid))?.pins).toEqual([]);
    expect(bench.model.requests.at(-1)?.messages[0]?.content).toContain('Body of Tour.');
    await bench.changeSkill(skill, { dataClass: 'secretAdjacent' });
    const decision = { approved: true, cardDigest } as const;
    await expect(bench.runtime.approve(uuid, decision, { actor: EDITOR })).rejects.toEqual(
      blocked('Tour'),
    );
    expect(bench.model.requests).toHaveLength(2);
  });

  it('TOL-05 a queued run is gated again at its pickup, and ends with the name of the text', async () => {
    const { bench, state } = await world();
    const uuid = await bench.runtime.enqueue(
      bench.request({ forced: { skillUids: [], snippetUids: [5] } }),
    );
    state.snippets = [{ ...SNIPPET, dataClass: 'secretAdjacent' }];
    const result = await bench.runtime.runQueued(uuid);
    expect(result).toMatchObject({ outcome: 'failed', termination: 'policy_denied' });
    expect(result?.text).toContain('Prices');
    expect(await bench.runtime.events(uuid, 0, EDITOR)).toContainEqual(
      expect.objectContaining({
        kind: 'notice',
        payload: { code: 'context_blocked', data: { kind: 'snippet', uid: 5, name: 'Prices' } },
      }),
    );
    expect(bench.model.requests).toEqual([]);
  });

  it('TOL-05 a skill above the ceiling is in no catalogue, and is not loaded once it has risen', async () => {
    const { bench } = await world();
    const rising = await bench.addSkill({ name: 'Rising' });
    const high = await bench.addSkill({ name: 'High' });
    await bench.changeSkill(high, { dataClass: 'secretAdjacent' });
    bench.model.add(
      async () => {
        await bench.changeSkill(rising, { dataClass: 'secretAdjacent' });
        return { calls: [{ name: 'load_skill', arguments: { uid: rising.uid } }] };
      },
      { text: 'Done.' },
    );
    await bench.runtime.run(bench.request());
    const [first, second] = bench.model.requests;
    expect(first?.messages[0]?.content).toContain('Rising');
    expect(first?.messages[0]?.content).not.toContain('"High"');
    expect(second?.messages.at(-1)).toMatchObject({ role: 'tool', isError: true });
    expect(JSON.stringify(second)).not.toContain('Body of Rising');
  });
});
