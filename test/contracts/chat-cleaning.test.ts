import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import {
  createConversationStore,
  createTransactions,
  type Database,
} from '../../src/adapters/storage/index.ts';
import type { ConversationWriter } from '../../src/chat/index.ts';
import { describeEachDatabase } from '../support/databases.ts';

/** How the database finds the rows of the first statement that `work` makes. */
async function planOf(
  database: Database,
  work: (conversations: ConversationWriter) => Promise<unknown>,
): Promise<string> {
  const asked: RootOperationNode[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const transactions = createTransactions({
    ...database,
    transact: (inside) => database.transact((kysely) => inside(kysely.withPlugin(noting))),
  });
  const store = createConversationStore(database);
  await transactions.transact((transaction) => work(store.within(transaction)));
  const [node] = asked;
  if (node === undefined) throw new Error('nothing was asked');
  const { sql, parameters } = database.writes.getExecutor().compileQuery(node, { queryId: 'plan' });
  if (database.dialect === 'postgres') {
    // A small table is always read whole, unless that is forbidden.
    await database.writes.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
  }
  const explain = database.dialect === 'postgres' ? 'explain' : 'explain query plan';
  const { rows } = await database.writes.executeQuery(
    CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
  );
  return JSON.stringify(rows);
}

describeEachDatabase('conversations that are cleared away', (openFresh) => {
  it('CHT-07 are found without looking at all there are: the unused among the open ones, the old in the archive', async () => {
    const { database } = await openFresh();
    const unused = await planOf(database, (conversations) => conversations.archiveUnused(10, 20));
    expect(unused).toContain('conversation_unused');
    const old = await planOf(database, (conversations) => conversations.deleteArchived(10));
    expect(old).toContain('conversation_archived');
  });
});
