import type { Clock } from '../../../base/index.ts';
import type { ContentStores, IndexedPage } from '../../../content/index.ts';
import type { Digester } from '../page/digester.ts';
import { dialectOf, type SiteState } from '../site/site.ts';
import type { FlatPage } from '../site/tree.ts';
import { addressKeys, linkBook } from './link-book.ts';
import type { Listed, Listing } from './listing.ts';
import { dialectSign } from './pages.ts';

/** Counts what an index row is made of: rows of another number are made anew. */
const FORMAT = '2';
/** Pages put in at once: a transaction of a few milliseconds. */
const BATCH = 25;

/** What other processes put in the index is known this much later at most; all of it is read for that. */
const STAMPS_FOR_MS = 30_000;

/** Keeps the search index in step with the files. */
export interface IndexUpkeep {
  /** Brings the index up to date behind everybody's back; once more when it is under way already. */
  readonly begin: () => void;
  /** Brings the index up to date, and answers when it is. Throws what kept it from it. */
  readonly settled: () => Promise<void>;
  /** Pages whose words in the index are not those of their file. */
  readonly outdated: (listed: Listed) => Promise<ReadonlySet<number>>;
  readonly close: () => Promise<void>;
}

export function createIndexUpkeep(deps: {
  readonly listing: Listing;
  readonly stores: ContentStores;
  readonly digester: Digester;
  readonly clock: Clock;
  /** Told when the index could not be brought up to date behind everybody's back. */
  readonly failed: (error: unknown) => void;
}): IndexUpkeep {
  const { listing, stores, digester, clock, failed } = deps;
  let stamps: Map<number, string> | null = null;
  let stampsAtMs = 0;
  let isClosed = false;
  let isAsked = false;
  let running: Promise<void> | null = null;

  const readStamps = async (): Promise<Map<number, string>> => {
    stampsAtMs = clock.now();
    stamps = new Map(await stores.search.stamps());
    return stamps;
  };

  const known = async (): Promise<Map<number, string>> => stamps ?? readStamps();

  const outdated: IndexUpkeep['outdated'] = async ({ state, flat }) => {
    const have = await known();
    return new Set(
      flat.flatMap((page) => (have.get(page.uid) === stampFor(page, state) ? [] : [page.uid])),
    );
  };

  const rowFor = async (page: FlatPage, state: SiteState): Promise<IndexedPage | null> => {
    const file = state.files.get(page.path);
    if (file === undefined) return null;
    const { path, real } = file;
    const digest = await digester.digest({ path, real, dialect: dialectOf(path, state.profile) });
    if (digest === null) return null;
    const book = linkBook(state);
    return {
      page: page.uid,
      path,
      language: page.language,
      stamp: stampFor(page, state),
      title: page.title,
      description: page.description ?? '',
      ...digest,
      links: digest.links.map((link) => ({
        ...link,
        keys: [...new Set([...link.keys, ...addressKeys(path, link.target, book)])],
      })),
    };
  };

  /** Asked anew after each wait: closing does not wait for a batch. */
  const closed = () => isClosed;

  const bringUpToDate = async (): Promise<void> => {
    const have = clock.now() - stampsAtMs < STAMPS_FOR_MS ? await known() : await readStamps();
    const listed = await listing.all();
    const wanted = await outdated(listed);
    const here = new Set(listed.flat.map(({ uid }) => uid));
    const gone = [...have.keys()].filter((uid) => !here.has(uid));
    if (gone.length > 0) await stores.search.remove(gone);
    for (const uid of gone) have.delete(uid);
    const todo = listed.flat.filter(({ uid }) => wanted.has(uid));
    for (let start = 0; start < todo.length && !isClosed; start += BATCH) {
      const some = todo.slice(start, start + BATCH);
      const rows = await Promise.all(some.map((page) => rowFor(page, listed.state)));
      if (closed()) return;
      const found = rows.filter((row) => row !== null);
      if (found.length > 0) await stores.search.put(found);
      for (const { page, stamp } of found) have.set(page, stamp);
    }
  };

  const run = async (): Promise<void> => {
    while (isAsked && !isClosed) {
      isAsked = false;
      await bringUpToDate();
    }
  };

  const begin = (): Promise<void> => {
    isAsked = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    begin: () => {
      // Whoever searches meanwhile is answered from the files; the next change or search tries again.
      if (!isClosed) begin().catch(failed);
    },
    settled: () => (isClosed ? Promise.resolve() : begin()),
    outdated,
    close: async () => {
      isClosed = true;
      // The digester first: nothing keeps a process alive for words of the index, so waiting for them could be its end.
      const ended = running?.catch(() => undefined);
      await digester.close();
      await ended;
    },
  };
}

/** What a row rests on: the file, how it is parsed and published, and which of its keys are title and description. */
function stampFor({ path, language }: FlatPage, { files, profile }: SiteState): string {
  const dialect = dialectSign(dialectOf(path, profile));
  const keys = `${profile.titleKey}+${profile.descriptionKey}`;
  return [FORMAT, profile.name, dialect, keys, language, files.get(path)?.stamp ?? ''].join(' ');
}
