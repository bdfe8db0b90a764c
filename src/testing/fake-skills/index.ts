export {
  createFakeSkillStore,
  type FakeSkillStore,
  type FakeSkillStoreOptions,
} from './fake-skill-store.ts';
export type { FakeSkillTables } from './skill-tables.ts';
