import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { AppError, type Clock } from '../../base/index.ts';
import type { ChatModel, ChatModels, ModelSettings } from '../../models/index.ts';
import { createChecklistModel } from './checklist/checklist-model.ts';
import { contextWindowOf } from './context-windows.ts';
import { createSdkModel } from './sdk-model.ts';

/** The name under which a configuration asks for the built-in model. */
export const CHECKLIST = 'checklist';
/** The name under which a configuration asks for whatever the settings name. */
export const DEFAULT_MODEL = 'default';

/**
 * The models of an installation. A configuration's `model` is `checklist`, `default` (what the settings name), or a model
 * of the provider in the settings. Throws `model_misconfigured` when the settings name no provider for it.
 */
export function createChatModels(
  settings: ModelSettings,
  deps: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
): ChatModels {
  const checklist = createChecklistModel();
  const made = new Map<string, ChatModel>();
  return {
    modelFor: ({ model }) => {
      if (model === CHECKLIST) return Promise.resolve(checklist);
      if (settings.provider === 'checklist') {
        return model === DEFAULT_MODEL || model === ''
          ? Promise.resolve(checklist)
          : Promise.reject(
              new AppError(
                'model_misconfigured',
                `The configuration asks for the model "${model}", but the settings name no provider. Set model.provider (VOUCH_MODEL_PROVIDER) and a key, or choose "${CHECKLIST}".`,
              ),
            );
      }
      const name = model === DEFAULT_MODEL || model === '' ? settings.model : model;
      const known = made.get(name) ?? providerModel({ ...settings, model: name }, deps);
      made.set(name, known);
      return Promise.resolve(known);
    },
  };
}

type ProviderSettings = Exclude<ModelSettings, { provider: 'checklist' }>;

const PROVIDERS = {
  openai: { label: 'OpenAI', address: 'https://api.openai.com/v1' },
  anthropic: { label: 'Anthropic', address: 'https://api.anthropic.com/v1' },
  'openai-compatible': { label: 'The model server', address: '' },
} as const;

function providerModel(
  settings: ProviderSettings,
  deps: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
): ChatModel {
  const { label, address } = PROVIDERS[settings.provider];
  return createSdkModel(
    languageModel(settings, deps.fetch),
    {
      name: `${label} (${settings.model})`,
      provider: settings.provider,
      address: (settings.baseUrl ?? address).replace(/[?#].*$/u, ''),
      apiKey: settings.apiKey,
      contextWindowTokens: contextWindowOf(settings.model, settings.contextWindowTokens),
    },
    deps,
  );
}

function languageModel(
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): LanguageModelV3 {
  switch (settings.provider) {
    case 'openai':
      return createOpenAI({
        apiKey: settings.apiKey,
        fetch,
        ...(settings.baseUrl === null ? {} : { baseURL: settings.baseUrl }),
      }).chat(settings.model);
    case 'anthropic':
      return createAnthropic({
        apiKey: settings.apiKey,
        fetch,
        ...(settings.baseUrl === null ? {} : { baseURL: settings.baseUrl }),
      })(settings.model);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: settings.baseUrl,
        fetch,
        includeUsage: true,
        ...(settings.apiKey === null ? {} : { apiKey: settings.apiKey }),
      }).chatModel(settings.model);
  }
}
