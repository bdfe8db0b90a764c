import type { PeopleStore } from '../../actors/index.ts';
import { createSnippetService, type SnippetService } from '../../prompts/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** Snippets for people: writing, marking, and which configurations take them. */
export function wireSnippets(
  { transactions, clock }: Foundation,
  needs: { readonly stores: Stores; readonly peopleStore: PeopleStore },
): SnippetService {
  return createSnippetService({
    store: needs.stores.snippets,
    transactions,
    clock,
    configurations: needs.stores.configurations,
    nameOf: async (userId) => (await needs.peopleStore.person(userId))?.name ?? null,
  });
}
