import { readFile } from 'node:fs/promises';
import { allows, contentRightsOf, type Actor } from '../../../actors/index.ts';
import { excerpt, isAppError, singleLine } from '../../../base/index.ts';
import {
  findWord,
  linkKey,
  searchWords,
  type ContentHost,
  type ContentStores,
  type FoundPages,
  type IndexedPage,
  type SearchHit,
  type SearchReach,
} from '../../../content/index.ts';
import { pageAddress } from '../site/page-address.ts';
import type { FlatPage } from '../site/tree.ts';
import type { IndexUpkeep } from './index-upkeep.ts';
import { addressKey, linkBook, meaningOf } from './link-book.ts';
import type { Listing } from './listing.ts';
import type { Pages } from './pages.ts';
import type { RecordAccess } from './record-access.ts';

const MIN_QUERY_CHARACTERS = 2;
const DEFAULT_HITS = 20;
/** Characters of an excerpt, and how many of them stand before the find. */
const EXCERPT_CHARACTERS = 160;
const LEAD_CHARACTERS = 50;

type Search = (query: string, actor: Actor, limit?: number) => Promise<FoundPages>;

/**
 * Search over the site. What the index holds is found by it; a page that was written since is read itself, so that a find
 * is never about a text that is no longer there, and none is missed while the index fills.
 */
export function createSearch(deps: {
  readonly listing: Listing;
  readonly upkeep: IndexUpkeep;
  readonly stores: ContentStores;
  readonly pages: Pages;
  readonly contentFor: RecordAccess['contentFor'];
}): Search {
  const { listing, upkeep, stores, pages, contentFor } = deps;

  /** The uid of an element; a page nobody has opened has none yet, and gets them now. */
  const elementUid = async (page: Words, position: number): Promise<number | null> => {
    const known = await stores.identity.page(page.page);
    const isSame = known?.version?.endsWith(`:${page.version}`) === true;
    const identity =
      isSame && known.elements.length === page.texts.length
        ? known
        : (await pages.loadUnchecked(page.page))?.identity;
    return identity?.elements[position]?.uid ?? null;
  };

  const hitFor = async (page: Words, words: readonly string[]): Promise<SearchHit | null> => {
    const place = bestPlace(page, words);
    if (place === null) return null;
    const { path, title, language } = page;
    const element = place.position === null ? null : await elementUid(page, place.position);
    return {
      page: page.page,
      path,
      title,
      language,
      where: place.where,
      element,
      excerpt: place.excerpt,
    };
  };

  /** A page as its file is now, if it holds every word; `unread`: it could not be read, and keeps nobody from the rest. */
  const readNow = async (
    page: FlatPage,
    words: readonly string[],
    actor: Actor,
  ): Promise<Words | 'unread' | null> => {
    const loaded = await pages.load(page.uid, actor).catch(unavailableAsUnread);
    if (loaded === null || loaded === 'unread') return loaded;
    const { elements } = contentFor(loaded, actor);
    const now: Words = {
      ...wordsOf(page),
      version: loaded.page.version,
      texts: elements.map(({ text }) => text),
    };
    return holdsAll([now.title, now.description, ...now.texts].join('\n'), words) ? now : null;
  };

  return async (query, actor, limit = DEFAULT_HITS) => {
    const words = [...new Set(searchWords(query))];
    const reach = searchReach(actor);
    if (Array.from(query.trim()).length < MIN_QUERY_CHARACTERS || words.length === 0)
      return NOTHING;
    const listed = await listing.visible(actor);
    if (reach === null || listed.flat.length === 0) return NOTHING;
    const outdated = await upkeep.outdated(listed);
    let unread = listed.state.unread.length;
    const readable = new Map(listed.flat.map((page) => [page.uid, page]));
    const fresh: Words[] = [];
    for (const uid of outdated) {
      const page = readable.get(uid);
      const file = page === undefined ? undefined : listed.state.files.get(page.path);
      // Parsing is dear; a file that lacks one of the words cannot hold them all.
      if (page === undefined || file === undefined) continue;
      const may = await mayHold(file.real, page, words);
      const now = may === true ? await readNow(page, words, actor) : null;
      if (may === 'unread' || now === 'unread') unread += 1;
      else if (now !== null) fresh.push(now);
      if (fresh.length >= limit) break;
    }
    if (outdated.size > 0) upkeep.begin();
    const rows = await stores.search.find(words, reach, limit + outdated.size);
    const indexed = rows.filter(({ page }) => readable.has(page) && !outdated.has(page));
    const isTitled = (page: Words) => holdsAll(page.title, words);
    const all = [...fresh, ...indexed];
    const found = [...all.filter(isTitled), ...all.filter((page) => !isTitled(page))].slice(
      0,
      limit,
    );
    const hits = await Promise.all(found.map((page) => hitFor(page, words)));
    return { hits: hits.filter((hit) => hit !== null), unread };
  };
}

const NOTHING: FoundPages = { hits: [], unread: 0 };

function unavailableAsUnread(error: unknown): 'unread' {
  if (isAppError(error, 'unavailable')) return 'unread';
  throw error;
}

/**
 * Links of the index that lead to a page, by the path of its file or its published address. An address may mean one of
 * several pages, so each link is followed by the rules of the site.
 */
export function createLinksTo(deps: {
  readonly listing: Listing;
  readonly upkeep: IndexUpkeep;
  readonly stores: ContentStores;
}): NonNullable<ContentHost['linksTo']> {
  return async (pageUid, actor, limit) => {
    const reach = searchReach(actor);
    const listed = await deps.listing.visible(actor);
    const target = listed.flat.find(({ uid }) => uid === pageUid);
    if (reach === null || target === undefined) return { links: [], unread: 0 };
    if ((await deps.upkeep.outdated(listed)).size > 0) await deps.upkeep.settled();
    const { state } = listed;
    const book = linkBook(state);
    const readable = new Set(listed.flat.map(({ uid }) => uid));
    const address = pageAddress(target.path, state.files.get(target.path)?.facts.data ?? {}, state);
    const keys = [linkKey(target.path), ...(address === null ? [] : [addressKey(address)])];
    const links = await deps.stores.search.linking([...new Set(keys)], reach, 4 * limit);
    // What is not in the index though it is up to date could not be read as a page.
    const missing = await deps.upkeep.outdated(listed);
    return {
      links: links
        .filter(
          (link) =>
            link.page !== pageUid &&
            readable.has(link.page) &&
            meaningOf(link.path, link.target, book)?.path === target.path,
        )
        .slice(0, limit),
      unread: state.unread.length + missing.size,
    };
  };
}

/** A page's words, from the index or from its file. */
type Words = Omit<IndexedPage, 'links' | 'stamp'>;

function wordsOf(page: FlatPage): Omit<Words, 'version' | 'texts'> {
  const { uid, path, language, title, description } = page;
  return { page: uid, path, language, title, description: description ?? '' };
}

/** As far as the actor reads; `null`: not even pages. */
export function searchReach(actor: Actor): SearchReach | null {
  const { pages, languages, readTables } = contentRightsOf(actor);
  if (!allows(readTables, 'pages')) return null;
  return { pages, languages, texts: allows(readTables, 'content') };
}

interface Place {
  readonly where: SearchHit['where'];
  /** Of the element, for `text`. */
  readonly position: number | null;
  readonly excerpt: string;
}

/** The place of a page that holds most of the words: its title, its description, or an element of it, in this order. */
function bestPlace(page: Words, words: readonly string[]): Place | null {
  const places = [
    { where: 'title', position: null, text: page.title },
    { where: 'description', position: null, text: page.description },
    ...page.texts.map((text, position) => ({ where: 'text', position, text }) as const),
  ] as const;
  let best: (typeof places)[number] | null = null;
  let most = 0;
  for (const place of places) {
    const held = searchWords(place.text);
    const count = words.filter((word) => held.some((other) => other.startsWith(word))).length;
    if (count > most) [best, most] = [place, count];
    if (most === words.length) break;
  }
  if (best === null) return null;
  const { where, position, text } = best;
  return { where, position, excerpt: around(text, words) };
}

function around(text: string, words: readonly string[]): string {
  const finds = words.flatMap((word) => findWord(text, word) ?? []);
  const at = Math.min(...finds.map(({ start }) => start));
  // Not in the middle of a letter of two units.
  const start = Math.max(0, at - LEAD_CHARACTERS);
  const from = /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
  const piece = text.slice(from, from + 2 * EXCERPT_CHARACTERS);
  return excerpt(singleLine(`${from > 0 ? '…' : ''}${piece}`), EXCERPT_CHARACTERS);
}

/** Whether a file holds letters like every word somewhere, markup or name included. One that is gone holds its name. */
async function mayHold(
  real: string,
  page: FlatPage,
  words: readonly string[],
): Promise<boolean | 'unread'> {
  let text = '';
  try {
    text = await readFile(real, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return 'unread';
  }
  return holdsAll(`${page.title} ${text}`, words);
}

/** Whether a text holds a word that begins with each of these. */
function holdsAll(text: string, words: readonly string[]): boolean {
  const held = searchWords(text);
  return words.every((word) => held.some((other) => other.startsWith(word)));
}
