import type { PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { allPages, passesFilter, type PageFilter } from '../../lib/page-tree.ts';

/** A page and what is below it, as far as it is shown. */
export interface ListedPage {
  readonly page: PageTreeNode;
  readonly children: readonly ListedPage[];
  /** Shown only because of what is below it. */
  readonly isContext: boolean;
}

/** The pages of one language; a site in one language is one group. */
export interface LanguageGroup {
  readonly language: string;
  readonly pages: readonly ListedPage[];
}

/** How many drafts there are, and how many open points on all pages together. */
export function countPages(site: SiteView): { drafts: number; open: number } {
  const pages = allPages(site.roots);
  return {
    drafts: pages.filter(({ hidden }) => hidden).length,
    open: pages.reduce((sum, { openPoints }) => sum + openPoints, 0),
  };
}

/** The pages to show: those the filter lets through, and what is above them; by language, the site's own language first. */
export function listPages(site: SiteView, filter: PageFilter): LanguageGroup[] {
  const present = new Set(allPages(site.roots).map(({ language }) => language));
  const order = [site.defaultLanguage, ...site.languages, ...present];
  const languages = [...new Set(order)].filter((language) => present.has(language));
  return languages
    .map((language) => ({
      language,
      pages: keep(site.roots, (page) => page.language === language && passesFilter(page, filter)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

function keep(
  pages: readonly PageTreeNode[],
  isShown: (page: PageTreeNode) => boolean,
): ListedPage[] {
  return pages.flatMap((page) => {
    const children = keep(page.children, isShown);
    const shown = isShown(page);
    return shown || children.length > 0 ? [{ page, children, isContext: !shown }] : [];
  });
}

/** The pages on the way down to `uid`, outermost first; empty when it is not there. */
export function pathTo(roots: readonly PageTreeNode[], uid: number): PageTreeNode[] {
  for (const root of roots) {
    if (root.uid === uid) return [root];
    const below = pathTo(root.children, uid);
    if (below.length > 0) return [root, ...below];
  }
  return [];
}

/** What a path is called without its language: `de/about.md`, `about.de.md` and `about.md` are the same page. */
function withoutLanguage(path: string, languages: readonly string[]): string {
  return path
    .split('/')
    .filter((segment) => !languages.includes(segment))
    .join('/')
    .replace(/\.([A-Za-z-]{2,8})(\.mdx?)$/, (whole, code: string, end: string) =>
      languages.includes(code) ? end : whole,
    );
}

/** The same page in every language it exists in, itself included; one a language, in the site's order. */
export function translationsOf(site: SiteView, uid: number): PageTreeNode[] {
  const pages = allPages(site.roots);
  const page = pages.find((other) => other.uid === uid);
  if (page === undefined) return [];
  const key = withoutLanguage(page.path, site.languages);
  const same = pages.filter((other) => withoutLanguage(other.path, site.languages) === key);
  return site.languages.flatMap((language) => {
    const inLanguage = same.filter((other) => other.language === language);
    const own = inLanguage.find((other) => other.uid === uid) ?? inLanguage[0];
    return own === undefined ? [] : [own];
  });
}

/** Which page to open when none was asked for: the one open last, else the first of the site's own language. */
export function pageToOpen(site: SiteView, last: number | null): number | null {
  const pages = allPages(site.roots);
  const known = pages.find(({ uid }) => uid === last);
  const own = pages.find(({ language }) => language === site.defaultLanguage);
  return (known ?? own ?? pages[0])?.uid ?? null;
}
