import { contentRightsOf, type Actor } from '../../../actors/index.ts';
import type { Clock, Ids } from '../../../base/index.ts';
import {
  isUnder,
  mayReadRecords,
  type ContentHost,
  type ContentStores,
  type SearchHit,
} from '../../../content/index.ts';
import type { Reach } from '../files/replace.ts';
import { openRoot } from '../files/root.ts';
import type { SiteSettings } from '../site/profile.ts';
import { createSite } from '../site/site.ts';
import { buildTree } from '../site/tree.ts';
import { readAsset } from './asset.ts';
import { createChanges } from './changes.ts';
import { describeSite } from './describe.ts';
import { pathForAddress } from './find-page.ts';
import { createListing, inTreeOrder } from './listing.ts';
import { createPages, placeOf } from './pages.ts';
import { createRecordAccess } from './record-access.ts';
import { renderBody } from './render.ts';
import { DEFAULT_HITS, hitOn, mayHold, MIN_QUERY_CHARACTERS } from './search.ts';
import { createWriter } from './write.ts';

export interface MarkdownHostDeps {
  /** The site's content folder; everything read or written lies in it. */
  readonly root: string;
  readonly stores: ContentStores;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface MarkdownHostOptions {
  /** Default: the name of the folder. */
  readonly name?: string;
  /** What is said of the site instead of found out. Default: nothing. */
  readonly site?: SiteSettings;
  /** Route of `asset` in the preview, without a trailing slash. Default `/preview-asset`. */
  readonly assetPrefix?: string;
  /** Fault points of a write, for crash tests. Default: none. */
  readonly reach?: Reach;
}

/**
 * A folder of Markdown as a content host (design §6). Settles what a crash left before it answers. Throws
 * `content_root_missing` when the folder is not there.
 */
export async function createMarkdownHost(
  deps: MarkdownHostDeps,
  options: MarkdownHostOptions = {},
): Promise<ContentHost> {
  const root = await openRoot(deps.root);
  const { stores, clock, ids } = deps;
  const site = createSite({
    root,
    clock,
    ...(options.site === undefined ? {} : { settings: options.site }),
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  const pages = createPages({ root, site, stores });
  const writer = createWriter({
    root,
    stores,
    clock,
    ids,
    pages,
    reach: options.reach ?? (() => Promise.resolve()),
  });
  await writer.reconcile();

  const visiblePages = createListing({ site, stores, clock });
  const access = createRecordAccess({ pages, stores, clock });
  const { contentFor, loadRecord } = access;

  return {
    ...createChanges({ stores, pages, access, writer }),

    async describe(actor) {
      const { state, flat } = await visiblePages(actor);
      const rights = contentRightsOf(actor);
      return {
        ...describeSite(state, { pageCount: flat.length }),
        leftOut: state.leftOut.filter(
          ({ path }) =>
            rights.pages === 'all' || rights.pages.some((prefix) => isUnder(prefix, path)),
        ),
      };
    },

    async pageTree(actor) {
      const { flat } = await visiblePages(actor);
      return { roots: buildTree(flat) };
    },

    async readPage(pageUid, actor) {
      const loaded = await pages.load(pageUid, actor);
      return loaded === null ? null : contentFor(loaded, actor);
    },

    async pageOf(record, actor) {
      return (await loadRecord(record, actor))?.identity.page ?? null;
    },

    async findPage(address, actor) {
      const { flat } = await visiblePages(actor);
      const path = pathForAddress(
        address,
        flat.map((page) => page.path),
      );
      return flat.find((page) => page.path === path)?.uid ?? null;
    },

    async search(query, actor, limit = DEFAULT_HITS) {
      const wanted = query.trim().toLowerCase();
      if (Array.from(wanted).length < MIN_QUERY_CHARACTERS) return [];
      const { flat, state } = await visiblePages(actor);
      const paths = new Map(flat.map(({ uid, path }) => [uid, path]));
      const hits: SearchHit[] = [];
      for (const uid of inTreeOrder(buildTree(flat))) {
        if (hits.length >= limit) break;
        // Parsing is dear; a file that lacks one of the words cannot hold them all.
        const file = state.files.get(paths.get(uid) ?? '');
        if (file === undefined || !(await mayHold(file, wanted))) continue;
        const loaded = await pages.load(uid, actor);
        const hit = loaded === null ? null : hitOn(contentFor(loaded, actor), wanted);
        if (hit !== null) hits.push(hit);
      }
      return hits;
    },

    async renderPage(pageUid, actor) {
      const loaded = await pages.load(pageUid, actor);
      if (loaded === null) return null;
      const place = placeOf(loaded.page, loaded.state);
      const { page } = contentFor(loaded, actor);
      const html = mayReadRecords(actor, 'content', place)
        ? renderBody(loaded.page, loaded.identity, {
            assetPrefix: options.assetPrefix ?? '/preview-asset',
            token: ids.secret(8),
          })
        : '';
      return { html, title: page.title, language: page.language };
    },

    asset: async (path, actor) => (mayReadAnything(actor) ? readAsset(root, path) : null),

    close: () => Promise.resolve(),
  };
}

function mayReadAnything(actor: Actor): boolean {
  const { pages, readTables } = contentRightsOf(actor);
  return pages.length > 0 && (readTables === 'all' || readTables.includes('references'));
}
