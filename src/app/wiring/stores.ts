import {
  createConfigurationStore,
  createConversationStore,
  createOpenPointStore,
  createProviderStore,
  createReceiptStore,
  createRemoteServerStore,
  createRunStore,
  createSkillSourceStore,
  createSkillStore,
  createSnippetStore,
  createTaskStore,
  createToolStateStore,
  createTourSeriesStore,
  createUsageStore,
  createWebhookStore,
} from '../../adapters/storage/index.ts';
import type { Foundation } from './foundation.ts';

/** The repositories that more than one part works with. */
export type Stores = ReturnType<typeof wireStores>;

export function wireStores({ database, settings, log }: Foundation) {
  return {
    configurations: createConfigurationStore(database),
    providers: createProviderStore(database),
    skills: createSkillStore(database, {
      thresholds: () =>
        Promise.resolve({
          minTrust: settings.skills.minTrustLevel,
          instructionTrust: settings.skills.instructionTrustLevel,
        }),
    }),
    snippets: createSnippetStore(database),
    sources: createSkillSourceStore(database),
    conversations: createConversationStore(database),
    openPoints: createOpenPointStore(database),
    tourSeries: createTourSeriesStore(database),
    runs: createRunStore(database, { log }),
    receipts: createReceiptStore(database),
    tasks: createTaskStore(database),
    toolStates: createToolStateStore(database),
    remoteServers: createRemoteServerStore(database),
    usage: createUsageStore(database),
    webhooks: createWebhookStore(database),
  };
}
