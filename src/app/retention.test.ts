import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createRunStore } from '../adapters/storage/index.ts';
import { ADMIN, createWorld } from '../../test/contracts/chat-world.ts';
import { createBench, PROPOSAL } from '../../test/contracts/runs-bench.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { removeOld } from './retention.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const silent = { info: () => undefined };
const KEEP = { level: 'full', runDays: 0, stepDays: 0, taskDays: 0, usageDays: 0 } as const;

describeEachDatabase('Retention', (openFresh) => {
  it('SEC-05 removes each kind by its own days and no other; 0 keeps for good; what waits stays', async () => {
    const { database, transactions } = await openFresh();
    const storage = { store: createRunStore(database), transactions };
    const bench = await createBench({
      storage: { ...storage, other: storage },
      settings: { privacyLevel: 'full' },
    });
    bench.model.add({ text: 'Done.' });
    const ended = (await bench.runtime.run(bench.request())).uuid;
    bench.model.add({ text: 'First.', calls: [PROPOSAL] });
    const waiting = (await bench.runtime.run(bench.request())).uuid;
    const deps = { database, transactions, clock: bench.clock, log: silent };
    const contents = async () => [
      (await storage.store.contents(ended)).length > 0,
      (await storage.store.contents(waiting)).length > 0,
    ];
    bench.clock.advance(8 * DAY_MS);
    expect(await removeOld(deps, KEEP)).toEqual({
      runs: 0,
      steps: 0,
      taskResults: 0,
      modelCalls: 0,
    });
    expect(await removeOld(deps, { ...KEEP, runDays: 30, stepDays: 30 })).toMatchObject({
      runs: 0,
      steps: 0,
    });
    expect(await contents()).toEqual([true, true]);

    const removed = await removeOld(deps, { ...KEEP, stepDays: 7 });
    expect(removed.steps).toBeGreaterThan(0);
    expect(removed.runs).toBe(0);
    expect(await contents()).toEqual([false, true]);
    // What happened is still there.
    expect((await storage.store.events(ended, 0)).length).toBeGreaterThan(3);

    expect(await removeOld(deps, { ...KEEP, runDays: 7 })).toMatchObject({ runs: 1 });
    expect(await storage.store.run(ended)).toBeNull();
    expect(await storage.store.run(waiting)).not.toBeNull();
  });

  it('SEC-05 answers of tasks go by their days; the run a conversation would go on from stays; audits are exempt', async () => {
    const world = await createWorld(openFresh);
    const deps = {
      database: world.database.database,
      transactions: world.transactions,
      clock: world.clock,
      log: silent,
    };
    const { uid } = await world.tasks.create(
      {
        identifier: 't',
        name: 'T',
        description: '',
        category: 'general',
        configurationUid: null,
        promptTemplate: 'Say something.',
        inputs: [],
        outputFormat: 'plain',
        isActive: true,
      },
      ADMIN,
    );
    world.model.add({ text: 'Something.' }, { text: 'Hi.' }, { text: 'Hi again.' });
    await world.tasks.run(uid, { inputs: {}, skillUids: [] }, ADMIN);
    const { uuid } = await world.open();
    const first = (await world.send(uuid, 'Hello')).runUuid ?? '';
    const second = (await world.send(uuid, 'Hello again')).runUuid ?? '';
    const audits = async () =>
      (await sql`select id from skill_audit`.execute(deps.database.reads)).rows.length;
    const before = await audits();
    expect(before).toBeGreaterThan(0);

    world.clock.advance(40 * DAY_MS);
    expect(await removeOld(deps, { ...KEEP, taskDays: 41 })).toMatchObject({ taskResults: 0 });
    expect(await removeOld(deps, { ...KEEP, taskDays: 30, runDays: 30 })).toMatchObject({
      taskResults: 1,
      runs: 1,
    });
    expect(await world.tasks.results(ADMIN)).toEqual([]);
    expect(await world.stores.runs.run(first)).toBeNull();
    expect(await world.stores.runs.run(second)).not.toBeNull();
    world.model.add({ text: 'Still here.' });
    expect(await world.send(uuid, 'And now?')).toMatchObject({ status: 'idle' });
    expect(await audits()).toBe(before);
  });
});
