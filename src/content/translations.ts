import type { PageNode, PageTree, SiteDescription } from './records.ts';

/** One page in the languages of its site. */
export interface PageLanguages {
  /** A page a language, in the site's order. */
  readonly pages: readonly Pick<PageNode, 'uid' | 'path' | 'title' | 'language' | 'hidden'>[];
  /** Languages of the site it is not there in. */
  readonly missing: readonly string[];
}

type Languages = Pick<SiteDescription, 'languages'>;

/**
 * The pages of a site, each with its versions in other languages: `de/about.md`, `about.de.md` and `about.md` are the same
 * page. A page that exists in no other language stands alone.
 */
export function pagesByLanguage(tree: PageTree, site: Languages): readonly PageLanguages[] {
  const groups = new Map<string, PageNode[]>();
  for (const page of allPages(tree.roots)) {
    const key = withoutLanguage(page.path, site.languages);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [page]);
    else group.push(page);
  }
  return [...groups.values()].map((group) => languagesOf(group, site));
}

function languagesOf(group: readonly PageNode[], site: Languages): PageLanguages {
  const present = new Set(group.map(({ language }) => language));
  const place = (page: PageNode) => {
    const at = site.languages.indexOf(page.language);
    return at === -1 ? site.languages.length : at;
  };
  return {
    pages: [...group]
      .sort((a, b) => place(a) - place(b))
      .map(({ uid, path, title, language, hidden }) => ({ uid, path, title, language, hidden })),
    missing: site.languages.filter((code) => !present.has(code)),
  };
}

function allPages(nodes: readonly PageNode[]): readonly PageNode[] {
  return nodes.flatMap((node) => [node, ...allPages(node.children)]);
}

function withoutLanguage(path: string, languages: readonly string[]): string {
  const isLanguage = (name: string) => languages.includes(name.toLowerCase().replace('_', '-'));
  return path
    .split('/')
    .filter((segment) => !isLanguage(segment))
    .join('/')
    .replace(/\.([A-Za-z_-]{2,8})(\.[A-Za-z]+)$/, (whole, code: string, end: string) =>
      isLanguage(code) ? end : whole,
    );
}
