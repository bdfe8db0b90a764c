export { createMemoryContentStores } from './memory-content-stores.ts';
export { FakeClock } from './fake-clock.ts';
export { createFakeRunStore, type FakeRunStore, type StoredRun } from './fake-run-store.ts';
export { FakeIds } from './fake-ids.ts';
export {
  ScriptedModel,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedStep,
} from './scripted-model.ts';
export {
  createFakeSkillStore,
  type FakeSkillStore,
  type FakeSkillStoreOptions,
  type FakeSkillTables,
} from './fake-skills/index.ts';
export { createFakeTransactions, onRollback } from './fake-transactions.ts';
export {
  anthropicTranscriptFaults,
  createAnthropicWireServer,
  createGoogleWireServer,
  createMistralWireServer,
  createOllamaWireServer,
  createOpenAiWireServer,
  createResponsesWireServer,
  googleTranscriptFaults,
  mistralTranscriptFaults,
  ollamaTranscriptFaults,
  openAiTranscriptFaults,
  responsesTranscriptFaults,
  type WireAnswer,
  type WireCall,
  type WireRequest,
  type WireServer,
  type WireServerOptions,
  type WireStep,
} from './wire/index.ts';
export {
  startFakeMcpServer,
  type FakeMcpServer,
  type FakeMcpServerOptions,
  type FakeMcpTool,
} from './fake-mcp/index.ts';
export { HostileModel, type HostileModelOptions } from './hostile-model.ts';
export {
  FakeRepository,
  startFakeGitHub,
  type FakeFile,
  type FakeGitHub,
} from './fake-github/index.ts';
