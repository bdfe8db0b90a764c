export { createMemoryTransactions as createFakeTransactions, onRollback } from '../base/index.ts';
