import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createRunStore } from '../adapters/storage/index.ts';
import { createBench, EDITOR, PROPOSAL } from '../../test/contracts/runs-bench.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { purgeRuns } from './purge.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeEachDatabase('Purge of runs', (openFresh) => {
  it('CON-04 removes what ended long ago with its events, keeps what waits, and a purged predecessor says to start a new conversation', async () => {
    const { database, transactions } = await openFresh();
    const storage = { store: createRunStore(database), transactions };
    const bench = await createBench({ storage: { ...storage, other: storage } });
    const finished = async () => {
      bench.model.add({ text: 'Done.' });
      return (await bench.runtime.run(bench.request())).uuid;
    };
    const old = await finished();
    bench.model.add({ text: 'First.', calls: [PROPOSAL] });
    const waiting = (await bench.runtime.run(bench.request())).uuid;
    bench.clock.advance(20 * DAY_MS);
    const young = await finished();
    bench.clock.advance(15 * DAY_MS);
    const rows = async (table: 'run' | 'run_event' | 'run_journal') => {
      const column = table === 'run' ? 'uuid' : 'run_uuid';
      const { rows: found } = await sql<{ uuid: string }>`
        select distinct ${sql.ref(column)} as uuid from ${sql.table(table)}`.execute(
        database.reads,
      );
      return found.map(({ uuid }) => uuid).sort();
    };
    // A run's journal goes with its end, at once.
    expect(await rows('run_journal')).toEqual([waiting]);
    expect(await purgeRuns(database, bench.clock, { days: 30, dryRun: true })).toMatchObject({
      runs: 1,
    });
    expect(await rows('run')).toEqual([old, waiting, young].sort());

    expect((await purgeRuns(database, bench.clock, { days: 30 })).runs).toBe(1);
    expect(await rows('run')).toEqual([waiting, young].sort());
    expect(await rows('run_event')).toEqual([waiting, young].sort());
    expect((await purgeRuns(database, bench.clock, { days: 30 })).runs).toBe(0);

    const goOn = (predecessor: string) => bench.runtime.run(bench.request({ predecessor }));
    await expect(goOn(old)).rejects.toMatchObject({
      code: 'predecessor_missing',
      message:
        'The run this conversation goes on from no longer exists or cannot be read. Start a new conversation.',
    });
    bench.model.add({ text: 'Going on.' });
    expect(await goOn(young)).toMatchObject({ outcome: 'completed' });
    expect((await bench.runtime.status(waiting, EDITOR))?.card).not.toBeNull();
  });
});
