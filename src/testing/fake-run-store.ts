export {
  createMemoryRunStore as createFakeRunStore,
  type MemoryRunStore as FakeRunStore,
  type StoredRun,
} from '../runs/index.ts';
