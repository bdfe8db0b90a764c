import type { ContentRights } from '../actors/index.ts';

/** A page as the index of a site keeps it: enough to find it and to show where, without opening its file. */
export interface IndexedPage {
  readonly page: number;
  readonly path: string;
  readonly language: string;
  /** Changes when the file or what is read from it does; who writes the index decides what it says. */
  readonly stamp: string;
  /** The file's version the texts belong to. */
  readonly version: string;
  readonly title: string;
  /** Empty = none. */
  readonly description: string;
  /** What a reader sees of each element, in order. */
  readonly texts: readonly string[];
  readonly links: readonly IndexedLink[];
}

/** A link from a page to what may be another page of the site. */
export interface IndexedLink {
  /** Position of the element it stands in. */
  readonly element: number;
  readonly text: string;
  readonly target: string;
  /** The addresses it may mean, as `linkKey` writes them. */
  readonly keys: readonly string[];
}

/** As far as somebody may read: the same four rights as everywhere, of which a search needs three. */
export interface SearchReach {
  readonly pages: ContentRights['pages'];
  readonly languages: ContentRights['languages'];
  /** Without it only titles and descriptions are searched. */
  readonly texts: boolean;
}

/** A link as it was found, with the page it stands on. */
export interface LinkFound extends Omit<IndexedLink, 'keys'> {
  readonly page: number;
  readonly path: string;
}

/** Links that lead to a page. */
export interface LinksIn {
  readonly links: readonly LinkFound[];
  /** Files of the site that could not be read, so that links in them are not known. Whoever asks, all of them are counted. */
  readonly unread: number;
}

/**
 * The search index of a site. Words are those of `searchWords`; a page is found when it holds a word that begins with each
 * of them: those with all of them in the title first, then the closest; a word of the title counts most, then one of the
 * description.
 */
export interface SearchIndex {
  /** The stamp of every page in the index. */
  stamps(): Promise<ReadonlyMap<number, string>>;
  /** Puts pages in, or replaces them, in one transaction. */
  put(pages: readonly IndexedPage[]): Promise<void>;
  remove(pageUids: readonly number[]): Promise<void>;
  find(
    words: readonly string[],
    reach: SearchReach,
    limit: number,
  ): Promise<readonly Omit<IndexedPage, 'links'>[]>;
  /** Links that may mean one of these addresses, by page and place. */
  linking(
    keys: readonly string[],
    reach: SearchReach,
    limit: number,
  ): Promise<readonly LinkFound[]>;
}

/**
 * The one spelling of the addresses a page has: without its extension, and an index page as its folder. Two pages may share
 * one (`about.md` and `about/index.md`); whoever asks looks again.
 */
export function linkKey(address: string): string {
  const stem = address
    .normalize('NFC')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:html?|mdx?|markdown)$/i, '');
  return stem.replace(/(?:^|\/)(?:_?index|readme)$/i, '');
}
