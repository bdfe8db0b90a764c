export type {
  ChatModel,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ModelToolSpec,
  ModelUsage,
} from './chat-model.ts';
export type { ChatModels, Configuration, ConfigurationReader } from './configuration.ts';
export {
  ensureFirstConfiguration,
  FIRST_CONFIGURATION,
  type ConfigurationFields,
  type ConfigurationStore,
  type ConfigurationWriter,
} from './configuration-store.ts';
export type { ModelSettings } from './model-settings.ts';
