import type { DiscoveredModel } from '../contracts/index.ts';
import type { ChatModel } from './chat-model.ts';
import type { Provider, ProviderModel } from './provider.ts';

/** A provider with its key, ready to be asked. Never kept, never shown. */
export interface ProviderWithKey {
  readonly provider: Provider;
  readonly apiKey: string | null;
}

/** How providers an administrator entered are reached. */
export interface ProviderAccess {
  /** A model that sends one request a call. */
  open(
    access: ProviderWithKey,
    model: Pick<ProviderModel, 'modelId' | 'contextWindowTokens' | 'seesImages'>,
  ): ChatModel;
  /** What models the provider itself names. Throws `provider_failed` or `address_refused`. */
  discover(access: ProviderWithKey): Promise<readonly DiscoveredModel[]>;
}

/** Reads a provider's key: the stored one, else from the environment; `null`: there is none. */
export type KeyReader = (provider: Provider) => Promise<string | null>;
