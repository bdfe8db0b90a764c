import type { PeopleStore } from '../../actors/index.ts';
import { chance, createChatModels, createProviderAccess } from '../../adapters/models/index.ts';
import {
  createConfiguredModels,
  createModelService,
  keyContext,
  type ConfiguredModels,
  type KeyReader,
} from '../../models/index.ts';
import { takeOverAttachments } from '../../skills/index.ts';
import type { ToolRegistry } from '../../tools/index.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** The models of the settings and those administrators entered. Only the latter's addresses are guarded. */
export function wireModels(foundation: Foundation, { providers, configurations }: Stores) {
  const { settings, keys, clock, fetch } = foundation;
  const keyOf: KeyReader = async ({ uid, baseUrl, keyVariable }) => {
    const sealed = await providers.sealedKey({ uid, baseUrl });
    if (sealed !== null) return keys.sealer.open(sealed, keyContext(uid));
    return keyVariable === null ? null : (settings.models.keys[keyVariable] ?? null);
  };
  const access = createProviderAccess({
    fetch: createGuardedFetch({
      allowed: settings.models.privateAddresses,
      setting: 'models.privateAddresses (VOUCH_MODELS_PRIVATE_ADDRESSES)',
    }),
    clock,
  });
  const models = createConfiguredModels({
    store: providers,
    configurations,
    access,
    keyOf,
    settings: createChatModels(settings.model, { fetch, clock, random: chance }),
    clock,
    random: chance,
  });
  return { models, access, keyOf };
}

/** What administrators do with models. */
export function wireModelService(
  { settings, transactions, keys, clock }: Foundation,
  needs: Omit<ReturnType<typeof wireModels>, 'models'> & {
    readonly models: Pick<ConfiguredModels, 'zoneOf'>;
    readonly stores: Stores;
    readonly peopleStore: PeopleStore;
    readonly tools: ToolRegistry;
  },
) {
  const { models, access, keyOf, stores, peopleStore, tools } = needs;
  return createModelService({
    store: stores.providers,
    configurations: stores.configurations,
    transactions,
    models,
    access,
    keyOf,
    sealer: keys.sealer,
    clock,
    settingsModel: settings.model.provider === 'checklist' ? null : settings.model,
    groups: async () =>
      (await peopleStore.groups()).map(({ groupId, name }) => ({ id: groupId, name })),
    toolGroups: () => [...new Set(tools.all().map(({ group }) => group))].sort(),
    onAdded: async (transaction, { uid: to, from, actor }) => {
      if (from === null) return;
      await takeOverAttachments({ store: stores.skills, clock }, transaction, { from, to, actor });
    },
  });
}
