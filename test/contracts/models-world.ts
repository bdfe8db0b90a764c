import { createChecklistModel } from '../../src/adapters/models/index.ts';
import { createConfigurationStore, createProviderStore } from '../../src/adapters/storage/index.ts';
import { createSealer } from '../../src/app/keys.ts';
import type { Clock } from '../../src/base/index.ts';
import {
  createConfiguredModels,
  createModelService,
  keyContext,
  type ChatModel,
  type ConfiguredModelsDeps,
  type ProviderAccess,
  type ProviderWithKey,
} from '../../src/models/index.ts';
import type { TestDatabase } from '../support/databases.ts';

interface Played {
  readonly database: TestDatabase;
  readonly clock: Clock;
  /** The models of providers. Default: all say OK. */
  readonly answering?: (access: ProviderWithKey, modelId: string) => ChatModel;
}

/** Models over real stores and a real sealer; only what is behind the providers' addresses is played. */
export function createModelsWorld({
  database: { database, transactions },
  clock,
  ...played
}: Played) {
  const sealer = createSealer([new Uint8Array(32).fill(7)]);
  const store = createProviderStore(database);
  const configurations = createConfigurationStore(database);
  const environment: Record<string, string> = {};
  const asked: { modelId: string; apiKey: string | null; address: string | null }[] = [];
  const access: ProviderAccess = {
    open: (given, { modelId, contextWindowTokens }) => {
      asked.push({ modelId, apiKey: given.apiKey, address: given.provider.baseUrl });
      return played.answering?.(given, modelId) ?? sayingOk(modelId, contextWindowTokens ?? 8_192);
    },
    discover: ({ provider }) =>
      Promise.resolve([
        {
          modelId: `${provider.identifier}-large`,
          name: 'Large',
          contextWindowTokens: 128_000,
          maxOutputTokens: null,
          inputCentsPerMillion: 300,
          outputCentsPerMillion: null,
          seesImages: true,
        },
      ]),
  };
  const keyOf: ConfiguredModelsDeps['keyOf'] = async ({ uid, baseUrl, keyVariable }) => {
    const sealed = await store.sealedKey({ uid, baseUrl });
    if (sealed !== null) return sealer.open(sealed, keyContext(uid));
    return keyVariable === null ? null : (environment[keyVariable] ?? null);
  };
  const models = createConfiguredModels({
    store,
    configurations,
    access,
    keyOf,
    settings: { modelFor: () => Promise.resolve(createChecklistModel()), zoneOf: () => 'local' },
    clock,
    random: () => 0,
  });
  const service = createModelService({
    store,
    configurations,
    transactions,
    models,
    access,
    keyOf,
    sealer,
    clock,
    settingsModel: { provider: 'openai', model: 'small' },
    groups: () => Promise.resolve([{ id: 'news', name: 'News' }]),
    toolGroups: () => ['content', 'editing'],
  });
  return { store, configurations, models, service, environment, asked };
}

export function createPlayedModelService(played: Played) {
  return createModelsWorld(played).service;
}

function sayingOk(name: string, contextWindowTokens: number): ChatModel {
  return {
    name,
    builtIn: false,
    contextWindowTokens,
    generate: () =>
      Promise.resolve({
        text: 'OK',
        toolCalls: [],
        usage: { promptTokens: 1, completionTokens: 1 },
        finishReason: 'stop',
      }),
  };
}
