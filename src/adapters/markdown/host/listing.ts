import type { Actor } from '../../../actors/index.ts';
import type { Clock } from '../../../base/index.ts';
import { mayReadRecords, type ContentStores, type PageNode } from '../../../content/index.ts';
import { hiddenNow, languageOf, titleOf, type Site, type SiteState } from '../site/site.ts';
import type { FlatPage } from '../site/tree.ts';

/** The site as it is now, and the pages of it that the actor may read, in path order. */
export type Listing = (
  actor: Actor,
) => Promise<{ readonly state: SiteState; readonly flat: readonly FlatPage[] }>;

export function createListing(deps: {
  readonly site: Site;
  readonly stores: ContentStores;
  readonly clock: Clock;
}): Listing {
  const { site, stores, clock } = deps;
  return async (actor) => {
    const state = await site.scan();
    const uids = await stores.identity.ensurePages([...state.files.keys()]);
    const flat = [...state.files.values()].flatMap((file): FlatPage[] => {
      const { data, heading } = file.facts;
      const language = languageOf(file.path, data, state);
      if (!mayReadRecords(actor, 'pages', { path: file.path, language })) return [];
      return [
        {
          uid: uids.get(file.path) ?? 0,
          path: file.path,
          language,
          title: titleOf(file.path, { data, heading, profile: state.profile }),
          description: descriptionOf(data, state),
          hidden: hiddenNow(file.path, data, { profile: state.profile, nowMs: clock.now() }),
          readOnly: file.facts.frontMatterReadOnly,
          order: orderOf(data),
        },
      ];
    });
    return { state, flat };
  };
}

function descriptionOf(
  data: Readonly<Record<string, unknown>>,
  { profile }: SiteState,
): string | null {
  const value = data['description'] ?? data[profile.descriptionKey];
  return typeof value === 'string' && value !== '' ? value : null;
}

function orderOf(data: Readonly<Record<string, unknown>>): number | null {
  for (const key of ['order', 'weight', 'nav_order', 'sidebar_position']) {
    if (typeof data[key] === 'number') return data[key];
  }
  return null;
}

/** Uids of a tree, parents before children. */
export function inTreeOrder(nodes: readonly PageNode[]): readonly number[] {
  return nodes.flatMap((node) => [node.uid, ...inTreeOrder(node.children)]);
}
