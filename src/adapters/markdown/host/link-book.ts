import { linkedAddresses, linkKey } from '../../../content/index.ts';
import { belowFolder, rootOfPath } from '../site/folders.ts';
import { addressesMeant, addressFolders, linkTarget, type LinkingSite } from '../site/links.ts';
import { addressesOf, comparable, decoded, pageAddress } from '../site/page-address.ts';
import type { SiteState } from '../site/site.ts';
import { pathForAddress } from './find-page.ts';
import { relativePath } from './picture.ts';

/**
 * What links on the pages of a site mean, and how they are written when a page gets another place. A link names a page by
 * its published address, as the site's generator makes it, or by the path of its file.
 */

export interface LinkBook {
  readonly site: LinkingSite;
  /** The file a path or an address made like one means. */
  readonly file: (address: string) => string | null;
}

const books = new WeakMap<SiteState, LinkBook>();

export function linkBook(state: SiteState): LinkBook {
  const known = books.get(state);
  if (known !== undefined) return known;
  let paths: readonly string[] | null = null;
  const asked = new Map<string, string | null>();
  let addresses: LinkingSite['addresses'] | null = null;
  const book: LinkBook = {
    site: {
      ...state,
      // Made of every page of the site, and not asked for by all who follow links.
      get addresses() {
        return (addresses ??= addressesOf(state));
      },
    },
    file: (address) => {
      const found =
        asked.get(address) ?? pathForAddress(address, (paths ??= [...state.files.keys()]));
      asked.set(address, found);
      return found;
    },
  };
  books.set(state, book);
  return book;
}

/** The same site with one page in another place. */
export function afterMove(state: SiteState, from: string, to: string): LinkBook {
  const files = [...state.files].map(([path, file]) =>
    path === from ? ([to, { ...file, path: to }] as const) : ([path, file] as const),
  );
  return linkBook({ ...state, files: new Map(files) });
}

/** How a link names its page. */
export type Way =
  /** By its published address; `at` = which of the `addressFolders` a relative one begins in. */
  | { readonly by: 'address'; readonly at: number }
  /** As a file is named from the page (0), or from a folder of the page's name (1). */
  | { readonly by: 'file'; readonly at: number }
  /** From the content folder (`@/`, `@site/`). */
  | { readonly by: 'content' }
  /** By a tag of the generator. */
  | { readonly by: 'tag' }
  /** As generators look for a file that is not where the link says. */
  | { readonly by: 'search' };

export interface Meaning {
  readonly path: string;
  readonly way: Way;
}

/** Which page a link means, by the rules of the site's generator first; `null` = none of this site. */
export function meaningOf(from: string, href: string, { site, file }: LinkBook): Meaning | null {
  const target = linkTarget(href, from, site);
  if (target.kind !== 'page' && target.kind !== 'file') return null;
  const found = (by: 'tag' | 'content' | 'search'): Meaning | null =>
    target.kind === 'page' ? { path: target.path, way: { by } } : null;
  if (/\{[{%]/.test(href)) return found('tag');
  const { fromContent } = site.profile.generator.links;
  if (fromContent !== null && href.startsWith(fromContent)) return found('content');
  const path = decoded(href.trim().split(/[?#]/)[0] ?? '');
  if (!isFileName(path)) {
    for (const [at, address] of addressesMeant(path, from, site).entries()) {
      const page = site.addresses.get(comparable(address));
      if (page !== undefined) return { path: page, way: { by: 'address', at } };
    }
  }
  for (const [at, address] of linkedAddresses(from, href).entries()) {
    const page = file(address);
    if (page !== null) return { path: page, way: { by: 'file', at } };
  }
  return found('search');
}

/** Whether a link that meant a page still does, and as firmly: what a generator only searches for may be found otherwise. */
export function stillMeans(now: Meaning | null, target: string, before: Way): boolean {
  return now?.path === target && (now.way.by !== 'search' || before.by === 'search');
}

function isFileName(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}

/** How many tags of the generator name a page in a text; they are part of it and no links that could be set. */
export function tagsNaming(
  page: string,
  from: { readonly path: string; readonly text: string },
  { site }: LinkBook,
): number {
  return site.profile.generator.links.tags
    .flatMap((tag) => from.text.match(new RegExp(tag.source, `${tag.flags}g`)) ?? [])
    .map((tag) => linkTarget(tag, from.path, site))
    .filter((target) => target.kind === 'page' && target.path === page).length;
}

/** The page an address of the site means that stands on none of its pages, its origin cut off. */
export function pageAtAddress(url: string, { site, file }: LinkBook): string | null {
  const written = url.trim().replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const path = decoded(written.split(/[?#]/)[0] ?? '');
  const address = path.startsWith('/') ? path : `/${path}`;
  const published = isFileName(path) ? undefined : site.addresses.get(comparable(address));
  return published ?? file(address);
}

/** An address as the index of links keeps it. */
export function addressKey(address: string): string {
  return linkKey(comparable(address));
}

/** What the index keeps a link under besides the paths it may mean: whatever pages there are by then. */
export function addressKeys(from: string, href: string, { site }: LinkBook): readonly string[] {
  const { tags, fromContent } = site.profile.generator.links;
  const isFromContent = fromContent !== null && href.startsWith(fromContent);
  const named = isFromContent
    ? href.slice(fromContent.length)
    : tags.map((tag) => tag.exec(href)?.[1]).find((path) => path !== undefined);
  const path = decoded((named ?? href).trim().split(/[?#]/)[0] ?? '');
  if (named === undefined) return addressesMeant(path, from, site).map(addressKey);
  const folders = ['', rootOfPath(from, site.content.roots) ?? '', folderOf(from)];
  return folders.map((folder) => linkKey(folder === '' ? path : `${folder}/${path}`));
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** A link written as it was, for another place of its page or of the one it stands on; `null` when that is not possible. */
export function rewritten(
  href: string,
  link: {
    readonly way: Way;
    /** Where it stands, and what it shall mean, in the site of `book`. */
    readonly page: string;
    readonly target: string;
    /** The target's path before. */
    readonly old: string;
  },
  { site }: LinkBook,
): string | null {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  switch (link.way.by) {
    case 'tag':
    case 'search':
      return null;
    case 'file':
      return asFile(path, { ...link, at: link.way.at }) + tail;
    case 'address': {
      const address = asAddress(path, { ...link, at: link.way.at }, site);
      return address === null ? null : address + tail;
    }
    case 'content': {
      const prefix = site.profile.generator.links.fromContent ?? '';
      const isWhole = decoded(path.slice(prefix.length)) === link.old;
      const root = rootOfPath(link.target, site.content.roots) ?? '';
      const named = isWhole ? link.target : belowFolder(root, link.target);
      return prefix + encodeURI(named) + tail;
    }
  }
}

/** From the root or from the page, with extension, `.html`, a slash or none, as before. */
function asFile(
  path: string,
  to: { readonly page: string; readonly target: string; readonly at: number },
): string {
  const stem = to.target.replace(/\.[^./]+$/, '');
  const shown = isFileName(path)
    ? to.target
    : /\.html?$/i.test(path)
      ? `${stem}${/\.html?$/i.exec(path)?.[0] ?? ''}`
      : stem.replace(/(^|\/)(?:_?index|README)$/i, '$1') + (path.endsWith('/') ? '/' : '');
  const clean = shown.replace(/\/{2,}$/, '/');
  if (path.startsWith('/')) return `/${encodeURI(clean)}`;
  const name = to.page.replace(/\.[^./]+$/, '');
  return relativeLink(path, to.at === 0 ? to.page : `${name}/page`, clean);
}

/** The published address, with `.html`, a slash or none, as before. */
function asAddress(
  path: string,
  to: { readonly page: string; readonly target: string; readonly at: number },
  site: LinkingSite,
): string | null {
  const address = pageAddress(to.target, site.files.get(to.target)?.facts.data ?? {}, site);
  if (address === null) return null;
  const stem = address.replace(/(?:(?<=\/)index)?\.html?$/i, '').replace(/^\/+|\/+$/g, '');
  const ending = /(?:\/index)?\.html?$|\/$/i.exec(path)?.[0] ?? '';
  const shown = stem === '' ? '' : stem + ending;
  if (path.startsWith('/')) return `/${encodeURI(shown)}`;
  const folder = addressFolders(to.page, site)[to.at];
  if (folder === undefined) return null;
  return relativeLink(path, `${folder.replace(/^\/+/, '')}/page`.replace(/^\/+/, ''), shown);
}

function relativeLink(before: string, from: string, to: string): string {
  const relative = encodeURI(relativePath(from, to === '' ? './' : to));
  return before.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
}
