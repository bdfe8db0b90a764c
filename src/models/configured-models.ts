import { AppError, isAppError, type Clock } from '../base/index.ts';
import type { TrustZone } from '../contracts/index.ts';
import { knownOf, type ChatModel, type ModelPrice } from './chat-model.ts';
import type { ChatModels, Configuration, ConfigurationReader } from './configuration.ts';
import type { KeyReader, ProviderAccess } from './provider-access.ts';
import { PROVIDER_KINDS } from './provider-kinds.ts';
import type { Provider, ProviderModel, ProviderStore } from './provider.ts';
import {
  createCircuitCell,
  createFallbackModel,
  createResilientModel,
  type CircuitCell,
  type FallbackLink,
} from './resilient-model.ts';
import { leastTrusted } from './trust-zones.ts';

export interface ConfiguredModelsDeps {
  readonly store: ProviderStore;
  readonly configurations: ConfigurationReader;
  readonly access: ProviderAccess;
  readonly keyOf: KeyReader;
  /** What the settings name: for `checklist`, `default`, and every name no provider has. */
  readonly settings: ChatModels & { zoneOf(model: string): TrustZone };
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The models configurations name, whoever entered them. */
export interface ConfiguredModels extends ChatModels {
  /** The least trusted of everything that may answer a run of the configuration; unknown = least trusted (TOL-02). */
  zoneOf(configuration: Configuration): Promise<TrustZone>;
}

/** Models from providers an administrator entered, and from the settings; both with their fallbacks. */
export function createConfiguredModels(deps: ConfiguredModelsDeps): ConfiguredModels {
  const cells = new Map<number, CircuitCell>();
  const own = async (configuration: Configuration): Promise<ChatModel> => {
    const found = await findModel(deps.store, configuration.model);
    if (found === null) return deps.settings.modelFor(configuration);
    return openModel(deps, cells, found);
  };
  return {
    modelFor: async (configuration) => {
      const links: FallbackLink[] = [];
      for (const next of await fallbacksOf(deps.configurations, configuration)) {
        const model = await own(next).catch(passedOver);
        // One that is not set up is passed over, as one that is switched off.
        if (model !== null) links.push({ model, settings: settingsOf(next) });
      }
      return createFallbackModel(await own(configuration), links);
    },
    zoneOf: async (configuration) => {
      const zones: TrustZone[] = [];
      for (const each of [
        configuration,
        ...(await fallbacksOf(deps.configurations, configuration)),
      ]) {
        const found = await findModel(deps.store, each.model);
        zones.push(found?.provider.trustZone ?? deps.settings.zoneOf(each.model));
      }
      return leastTrusted(zones);
    },
  };
}

/** What a model's name in a configuration leads to; `null`: no provider of that name, so the settings are asked. */
async function findModel(
  store: ProviderStore,
  reference: string,
): Promise<{ readonly provider: Provider; readonly model: ProviderModel | null } | null> {
  const slash = reference.indexOf('/');
  if (slash < 1) return null;
  const provider = await store.providerNamed(reference.slice(0, slash));
  if (provider === null) return null;
  return { provider, model: await store.modelNamed(provider.uid, reference.slice(slash + 1)) };
}

async function openModel(
  deps: ConfiguredModelsDeps,
  cells: Map<number, CircuitCell>,
  { provider, model }: { readonly provider: Provider; readonly model: ProviderModel | null },
): Promise<ChatModel> {
  if (!provider.isActive) {
    throw misconfigured(`The provider “${provider.name}” is switched off.`);
  }
  if (model?.isActive !== true) {
    throw misconfigured(
      `The provider “${provider.name}” has no such model, or it is switched off.`,
    );
  }
  const apiKey = await deps.keyOf(provider);
  if (apiKey === null && PROVIDER_KINDS[provider.kind].needsKey) {
    throw misconfigured(`The provider “${provider.name}” has no key.`);
  }
  const cell = cells.get(provider.uid) ?? createCircuitCell();
  cells.set(provider.uid, cell);
  const { inputCentsPerMillion, outputCentsPerMillion } = model;
  const opened = deps.access.open({ provider, apiKey }, model);
  const priced = withPrice(opened, { inputCentsPerMillion, outputCentsPerMillion });
  return createResilientModel(priced, {
    cell,
    retries: provider.retries,
    clock: deps.clock,
    random: deps.random,
  });
}

function withPrice(model: ChatModel, price: ModelPrice): ChatModel {
  return { ...knownOf(model), price, generate: (request) => model.generate(request) };
}

/** Active, known, not itself, each once; one level (facts §8). */
async function fallbacksOf(
  reader: ConfigurationReader,
  { identifier, fallbackIdentifiers }: Configuration,
): Promise<readonly Configuration[]> {
  if (fallbackIdentifiers.length === 0) return [];
  const all = await reader.configurations();
  const names = [...new Set(fallbackIdentifiers.map((name) => name.toLowerCase()))];
  return names.flatMap((name) =>
    name === identifier.toLowerCase()
      ? []
      : all.filter((each) => each.isActive && each.identifier.toLowerCase() === name),
  );
}

function settingsOf({ temperature, maxOutputTokens }: Configuration): FallbackLink['settings'] {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  };
}

/** Whether the model of a configuration is shown images; one that is not set up sees nothing. */
export async function seesImages(
  models: ChatModels,
  configuration: Configuration,
): Promise<boolean> {
  const model = await models.modelFor(configuration).catch(passedOver);
  return model?.seesImages === true;
}

function passedOver(error: unknown): null {
  if (isAppError(error, 'model_misconfigured')) return null;
  throw error;
}

function misconfigured(sentence: string): AppError {
  return new AppError(
    'model_misconfigured',
    `${sentence} An administrator can change that under Models.`,
  );
}
