export {
  knownOf,
  UNSEEN_IMAGES_TEXT,
  type ChatModel,
  type ImageRef,
  type ModelAnswer,
  type ModelMessage,
  type ModelPrice,
  type ModelRequest,
  type ModelToolCall,
  type ModelToolSpec,
  type ModelUsage,
} from './chat-model.ts';
export { imageTokens } from './image-tokens.ts';
export type { ChatModels, Configuration, ConfigurationReader, ModelUse } from './configuration.ts';
export { budgetRefusal, type AppliedBudget, type BudgetRefusal, type Used } from './budget-rule.ts';
export { budgetsOf, createMeteredModels, type MeteredModelsDeps } from './metered-models.ts';
export { createUsageService, type UsageService, type UsageServiceDeps } from './usage-service.ts';
export type {
  CallResult,
  CallState,
  UsageKey,
  UsageStore,
  MetLimit,
  UsageWriter,
  UsedBy,
  UsedCall,
} from './usage-store.ts';
export {
  ensureFirstConfiguration,
  FIRST_CONFIGURATION,
  type ConfigurationFields,
  type ConfigurationStore,
  type ConfigurationWriter,
} from './configuration-store.ts';
export type { ModelSettings, ProviderSettings } from './model-settings.ts';
export { PROVIDER_KINDS, type ProviderKindFacts } from './provider-kinds.ts';
export {
  mayPass,
  retryVerdict,
  type FailureClass,
  type RetryFacts,
  type RetryVerdict,
} from './failures.ts';
export { admitRequest, afterRequest, CLOSED, type Circuit } from './circuit.ts';
export {
  createCircuitCell,
  createFallbackModel,
  createResilientModel,
  type CircuitCell,
  type FallbackLink,
  type ResilientOptions,
} from './resilient-model.ts';
export {
  createConfiguredModels,
  seesImages,
  type ConfiguredModels,
  type ConfiguredModelsDeps,
} from './configured-models.ts';
export { createModelService, type ModelService, type ModelServiceDeps } from './model-service.ts';
export type { KeyReader, ProviderAccess, ProviderWithKey } from './provider-access.ts';
export {
  keyContext,
  type Provider,
  type ProviderFields,
  type ProviderModel,
  type ProviderModelFields,
  type ProviderStore,
  type ProviderWriter,
} from './provider.ts';
export { leastTrusted } from './trust-zones.ts';
