import type { PageHit, PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { allPages, folded, passesFilter, type PageFilter } from '../../lib/page-tree.ts';

/** A page that was found by its words, and what stands around them. */
export interface FoundText {
  readonly page: PageTreeNode;
  readonly hit: PageHit;
}

/** Pages by title and path are found at once, in the browser; what stands in them is asked of the server. */
export interface PageBook {
  readonly pages: readonly { readonly page: PageTreeNode; readonly words: string }[];
  readonly byUid: ReadonlyMap<number, PageTreeNode>;
}

/** Rows shown at most: more are found by more words. */
export const MAX_TITLES = 30;

/** Every page with the words it is found by; made once a site, so that each key typed costs little. */
export function pageBook(site: SiteView): PageBook {
  const pages = allPages(site.roots);
  return {
    pages: pages.map((page) => ({ page, words: folded(`${page.title} ${page.path}`) })),
    byUid: new Map(pages.map((page) => [page.uid, page])),
  };
}

/** Pages in whose title or path every word stands; those with the words in the title first. */
export function foundByTitle(
  book: PageBook,
  { search, filter }: { readonly search: string; readonly filter: PageFilter },
): readonly PageTreeNode[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = book.pages.filter(
    ({ page, words: held }) =>
      passesFilter(page, filter) && words.every((word) => held.includes(word)),
  );
  const isTitled = ({ page }: (typeof found)[number]) => {
    const title = folded(page.title);
    return words.every((word) => title.includes(word));
  };
  return [...found.filter(isTitled), ...found.filter((each) => !isTitled(each))].map(
    ({ page }) => page,
  );
}

/** Finds in texts that are not among the titles already, as far as the filter lets them through. */
export function foundInTexts(
  book: PageBook,
  hits: readonly PageHit[],
  { titles, filter }: { readonly titles: readonly PageTreeNode[]; readonly filter: PageFilter },
): readonly FoundText[] {
  const known = new Set(titles.map(({ uid }) => uid));
  return hits.flatMap((hit) => {
    const page = book.byUid.get(hit.page);
    return page === undefined || known.has(page.uid) || !passesFilter(page, filter)
      ? []
      : [{ page, hit }];
  });
}

/** A text in pieces: those that begin with a word that was looked for, and the rest. */
export function markedPieces(
  text: string,
  search: string,
): readonly { readonly text: string; readonly isFound: boolean }[] {
  const words = folded(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).flatMap((piece) => {
    const plain = folded(piece);
    const isFound = words.some((word) => plain.startsWith(word));
    return piece === '' ? [] : [{ text: piece, isFound }];
  });
}
