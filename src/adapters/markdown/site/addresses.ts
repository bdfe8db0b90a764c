/**
 * Under which address a generator publishes a page. What a site sets beyond its front matter (permalinks of collections,
 * base paths) is only as far known as it says so in `permalink`.
 */

/** A page as its address is made of. */
export interface AddressedPage {
  /** The content folder as the generator knows it (`src/content`), or '' for the site's own folder. */
  readonly folder: string;
  /** Path below that folder, without extension and without a language behind the name: `blog/first`. */
  readonly stem: string;
  /** The language to stand in front, where the name and not a folder states it; else `null`. */
  readonly prefix: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Addresses without `.html`, as the site's settings say (VitePress). */
  readonly isClean: boolean;
}

type Address = (page: AddressedPage) => string | null;

const INDEX = /^(?:_?index|readme)$/i;
const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

function partsOf(page: AddressedPage): readonly string[] {
  return [...(page.prefix === null ? [] : [page.prefix]), ...page.stem.split('/')];
}

/** Parts as a folder: `/a/b/`, and `/` for none. */
function asFolder(parts: readonly string[]): string {
  const kept = parts.filter((part) => part !== '');
  return kept.length === 0 ? '/' : `/${kept.join('/')}/`;
}

function withoutIndex(parts: readonly string[]): readonly string[] {
  return INDEX.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
}

function withLast(parts: readonly string[], last: string): readonly string[] {
  return [...parts.slice(0, -1), last];
}

function textOf(page: AddressedPage, key: string): string | null {
  const value = page.data[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** An address that is written out, as it is; with placeholders or a template in it, it is not known here. */
function writtenOut(address: string): string | null {
  if (/\{[{%]|(?:^|\/):/.test(address)) return null;
  return address.startsWith('/') ? address : `/${address}`;
}

/** `A title, Here` as Jekyll, Hugo and Zola write it in an address. */
function slugged(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._~-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

const jekyll: Address = (page) => {
  const permalink = textOf(page, 'permalink');
  if (permalink === 'pretty') return asFolder(withoutIndex(partsOf(page)));
  if (permalink !== null) return writtenOut(permalink);
  const parts = [...page.folder.split('/'), ...partsOf(page)].filter((part) => part !== '');
  const posts = parts.findIndex((part) => part === '_posts' || part === '_drafts');
  const dated = DATED.exec(parts.at(-1) ?? '');
  if (posts !== -1) {
    if (dated === null) return null;
    const [, year = '', month = '', day = '', name = ''] = dated;
    const own = page.data['categories'] ?? page.data['category'];
    const categories = Array.isArray(own)
      ? own.map(String)
      : typeof own === 'string'
        ? own.split(/\s+/)
        : [];
    const slug = textOf(page, 'slug') ?? name;
    const above = [...parts.slice(0, posts), ...categories].map((part) => part.toLowerCase());
    return `/${[...above, year, month.padStart(2, '0'), day.padStart(2, '0'), slug].join('/')}.html`;
  }
  const shown = parts.map((part, index) => (index === 0 ? part.replace(/^_/, '') : part));
  const isIndex = INDEX.test(shown.at(-1) ?? '');
  return isIndex ? asFolder(withoutIndex(shown)) : `/${shown.join('/')}.html`;
};

const hugo: Address = (page) => {
  const url = textOf(page, 'url');
  if (url !== null) return writtenOut(url);
  const parts = partsOf(page).map((part) => part.toLowerCase().replaceAll(/\s+/g, '-'));
  const slug = textOf(page, 'slug');
  if (slug === null) return asFolder(withoutIndex(parts));
  const own = withoutIndex(parts);
  return asFolder(withLast(own, slug));
};

/** Collections are published as their pages say; under the collection's name is what nearly all of them do. */
const astro: Address = (page) => {
  const slug = textOf(page, 'slug');
  const parts = withoutIndex(partsOf(page));
  if (slug === null) return asFolder(parts);
  const isDocs = page.folder === 'src/content/docs';
  return asFolder(isDocs ? [slug] : withLast(parts, slug));
};

const unnumbered = (part: string): string => part.replace(/^\d+\s*[-_.]+\s*(?=[^\d\s-_.])/, '');

const docusaurus: Address = (page) => {
  const parts = partsOf(page);
  const [language, plugin] = parts;
  if (page.folder === 'i18n') {
    const kind = /^docusaurus-plugin-content-(docs|blog|pages)$/.exec(plugin ?? '')?.[1];
    if (language === undefined || kind === undefined) return null;
    const rest = parts.slice(kind === 'docs' ? 3 : 2);
    const folder = kind === 'pages' ? 'src/pages' : kind;
    const inner = docusaurus({ ...page, folder, stem: rest.join('/'), prefix: null });
    return inner === null ? null : `/${language}${inner}`;
  }
  const base = page.folder === 'src/pages' ? [] : [page.folder === '' ? 'docs' : page.folder];
  const slug = textOf(page, 'slug');
  const dated = page.folder === 'blog' ? datedParts(parts) : null;
  const own = withoutIndex(dated ?? parts.map(unnumbered));
  const id = dated === null ? textOf(page, 'id') : null;
  const named = id === null || INDEX.test(parts.at(-1) ?? '') ? own : withLast(own, id);
  if (slug === null) return `/${[...base, ...named].join('/')}`;
  if (slug.startsWith('/')) return `/${[...base, slug.slice(1)].filter(Boolean).join('/')}`;
  return `/${[...base, ...own.slice(0, -1), slug].join('/')}`;
};

/** `2024-01-02-name` or `2024-01-02-name/index` as the parts of a blog's address. */
function datedParts(parts: readonly string[]): readonly string[] | null {
  const own = withoutIndex(parts);
  const dated = DATED.exec(own.at(-1) ?? '');
  return dated === null ? null : [...own.slice(0, -1), ...dated.slice(1)];
}

const vitepress: Address = (page) => {
  const parts = partsOf(page);
  if (INDEX.test(parts.at(-1) ?? '')) return asFolder(withoutIndex(parts));
  return `/${parts.join('/')}${page.isClean ? '' : '.html'}`;
};

const eleventy: Address = (page) => {
  if (page.data['permalink'] === false) return null;
  const permalink = textOf(page, 'permalink');
  if (permalink !== null) return writtenOut(permalink)?.replace(/(^|\/)index\.html$/, '$1') ?? null;
  const parts = partsOf(page);
  const name = parts.at(-1) ?? '';
  const kept = INDEX.test(name) || name === parts.at(-2) ? parts.slice(0, -1) : parts;
  return asFolder(withLast(kept, DATED.exec(kept.at(-1) ?? '')?.[4] ?? kept.at(-1) ?? ''));
};

const zola: Address = (page) => {
  const path = textOf(page, 'path');
  if (path !== null) return asFolder([page.prefix ?? '', ...path.split('/')]);
  const own = withoutIndex(partsOf(page));
  const name = DATED.exec(own.at(-1) ?? '')?.[4] ?? own.at(-1) ?? '';
  const slug = textOf(page, 'slug') ?? slugged(name);
  return asFolder([...own.slice(0, -1).map(slugged), slug]);
};

/** Nothing publishes a plain folder; its pages are called by their paths. */
const plain: Address = (page) => `/${partsOf(page).join('/')}`;

export const ADDRESSES = {
  jekyll,
  hugo,
  astro,
  docusaurus,
  vitepress,
  eleventy,
  zola,
  plain,
} as const;
