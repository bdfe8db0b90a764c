import { expect, it } from 'vitest';
import type { HostedRuntime, RunStore } from '../../src/runs/index.ts';
import { createBench, describeEachRunStorage, EDITOR, PROPOSAL } from './runs-bench.ts';

describeEachRunStorage('a run this process knows', (open) => {
  it('DUR-03 a decision opens what the journal gained since, also by another server, and nothing twice', async () => {
    const storage = await open();
    const read: number[] = [];
    const store: RunStore = {
      ...storage.store,
      journal: async (uuid, from) => {
        const entries = await storage.store.journal(uuid, from);
        read.push(entries.length);
        return entries;
      },
    };
    const bench = await createBench({ storage: { ...storage, store } });
    const second = bench.secondRuntime();
    const { uuid } = await bench.startTour();
    const approve = async (server: HostedRuntime) => {
      const { digest: cardDigest } = await bench.card(uuid);
      read.length = 0;
      return server.approve(uuid, { approved: true, cardDigest }, { actor: EDITOR });
    };
    const propose = (description: string) => {
      const args = { page: 12, fields: { description } };
      bench.model.add({ calls: [{ name: PROPOSAL.name, arguments: args }] });
    };
    propose('B');
    expect(await approve(bench.runtime)).toMatchObject({ outcome: 'awaiting_approval' });
    // Before the claim and under it: the newest entry, to see that it is still in its place.
    expect(read).toEqual([1, 1]);

    propose('C');
    expect(await approve(second)).toMatchObject({ outcome: 'awaiting_approval' });
    const journal = await storage.store.journal(uuid);

    bench.model.add({ text: 'Done.' });
    expect(await approve(bench.runtime)).toMatchObject({ outcome: 'completed', text: 'Done.' });
    // Decision, result and answer of the other server, after the newest entry known here.
    expect(read).toEqual([4, 1]);
    expect(journal.length).toBeGreaterThan(5);
    const said = bench.model.requests.at(-1)?.messages ?? [];
    expect(said.filter(({ role }) => role === 'tool')).toHaveLength(3);
    expect(bench.pages.writes).toHaveLength(3);
  });

  it('DUR-06 an entry that is no longer in its place is noticed, and the whole journal is opened again', async () => {
    const storage = await open();
    let spoilt = false;
    const store: RunStore = {
      ...storage.store,
      journal: async (uuid, from) => {
        const entries = await storage.store.journal(uuid, from);
        return spoilt ? entries.map(() => 'spoilt') : entries;
      },
    };
    const bench = await createBench({ storage: { ...storage, store } });
    const { uuid, card } = await bench.startTour();
    spoilt = true;
    const decision = { approved: true, cardDigest: card.digest } as const;
    await expect(bench.runtime.approve(uuid, decision, { actor: EDITOR })).rejects.toMatchObject({
      code: 'corrupt_state',
    });
    spoilt = false;
    bench.model.add({ text: 'Done.' });
    const result = await bench.runtime.approve(uuid, decision, { actor: EDITOR });
    expect(result).toMatchObject({ outcome: 'completed' });
  });
});
