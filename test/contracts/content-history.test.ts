import { expect, it } from 'vitest';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { noteQueries } from '../support/query-plans.ts';

const write = (id: string) => ({
  id,
  page: 1,
  path: 'a.md',
  target: { table: 'pages', uid: 1 },
  fields: [],
  edits: [],
  userId: 'a',
  runUuid: null,
  atMs: 1,
  undoes: null,
  baseVersion: 'b',
  newVersion: 'n',
});

describeEachDatabase('the history of what was written', (openFresh) => {
  it('writes that are not settled are found without looking at all that were', async () => {
    const { database, transactions } = await openFresh();
    const { plugin, firstPlan } = noteQueries();
    const reads = database.reads.withPlugin(plugin);
    const { history } = createContentStores({ ...database, reads }, transactions);
    for (const id of ['one', 'two', 'three']) await history.begin(write(id), new Uint8Array());
    expect(await history.settle('one', 'done')).toBe('settled');
    expect(await history.settle('one', 'failed')).toBe('lost');
    await history.settle('two', 'failed');
    expect((await history.unsettled()).map(({ id, state }) => [id, state])).toEqual([
      ['three', 'planned'],
    ]);
    expect(await firstPlan(database)).toContain('record_history_planned');
  });
});
