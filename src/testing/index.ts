export { createMemoryContentStores } from './memory-content-stores.ts';
