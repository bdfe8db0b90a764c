import type { Actor } from '../../../actors/index.ts';
import type { Clock } from '../../../base/index.ts';
import { mayReadRecords, type ContentStores } from '../../../content/index.ts';
import {
  hiddenNow,
  languageOf,
  titleOf,
  type Site,
  type SiteFile,
  type SiteState,
} from '../site/site.ts';
import type { FlatPage } from '../site/tree.ts';

/** The site as it is now, and pages of it in path order. */
export interface Listed {
  readonly state: SiteState;
  readonly flat: readonly FlatPage[];
}

export interface Listing {
  /** Every page, whoever asks; for the host's own bookkeeping. The same object while nothing changes. */
  readonly all: () => Promise<Listed>;
  /** The pages the actor may read. */
  readonly visible: (actor: Actor) => Promise<Listed>;
}

/** A page whose date comes up is public this much later at most. */
const HIDDEN_FOR_MS = 30_000;

export function createListing(deps: {
  readonly site: Site;
  readonly stores: ContentStores;
  readonly clock: Clock;
}): Listing {
  const { site, stores, clock } = deps;
  let uids = new Map<string, { readonly uid: number; readonly stamp: string }>();
  let last: { readonly listed: Listed; readonly atMs: number } | null = null;
  let lastAnewMs = 0;

  /** Uids of the files; only of those that are new or different the store is asked. */
  const uidsOf = async (state: SiteState): Promise<typeof uids> => {
    const known = uids;
    const files = [...state.files.values()];
    const fresh = files.filter(({ path, stamp }) => known.get(path)?.stamp !== stamp);
    const found = await stores.identity.ensurePages(fresh.map(({ path }) => path));
    const now = new Map(known);
    for (const { path, stamp } of fresh) now.set(path, { stamp, uid: found.get(path) ?? 0 });
    for (const path of now.keys()) if (!state.files.has(path)) now.delete(path);
    return now;
  };

  /** Pages as they were listed last, by their files; anew when another time or other rules hold. */
  let listedPages = new WeakMap<SiteFile, FlatPage>();

  const all: Listing['all'] = async () => {
    const state = await site.scan();
    const nowMs = clock.now();
    if (last?.listed.state === state && nowMs - last.atMs < HIDDEN_FOR_MS) return last.listed;
    const isSameSite =
      last?.listed.state.profile === state.profile &&
      last.listed.state.languageRules === state.languageRules &&
      last.listed.state.defaultLanguage === state.defaultLanguage;
    if (!isSameSite || nowMs - lastAnewMs >= HIDDEN_FOR_MS) {
      listedPages = new WeakMap();
      lastAnewMs = nowMs;
    }
    if (last?.listed.state !== state) uids = await uidsOf(state);
    const flat = [...state.files.values()].map((file): FlatPage => {
      const uid = uids.get(file.path)?.uid ?? 0;
      const known = listedPages.get(file);
      if (known?.uid === uid) return known;
      const { data, heading } = file.facts;
      const page = {
        uid,
        path: file.path,
        language: languageOf(file.path, data, state),
        title: titleOf(file.path, { data, heading, profile: state.profile }),
        description: descriptionOf(data, state),
        hidden: hiddenNow(file.path, data, { profile: state.profile, nowMs }),
        readOnly: file.facts.frontMatterReadOnly?.reason ?? null,
        readOnlyCode: file.facts.frontMatterReadOnly?.code,
        order: orderOf(data),
      };
      listedPages.set(file, page);
      return page;
    });
    const listed = { state, flat };
    last = { listed, atMs: nowMs };
    return listed;
  };

  return {
    all,
    visible: async (actor) => {
      const { state, flat } = await all();
      return { state, flat: flat.filter((page) => mayReadRecords(actor, 'pages', page)) };
    },
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
