import { actorIdOf, type PeopleStore } from '../../actors/index.ts';
import { createServiceAccountStore } from '../../adapters/storage/index.ts';
import { createMeteredModels, createUsageService, type ChatModels } from '../../models/index.ts';
import type { Announcers } from './announcers.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** Models whose calls are checked against the budgets and written down. */
export function wireMeteredModels(
  { transactions, clock, log }: Foundation,
  needs: {
    readonly stores: Pick<Stores, 'usage'>;
    readonly models: ChatModels;
    readonly webhooks: Pick<Announcers, 'onBudgetExhausted'>;
  },
): ChatModels {
  const { stores, models, webhooks } = needs;
  const { onBudgetExhausted } = webhooks;
  const { usage } = stores;
  return createMeteredModels({ models, usage, transactions, clock, log, onBudgetExhausted });
}

/** What administrators see of it, and the budgets. */
export function wireUsage(
  { database, transactions, clock }: Foundation,
  { stores, peopleStore }: { readonly stores: Stores; readonly peopleStore: PeopleStore },
) {
  const serviceAccounts = createServiceAccountStore(database);
  return createUsageService({
    store: stores.usage,
    configurations: stores.configurations,
    transactions,
    clock,
    people: async () => [
      ...(await peopleStore.people()).map(({ userId, name }) => ({ id: userId, name })),
      ...(await serviceAccounts.accounts()).map((account) => ({
        id: actorIdOf({ kind: 'service', ...account }) ?? '',
        name: account.name,
      })),
    ],
    processName: async (skillUid) => (await stores.skills.skill(skillUid))?.version.name ?? null,
  });
}
