import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ProviderKind } from '../../contracts/index.ts';
import type { Clock } from '../../base/index.ts';
import { PROVIDER_KINDS, type ChatModel, type ProviderSettings } from '../../models/index.ts';
import { contextWindowOf } from './context-windows.ts';
import { createOllamaModel } from './ollama-model.ts';
import { createSdkModel } from './sdk-model.ts';
import type { WireTraits } from './sdk-prompt.ts';

export interface ProviderModelDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** One request a call to a model of a provider, in its own wire format. */
export function createProviderModel(
  settings: ProviderSettings,
  deps: ProviderModelDeps,
  options: {
    /** For people. Default: the maker's name. */
    readonly label?: string;
    /** How long the provider may be silent. Default 120,000. */
    readonly silenceMs?: number;
  } = {},
): ChatModel {
  const contextWindowTokens = contextWindowOf(settings.model, settings.contextWindowTokens);
  const address = addressOf(settings);
  const providerOptions = OPTIONS[settings.provider];
  return createSdkModel(
    languageModel(settings, { fetch: deps.fetch, address, contextWindowTokens }),
    {
      name: `${options.label ?? PROVIDER_KINDS[settings.provider].label} (${settings.model})`,
      traits: {
        provider: settings.provider,
        flagsErrors: false,
        seesImages: settings.seesImages === true,
        ...TRAITS[settings.provider],
      },
      ...(providerOptions === undefined ? {} : { providerOptions }),
      address: address.replace(/[?#].*$/u, ''),
      apiKey: settings.apiKey,
      contextWindowTokens,
      ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
    },
    deps,
  );
}

/** Where a provider is: as set, else its maker's address. */
export function addressOf(settings: Pick<ProviderSettings, 'provider' | 'baseUrl'>): string {
  return settings.baseUrl ?? PROVIDER_KINDS[settings.provider].address ?? '';
}

const TRAITS: Readonly<Partial<Record<ProviderKind, Partial<WireTraits>>>> = {
  anthropic: { flagsErrors: true },
  mistral: { callIds: 'nine' },
  'openai-responses': { strictByDefault: true },
};

const OPTIONS: Readonly<Partial<Record<ProviderKind, SharedV3ProviderOptions>>> = {
  // Nothing stays with the provider; what it wants back of its reasoning comes sealed with the answer.
  'openai-responses': { openai: { store: false } },
};

function languageModel(
  { provider, model, apiKey: givenKey }: ProviderSettings,
  wire: {
    readonly fetch: typeof globalThis.fetch;
    readonly address: string;
    readonly contextWindowTokens: number;
  },
): LanguageModelV3 {
  const { fetch, address: baseURL } = wire;
  const apiKey = givenKey ?? '';
  switch (provider) {
    case 'openai':
      return createOpenAI({ apiKey, fetch, baseURL }).chat(model);
    case 'openai-responses':
      return createOpenAI({ apiKey, fetch, baseURL }).responses(model);
    case 'anthropic':
      return createAnthropic({ apiKey, fetch, baseURL })(model);
    case 'google':
      return createGoogleGenerativeAI({ apiKey, fetch, baseURL })(model);
    case 'ollama':
      return createOllamaModel(model, {
        address: baseURL,
        apiKey: givenKey,
        contextWindowTokens: wire.contextWindowTokens,
        fetch,
      });
    case 'openai-compatible':
    case 'openrouter':
    case 'mistral':
    case 'azure':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch,
        // Mistral always tells the usage and refuses members it does not know.
        includeUsage: provider !== 'mistral',
        ...(provider === 'azure' ? { headers: { 'api-key': apiKey } } : {}),
        ...(givenKey === null || provider === 'azure' ? {} : { apiKey: givenKey }),
      }).chatModel(model);
  }
}
