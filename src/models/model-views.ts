import type { ModelView, ProviderView } from '../contracts/index.ts';
import { PROVIDER_KINDS } from './provider-kinds.ts';
import type { Provider, ProviderModel } from './provider.ts';

/** What a configuration names a model by. */
export function modelReference(
  provider: Pick<Provider, 'identifier'>,
  model: Pick<ProviderModel, 'modelId'>,
): string {
  return `${provider.identifier}/${model.modelId}`;
}

/** A provider with its models, without anything secret. */
export function providerView(provider: Provider, models: readonly ProviderModel[]): ProviderView {
  const { address, needsKey } = PROVIDER_KINDS[provider.kind];
  return {
    uid: provider.uid,
    identifier: provider.identifier,
    name: provider.name,
    kind: provider.kind,
    baseUrl: provider.baseUrl,
    address: provider.baseUrl ?? address ?? '',
    key: provider.hasKey
      ? 'stored'
      : provider.keyVariable !== null
        ? 'environment'
        : needsKey
          ? 'missing'
          : 'none',
    keyVariable: provider.keyVariable,
    trustZone: provider.trustZone,
    silenceSeconds: Math.round(provider.silenceMs / 1_000),
    retries: provider.retries,
    isActive: provider.isActive,
    models: models
      .filter(({ providerUid }) => providerUid === provider.uid)
      .map((model) => modelView(provider, model)),
  };
}

function modelView(
  provider: Provider,
  { providerUid: _provider, updatedAtMs: _updated, ...shown }: ProviderModel,
): ModelView {
  return { ...shown, reference: modelReference(provider, shown) };
}
