import { expect, it } from 'vitest';
import {
  createConversationStore,
  createTransactions,
  type Database,
} from '../../src/adapters/storage/index.ts';
import type { ConversationWriter } from '../../src/chat/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { noteQueries } from '../support/query-plans.ts';

/** How the database finds the rows of the first statement that `work` makes. */
async function planOf(
  database: Database,
  work: (conversations: ConversationWriter) => Promise<unknown>,
): Promise<string> {
  const { plugin, firstPlan } = noteQueries();
  const transactions = createTransactions({
    ...database,
    transact: (inside) => database.transact((kysely) => inside(kysely.withPlugin(plugin))),
  });
  const store = createConversationStore(database);
  await transactions.transact((transaction) => work(store.within(transaction)));
  return firstPlan(database);
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
