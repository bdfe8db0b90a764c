import type { Transactions } from '../../../base/index.ts';
import type { ContentStores } from '../../../content/index.ts';
import type { Database } from '../database.ts';
import { createHistoryStore } from './history-store.ts';
import { createIdentityStore } from './identity-store.ts';
import { createSearchIndex } from './search-index.ts';

/** The content stores of a database, for a host that keeps no uids and no history of its own. */
export function createContentStores(database: Database, transactions: Transactions): ContentStores {
  return {
    identity: createIdentityStore(database, transactions),
    history: createHistoryStore(database),
    search: createSearchIndex(database, transactions),
  };
}
