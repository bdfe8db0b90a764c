import { requireAdministrator, type Actor } from '../actors/index.ts';
import {
  AppError,
  isAppError,
  type Clock,
  type Sealer,
  type Transaction,
  type Transactions,
} from '../base/index.ts';
import {
  ProviderKind,
  type AddConfiguration,
  type AddModel,
  type AddProvider,
  type ChangeConfiguration,
  type ChangeModel,
  type ChangeProvider,
  type ConfigurationView,
  type DiscoveredModel,
  type ModelsOverview,
  type ProviderTest,
  type ProviderView,
} from '../contracts/index.ts';
import type { Configuration } from './configuration.ts';
import { FIRST_CONFIGURATION, type ConfigurationStore } from './configuration-store.ts';
import type { ConfiguredModels } from './configured-models.ts';
import type { ProviderSettings } from './model-settings.ts';
import { providerView } from './model-views.ts';
import type { KeyReader, ProviderAccess } from './provider-access.ts';
import { PROVIDER_KINDS } from './provider-kinds.ts';
import { requireKeysForMove } from './provider-move.ts';
import { keyContext, type Provider, type ProviderStore } from './provider.ts';

export interface ModelServiceDeps {
  readonly store: ProviderStore;
  readonly configurations: ConfigurationStore;
  readonly transactions: Transactions;
  readonly models: Pick<ConfiguredModels, 'zoneOf'>;
  readonly access: ProviderAccess;
  readonly keyOf: KeyReader;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** The model of the settings. */
  readonly settingsModel: Pick<ProviderSettings, 'provider' | 'model'> | null;
  readonly groups: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly toolGroups: () => readonly string[];
  /** Takes part in the transaction that adds a configuration; `from` is the default one of before. */
  readonly onAdded?: (
    transaction: Transaction,
    configuration: { readonly uid: number; readonly from: number | null; readonly actor: Actor },
  ) => Promise<void>;
}

/** Providers, models and configurations; for administrators alone. Refusals are `AppError`s. */
export interface ModelService {
  overview(actor: Actor): Promise<ModelsOverview>;
  /** Throws `identifier_taken`, or `invalid_request` when an address is needed and missing. */
  addProvider(provider: AddProvider, actor: Actor): Promise<ProviderView>;
  /** Throws `invalid_request` for a key, stored or of a variable, that would go to another address. */
  changeProvider(uid: number, changes: ChangeProvider, actor: Actor): Promise<ProviderView>;
  /** Asks one model to say something short; whatever goes wrong is part of the answer. */
  testProvider(uid: number, modelId: string, actor: Actor): Promise<ProviderTest>;
  /** The models the provider itself names. */
  discover(uid: number, actor: Actor): Promise<readonly DiscoveredModel[]>;
  addModel(providerUid: number, model: AddModel, actor: Actor): Promise<ProviderView>;
  changeModel(uid: number, changes: ChangeModel, actor: Actor): Promise<ProviderView>;
  /** The new configuration offers the skills of the default one, until somebody attaches others. */
  addConfiguration(configuration: AddConfiguration, actor: Actor): Promise<ConfigurationView>;
  /** Throws `invalid_request` when the last default would go or be switched off. */
  changeConfiguration(
    uid: number,
    changes: ChangeConfiguration,
    actor: Actor,
  ): Promise<ConfigurationView>;
}

const TEST_REQUEST = 'Answer with the single word OK.';

export function createModelService(deps: ModelServiceDeps): ModelService {
  const { store, configurations, transactions, clock } = deps;
  const viewOf = async (uid: number): Promise<ProviderView> =>
    providerView(await known(store, uid), await store.models());
  const configurationView = async (found: Configuration): Promise<ConfigurationView> => {
    const { snippetTags: _tags, snippetsInCallerSystemMessage: _joined, ...shown } = found;
    return {
      ...shown,
      allowedGroupIds: [...found.allowedGroupIds],
      allowedToolGroups: [...found.allowedToolGroups],
      fallbackIdentifiers: [...found.fallbackIdentifiers],
      trustZone: await deps.models.zoneOf(found),
    };
  };
  const configurationViewOf = async (uid: number): Promise<ConfigurationView> => {
    const found = await configurations.configuration(uid);
    if (found === null) throw missing();
    return configurationView(found);
  };
  return {
    overview: async (actor) => {
      requireAdministrator(actor);
      const [providers, models, all] = await Promise.all([
        store.providers(),
        store.models(),
        configurations.configurations(),
      ]);
      return {
        kinds: ProviderKind.options.map((kind) => {
          const { label, address, needsKey } = PROVIDER_KINDS[kind];
          return { kind, label, address, needsKey };
        }),
        providers: providers.map((provider) => providerView(provider, models)),
        configurations: await Promise.all(all.map(configurationView)),
        settingsModel: settingsModelView(deps.settingsModel),
        groups: [...(await deps.groups())],
        toolGroups: [...deps.toolGroups()],
      };
    },
    addProvider: async (provider, actor) => {
      requireAdministrator(actor);
      const { apiKey = null, silenceSeconds = 120, ...rest } = provider;
      if ((rest.baseUrl ?? PROVIDER_KINDS[rest.kind].address) === null) {
        throw invalid('baseUrl', 'This kind of provider has no address of its own: give one.');
      }
      const fields = {
        baseUrl: null,
        keyVariable: null,
        retries: 2,
        isActive: true,
        ...given(rest),
        silenceMs: silenceSeconds * 1_000,
      };
      const uid = await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const added = await writer.addProvider(fields, clock.now());
        if (added === null) throw taken(rest.identifier);
        if (apiKey !== null) {
          const sealed = deps.sealer.seal(apiKey, keyContext(added));
          await writer.setSealedKey(added, sealed, clock.now());
        }
        return added;
      });
      return viewOf(uid);
    },
    changeProvider: async (uid, asked, actor) => {
      requireAdministrator(actor);
      const { apiKey, silenceSeconds, ...changes } = asked;
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.lock();
        const provider = await known(store, uid);
        if (changes.baseUrl === null && PROVIDER_KINDS[provider.kind].address === null) {
          throw invalid('baseUrl', 'This kind of provider has no address of its own: give one.');
        }
        requireKeysForMove(provider, asked);
        const silence = silenceSeconds === undefined ? {} : { silenceMs: silenceSeconds * 1_000 };
        await writer.changeProvider(uid, { ...given(changes), ...silence }, clock.now());
        if (apiKey !== undefined) {
          const sealed = apiKey === null ? null : deps.sealer.seal(apiKey, keyContext(uid));
          await writer.setSealedKey(uid, sealed, clock.now());
        }
      });
      return viewOf(uid);
    },
    testProvider: async (uid, modelId, actor) => {
      requireAdministrator(actor);
      const provider = await known(store, uid);
      const stored = await store.modelNamed(uid, modelId);
      const startedAtMs = clock.now();
      const ended = (ok: boolean, message: string) => ({
        ok,
        message,
        durationMs: clock.now() - startedAtMs,
      });
      try {
        const apiKey = await deps.keyOf(provider);
        const model = deps.access.open(
          { provider, apiKey },
          {
            modelId,
            contextWindowTokens: stored?.contextWindowTokens ?? null,
            seesImages: stored?.seesImages ?? false,
          },
        );
        const answer = await model.generate({
          messages: [{ role: 'user', content: TEST_REQUEST }],
          tools: [],
        });
        return ended(true, answer.text.trim().slice(0, 200));
      } catch (error) {
        if (!isAppError(error)) throw error;
        return ended(false, error.message);
      }
    },
    discover: async (uid, actor) => {
      requireAdministrator(actor);
      const provider = await known(store, uid);
      return deps.access.discover({ provider, apiKey: await deps.keyOf(provider) });
    },
    addModel: async (providerUid, model, actor) => {
      requireAdministrator(actor);
      await known(store, providerUid);
      const fields = {
        name: model.modelId,
        contextWindowTokens: null,
        maxOutputTokens: null,
        inputCentsPerMillion: null,
        outputCentsPerMillion: null,
        isActive: true,
        ...given(model),
        seesImages: model.seesImages === true,
      };
      await transactions.transact(async (transaction) => {
        const added = await store.within(transaction).addModel(providerUid, fields, clock.now());
        if (added === null) throw taken(model.modelId);
      });
      return viewOf(providerUid);
    },
    changeModel: async (uid, changes, actor) => {
      requireAdministrator(actor);
      const model = await store.model(uid);
      if (model === null) throw missing();
      await transactions.transact((transaction) =>
        store.within(transaction).changeModel(uid, given(changes), clock.now()),
      );
      return viewOf(model.providerUid);
    },
    addConfiguration: async (configuration, actor) => {
      requireAdministrator(actor);
      const uid = await transactions.transact(async (transaction) => {
        const writer = configurations.within(transaction);
        await writer.lock();
        const before = await configurations.defaultConfiguration();
        const fields = { ...FIRST_CONFIGURATION, isDefault: false, ...given(configuration) };
        if (fields.isDefault && !fields.isActive) throw invalid('isDefault', NEEDS_DEFAULT);
        const added = await writer.create(fields, clock.now());
        if (added === null) throw taken(configuration.identifier);
        await deps.onAdded?.(transaction, { uid: added, from: before?.uid ?? null, actor });
        return added;
      });
      return configurationViewOf(uid);
    },
    changeConfiguration: async (uid, changes, actor) => {
      requireAdministrator(actor);
      await transactions.transact(async (transaction) => {
        const writer = configurations.within(transaction);
        await writer.lock();
        const before = await configurations.configuration(uid);
        if (before === null) throw missing();
        const after = { ...before, ...given(changes) };
        if (before.isDefault && !after.isDefault) throw invalid('isDefault', NEEDS_DEFAULT);
        if (after.isDefault && !after.isActive) throw invalid('isActive', NEEDS_DEFAULT);
        await writer.update(uid, given(changes), clock.now());
      });
      return configurationViewOf(uid);
    },
  };
}

const NEEDS_DEFAULT =
  'There has to be one active default configuration: make another one the default first.';

type Given<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Only the fields that have a value. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

async function known(store: ProviderStore, uid: number): Promise<Provider> {
  const provider = await store.provider(uid);
  if (provider === null) throw missing();
  return provider;
}

function missing(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}

function taken(identifier: string): AppError {
  return new AppError('identifier_taken', `“${identifier}” is taken: choose another name.`, {
    data: { identifier },
  });
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_request', message, { data: { field } });
}

function settingsModelView(
  named: ModelServiceDeps['settingsModel'],
): ModelsOverview['settingsModel'] {
  if (named === null) return null;
  return { provider: PROVIDER_KINDS[named.provider].label, model: named.model };
}
