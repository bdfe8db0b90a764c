import { expect, it } from 'vitest';
import type { RunStore } from '../../src/runs/index.ts';
import { createBench, describeEachRunStorage, EDITOR, type OpenRunStorage } from './runs-bench.ts';

/** A card, and a second server that reads what waits with it only after the first has decided. */
async function raceBench(open: OpenRunStorage) {
  const bench = await createBench({ storage: await open() });
  const tour = await bench.startTour();
  const decision = { approved: true, cardDigest: tour.card.digest } as const;
  const decide = () => bench.runtime.approve(tour.uuid, decision, { actor: EDITOR });
  const other = bench.storage.other.store;
  const overtaken = (first: () => Promise<unknown>): RunStore => {
    let isFirst = true;
    return {
      ...other,
      journal: async (uuid) => {
        if (isFirst) {
          isFirst = false;
          await first();
        }
        return other.journal(uuid);
      },
    };
  };
  const second = (store: RunStore) =>
    bench.secondRuntime({ store }).approve(tour.uuid, decision, { actor: EDITOR });
  return { bench, uuid: tour.uuid, decide, overtaken, second };
}

describeEachRunStorage('a decision that is overtaken while it is read', (open) => {
  it('DEC-07, DEC-05 by one that ended the run: it is told that nothing waits any more, not that the state is broken', async () => {
    const { bench, decide, overtaken, second } = await raceBench(open);
    bench.model.add({ text: 'Done.' });
    await expect(second(overtaken(decide))).rejects.toMatchObject({
      code: 'not_awaiting_approval',
    });
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DEC-07, DEC-01 by one after which another card waits: it is told that its card is old', async () => {
    const { bench, decide, overtaken, second } = await raceBench(open);
    const next = { page: 13, fields: { description: 'B' } };
    bench.model.add({ calls: [{ name: 'update_page_metadata', arguments: next }] });
    await expect(second(overtaken(decide))).rejects.toMatchObject({ code: 'stale_approval' });
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DUR-06 an inspection that is overtaken shows the run as it went on, not as one that cannot be read', async () => {
    const { bench, uuid, decide, overtaken } = await raceBench(open);
    const next = { page: 13, fields: { description: 'B' } };
    bench.model.add({ calls: [{ name: 'update_page_metadata', arguments: next }] });
    const server = bench.secondRuntime({ store: overtaken(decide) });
    const seen = await server.inspect(uuid, EDITOR);
    expect(seen).toMatchObject({ messagesState: 'shown', decisions: [{ approved: true }] });
    expect(seen?.messages?.some(({ role }) => role === 'tool')).toBe(true);
  });

  it('DEC-05 a state that cannot be read and did not move is said to be broken, and kept', async () => {
    const { bench, second } = await raceBench(open);
    const store = bench.storage.other.store;
    const [run] = await store.open(null);
    await expect(
      second({ ...store, journal: () => Promise.resolve(['moved']) }),
    ).rejects.toMatchObject({ code: 'corrupt_state' });
    expect(await store.open(null)).toEqual([run]);
  });
});
