import { readFile } from 'node:fs/promises';
import {
  mayReadRecords,
  alignElements,
  alignByEdits,
  type ContentStores,
  type PageIdentity,
} from '../../../content/index.ts';
import type { Actor } from '../../../actors/index.ts';
import { sha256Hex } from '../../../base/index.ts';
import { decode } from '../decode.ts';
import { lookUpInside } from '../files/contain.ts';
import { goneAsNull } from '../files/gone.ts';
import { requireRoot } from '../files/root.ts';
import { findFence } from '../front-matter/fence.ts';
import type { PageText, PageView } from '../page/page.ts';
import { dialectOf, languageOf, type Site, type SiteState } from '../site/site.ts';
import type { PageWork } from './page-work.ts';
import { freshElements } from './records.ts';

/** A page as it is on the disk now, with its uids. */
export interface LoadedPage {
  readonly page: PageView;
  readonly identity: PageIdentity;
  readonly state: SiteState;
  readonly real: string;
  readonly bytes: Uint8Array;
}

export interface Pages {
  /**
   * The page as it is now, or `null` when it is gone, unreadable for the actor, or left out. Throws `unavailable` when the
   * whole content folder cannot be read, and when the page cannot be read now: its file is there and does not open, or it is a
   * long one.
   */
  load(pageUid: number, actor: Actor): Promise<LoadedPage | null>;
  /** The same without asking anybody's rights; for the host's own bookkeeping. */
  loadUnchecked(pageUid: number): Promise<LoadedPage | null>;
}

/** Pages kept at most, and characters of all of them together: reading one takes 10 ms, a long one seconds. */
const KEPT_PAGES = 40;
const KEPT_CHARACTERS = 4_000_000;
const ALIGN_ATTEMPTS = 5;

export function createPages(deps: {
  readonly root: string;
  readonly site: Site;
  readonly stores: ContentStores;
  readonly work: PageWork;
  /** Default: from the disk. */
  readonly readBytes?: ((real: string) => Promise<Uint8Array>) | undefined;
}): Pages {
  const { root, site, stores, work, readBytes = readFile } = deps;
  const kept = createKeptPages(work);
  const identities = createKeptIdentities();

  const parse = async (
    path: string,
    bytes: Uint8Array,
    state: SiteState,
  ): Promise<PageView | null> => {
    const decoded = decode(bytes);
    if (!decoded.ok || findFence(decoded.text).executable) return null;
    return kept(sha256Hex(bytes), {
      path,
      text: decoded.text,
      dialect: dialectOf(path, state.profile),
    });
  };

  const loadUnchecked: Pages['loadUnchecked'] = async (pageUid) => {
    const known = await stores.identity.page(pageUid, identities.of(pageUid));
    if (known === null) return null;
    const real = await lookUpInside(root, known.path);
    if (real === null) {
      // A page is gone; with the whole folder it is not, it only cannot be reached.
      await requireRoot(root);
      return null;
    }
    const state = await site.state();
    const bytes = await readBytes(real).catch(goneAsNull);
    const page = bytes === null ? null : await parse(known.path, bytes, state);
    if (bytes === null || page === null) return null;
    const identity = await align(stores, page, known);
    identities.keep(identity);
    return { page, identity, state, real, bytes };
  };

  return {
    loadUnchecked,
    async load(pageUid, actor) {
      const loaded = await loadUnchecked(pageUid);
      if (loaded === null) return null;
      const place = placeOf(loaded.page, loaded.state);
      return mayReadRecords(actor, 'pages', place) ? loaded : null;
    },
  };
}

/** Reads pages, each once: whoever asks for one that is being read waits for the same. */
function createKeptPages(work: PageWork): (version: string, text: PageText) => Promise<PageView> {
  const cache = new Map<string, { readonly length: number; readonly page: Promise<PageView> }>();

  const makeRoom = (): void => {
    let characters = 0;
    for (const { length } of cache.values()) characters += length;
    for (const [key, { length }] of cache) {
      if (cache.size <= KEPT_PAGES && (characters <= KEPT_CHARACTERS || cache.size === 1)) return;
      cache.delete(key);
      characters -= length;
    }
  };

  return (version, text) => {
    const key = [version, dialectSign(text.dialect), text.path].join(' ');
    const known = cache.get(key);
    const kept = known ?? { length: text.text.length, page: work.read(text) };
    cache.delete(key);
    cache.set(key, kept);
    if (known === undefined) {
      makeRoom();
      kept.page.catch(() => cache.delete(key));
    }
    return kept.page;
  };
}

/** Uids as they were read last; whoever reads them again asks whether they still are so. */
function createKeptIdentities(): {
  readonly of: (pageUid: number) => PageIdentity | undefined;
  readonly keep: (identity: PageIdentity) => void;
} {
  const kept = new Map<number, PageIdentity>();
  return {
    of: (pageUid) => kept.get(pageUid),
    keep: (identity) => {
      kept.delete(identity.page);
      kept.set(identity.page, identity);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** What rights ask about a page. */
export function placeOf(
  page: PageView,
  state: SiteState,
): { readonly path: string; readonly language: string } {
  return { path: page.path, language: languageOf(page.path, page.front.data, state) };
}

/**
 * Kept with the uids: a file parsed as another dialect has other blocks. The number counts what is read as block or
 * reference: 2 since tags of HTML are read as browsers do.
 */
export function dialectSign(dialect: {
  readonly mdx: boolean;
  readonly directives: boolean;
}): string {
  return `2${dialect.mdx ? 'm' : ''}${dialect.directives ? 'd' : ''}`;
}

/** Brings a page's uids up to date with its text. Somebody else doing the same at the same time is no harm. */
async function align(
  stores: ContentStores,
  page: PageView,
  first: PageIdentity,
): Promise<PageIdentity> {
  const version = `${dialectSign(page.readAs)}:${page.version}`;
  let known = first;
  for (let attempt = 0; attempt < ALIGN_ATTEMPTS; attempt += 1) {
    if (known.version === version && known.elements.length === page.blocks.length) return known;
    const fresh = freshElements(page);
    const base = known.version?.split(':')[1] ?? null;
    const ours = base === null ? null : await stores.history.wrote(known.page, base, page.version);
    const elements =
      (ours === null ? null : alignByEdits(known.elements, fresh, ours)) ??
      alignElements(known.elements, fresh);
    const replaced = await stores.identity.replaceElements(known.page, {
      fromRevision: known.revision,
      version,
      elements,
    });
    if (replaced !== null) return replaced;
    known = (await stores.identity.page(known.page)) ?? known;
  }
  throw new Error(`The uids of ${page.path} keep changing; it is being written over and over.`);
}
