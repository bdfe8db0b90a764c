import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import { describeEachDatabase } from '../support/databases.ts';

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
    const { dialect, database, transactions } = await openFresh();
    const asked: RootOperationNode[] = [];
    const noting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const reads = database.reads.withPlugin(noting);
    const { history } = createContentStores({ ...database, reads }, transactions);
    for (const id of ['one', 'two', 'three']) await history.begin(write(id), new Uint8Array());
    expect(await history.settle('one', 'done')).toBe('settled');
    expect(await history.settle('one', 'failed')).toBe('lost');
    await history.settle('two', 'failed');
    expect((await history.unsettled()).map(({ id, state }) => [id, state])).toEqual([
      ['three', 'planned'],
    ]);
    const [node] = asked;
    if (node === undefined) throw new Error('nothing was asked');
    const { sql, parameters } = reads.getExecutor().compileQuery(node, { queryId: 'plan' });
    if (dialect === 'postgres') {
      // A small table is always read whole, unless that is forbidden.
      await database.writes.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
    }
    const explain = dialect === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await database.writes.executeQuery(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    );
    expect(JSON.stringify(rows)).toContain('record_history_planned');
  });
});
