import { expect, it } from 'vitest';
import type { NewRun } from '../../src/runs/index.ts';
import { ADMIN, createBench, describeEachRunStorage, EDITOR, OTHER } from './runs-bench.ts';

describeEachRunStorage('runs that ask for an operator', (open) => {
  it('DUR-03 a run that was ended for good is told of however many runs came after it', async () => {
    const bench = await createBench({ storage: await open() });
    const { store, transactions } = bench.storage;
    bench.model.add({ text: 'Done.' });
    const { uuid } = await bench.runtime.run(bench.request());
    const done = await store.run(uuid);
    if (done === null) throw new Error('no run');
    const runs = Array.from({ length: 201 }, (_, n): NewRun => ({
      ...done,
      uuid: `later-${String(n)}`,
      createdAtMs: done.createdAtMs + 1 + n,
    }));
    const dead = { uuid: 'dead', status: 'failed', termination: 'not_retryable' } as const;
    await transactions.transact(async (transaction) => {
      for (const run of [{ ...done, ...dead }, ...runs]) {
        await store.within(transaction).insert(run, []);
      }
    });
    expect(await bench.runtime.countStale()).toEqual({
      interrupted: 0,
      not_picked_up: 0,
      dead_letter: 1,
    });
    for (const actor of [ADMIN, EDITOR]) {
      expect(await bench.runtime.stale(actor)).toMatchObject([
        { kind: 'dead_letter', run: { uuid: 'dead' } },
      ]);
    }
    expect(await bench.runtime.stale(OTHER)).toEqual([]);
  });
});
