import { contentRightsOf, type Actor } from '../../../actors/index.ts';
import type { Clock, Ids } from '../../../base/index.ts';
import {
  isUnder,
  mayReadRecords,
  type ContentHost,
  type ContentStores,
} from '../../../content/index.ts';
import type { Reach } from '../files/replace.ts';
import { createCommits, withCommits, type GitOptions } from '../git/commits.ts';
import { openRoot } from '../files/root.ts';
import type { SiteSettings } from '../site/profile.ts';
import { createDigester } from '../page/digester.ts';
import { createSite } from '../site/site.ts';
import { buildTree } from '../site/tree.ts';
import { createWatchedFolder, type WatchOptions } from '../watch/watched-folder.ts';
import { readAsset } from './asset.ts';
import { createChanges } from './changes.ts';
import { describeSite } from './describe.ts';
import { uidsOf } from './element-uids.ts';
import { pathForAddress } from './find-page.ts';
import { createIndexUpkeep } from './index-upkeep.ts';
import { linkBook, meaningOf, pageAtAddress } from './link-book.ts';
import { createListing } from './listing.ts';
import { createPageWork } from './page-work.ts';
import { createPages, placeOf } from './pages.ts';
import { createRecordAccess } from './record-access.ts';
import { createLinksTo, createSearch } from './search.ts';
import { createFilesWriter } from './write-files.ts';
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
  /** How changes by others are noticed; see `WatchOptions`. Default: by looking at every file whenever somebody asks. */
  readonly watch?: WatchOptions['by'];
  /** Commits of what is written. Default: none. */
  readonly git?: GitOptions;
  /** Told when the search index could not be brought up to date; searches read the files until it is. Default: nobody. */
  readonly indexFailed?: (error: unknown) => void;
  /** Told of a write that could not be taken back or settled, for an operator's log. Default: nobody. */
  readonly warn?: (facts: object, message: string) => void;
  /** How the file of a page is read. Default: from the disk. */
  readonly readBytes?: (real: string) => Promise<Uint8Array>;
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
  const folder = createWatchedFolder({ root, clock, by: options.watch ?? 'none' });
  const digester = createDigester();
  const site = createSite({
    root,
    clock,
    look: folder.look,
    readFacts: digester.facts,
    ...(options.site === undefined ? {} : { settings: options.site }),
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  const work = createPageWork({ clock });
  const pages = createPages({ root, site, stores, work, readBytes: options.readBytes });
  const reach = options.reach ?? (() => Promise.resolve());
  const warn = options.warn ?? (() => undefined);
  const writerDeps = { root, stores, clock, ids, pages, reach, warn };
  const filesWriter = createFilesWriter(writerDeps);
  const commits =
    options.git === undefined ? null : createCommits({ root, stores, clock, ids }, options.git);
  const writer = createWriter(writerDeps, filesWriter);
  await writer.reconcile();

  const listing = createListing({ site, stores, clock });
  const upkeep = createIndexUpkeep({
    listing,
    stores,
    digester,
    clock,
    failed: options.indexFailed ?? (() => undefined),
  });
  folder.onChange(upkeep.begin);
  upkeep.begin();
  const access = createRecordAccess({ pages, stores, clock });
  const { contentFor, loadRecord } = access;
  const search = createSearch({ listing, upkeep, stores, pages, contentFor });

  return {
    ...withCommits(
      createChanges({ root, site, clock, stores, pages, work, access, writer, filesWriter }),
      commits,
    ),

    async describe(actor) {
      const { state, flat } = await listing.visible(actor);
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
      const { flat } = await listing.visible(actor);
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
      const { flat } = await listing.visible(actor);
      const path = pathForAddress(
        address,
        flat.map((page) => page.path),
      );
      return flat.find((page) => page.path === path)?.uid ?? null;
    },

    async resolveUrl(url, actor, from) {
      const { state, flat } = await listing.visible(actor);
      const book = linkBook(state);
      const on = flat.find(({ uid }) => uid === from)?.path;
      if (from !== undefined && on === undefined) return null;
      const path = on === undefined ? pageAtAddress(url, book) : meaningOf(on, url, book)?.path;
      return flat.find((page) => page.path === path)?.uid ?? null;
    },

    search,
    linksTo: createLinksTo({ listing, upkeep, stores }),

    async renderPage(pageUid, actor) {
      const loaded = await pages.load(pageUid, actor);
      if (loaded === null) return null;
      const place = placeOf(loaded.page, loaded.state);
      const { page } = contentFor(loaded, actor);
      const html = mayReadRecords(actor, 'content', place)
        ? await work.do(loaded.page, 'render', {
            uids: uidsOf(loaded.identity),
            options: {
              assetPrefix: options.assetPrefix ?? '/preview-asset',
              token: ids.secret(8),
            },
          })
        : '';
      return { html, title: page.title, language: page.language };
    },

    asset: async (path, actor) => (mayReadAnything(actor) ? readAsset(root, path) : null),

    close: async () => {
      folder.close();
      await upkeep.close();
      await work.close();
      await commits?.close();
    },
  };
}

function mayReadAnything(actor: Actor): boolean {
  const { pages, readTables } = contentRightsOf(actor);
  return pages.length > 0 && (readTables === 'all' || readTables.includes('references'));
}
