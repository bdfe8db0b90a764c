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
