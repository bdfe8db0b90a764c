import type { Transaction } from '../../base/index.ts';
import type { SkillStore, TrustThresholds } from '../../skills/index.ts';
import { records } from './skill-records.ts';
import { EMPTY, type FakeSkillTables } from './skill-tables.ts';
import { writer } from './skill-writer.ts';

export interface FakeSkillStoreOptions {
  /** Read at every question. Default: minimum untrusted, instruction verified. */
  readonly thresholds?: () => TrustThresholds;
}

/** Skills in memory that can be kept and put back as a whole. */
export interface FakeSkillStore extends SkillStore {
  snapshot(): FakeSkillTables;
  restore(snapshot: FakeSkillTables): void;
}

/** Skills in memory, for tests of what reads them. Needs `createFakeTransactions`. */
export function createFakeSkillStore(options: FakeSkillStoreOptions = {}): FakeSkillStore {
  const thresholds =
    options.thresholds ??
    (() => ({ minTrust: 'untrusted', instructionTrust: 'verified' }) as const);
  let committed = EMPTY;
  const drafts = new WeakMap<Transaction, { tables: FakeSkillTables }>();
  const draftOf = (transaction: Transaction) => {
    const known = drafts.get(transaction);
    if (known !== undefined) return known;
    const draft = { tables: committed };
    drafts.set(transaction, draft);
    transaction.onCommit(() => {
      committed = draft.tables;
    });
    return draft;
  };
  return {
    ...records(() => committed, thresholds),
    snapshot: () => committed,
    restore: (snapshot) => {
      committed = snapshot;
    },
    within: (transaction) => {
      const draft = draftOf(transaction);
      return { ...records(() => draft.tables, thresholds), ...writer(draft) };
    },
  };
}
