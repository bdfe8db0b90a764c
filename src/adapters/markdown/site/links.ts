import { rootOfPath } from './folders.ts';
import { comparable, decoded, pageAddress, type AddressingSite } from './page-address.ts';
import type { SiteState } from './site.ts';

/** Where a link or a picture's address leads. */
export type LinkTarget =
  /** Elsewhere, to a mail program, or to a place on the same page. */
  | { readonly kind: 'outside' | 'same_page' }
  | { readonly kind: 'page'; readonly path: string }
  /** No page; a file of the site if one of these paths below the opened folder exists. */
  | { readonly kind: 'file'; readonly candidates: readonly string[] }
  /** A template writes it when the site is built. */
  | { readonly kind: 'template' };

export type LinkingSite = AddressingSite &
  Pick<SiteState, 'files'> & { readonly addresses: ReadonlyMap<string, string> };

/**
 * Where a target that stands on a page leads, by the rules of the site's generator: to files (`other.md`) where it follows
 * those, to addresses, or to a file that is served as it is.
 */
export function linkTarget(target: string, from: string, site: LinkingSite): LinkTarget {
  const { links } = site.profile.generator;
  for (const tag of links.tags) {
    const named = tag.exec(target)?.[1];
    const page = named === undefined ? null : pageNamed(named, from, site);
    if (page !== null) return { kind: 'page', path: page };
  }
  if (/\{[{%]/.test(target)) return { kind: 'template' };
  if (target.startsWith('#')) return { kind: 'same_page' };
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return { kind: 'outside' };
  const path = decoded(target.split(/[?#]/)[0] ?? '');
  if (path === '') return { kind: 'same_page' };
  const page = pageAt(path, from, site);
  return page === null
    ? { kind: 'file', candidates: filesAt(path, from, site) }
    : { kind: 'page', path: page };
}

function pageAt(path: string, from: string, site: LinkingSite): string | null {
  const { links } = site.profile.generator;
  if (links.fromContent !== null && path.startsWith(links.fromContent)) {
    return pageNamed(path.slice(links.fromContent.length), from, site);
  }
  const isFile = /\.(?:md|mdx|markdown)$/i.test(path);
  if (isFile) return links.toFiles ? pageNamed(path, from, site) : null;
  for (const address of addressesMeant(path, from, site)) {
    const page = site.addresses.get(comparable(address));
    if (page !== undefined) return page;
  }
  // A link to `other` beside `other.md` works where links follow files.
  return links.toFiles && !path.startsWith('/') ? pageNamed(path, from, site) : null;
}

/**
 * The page a path of a file means: beside the page, as from a folder of the page's name (its address may be one), below its
 * content folder, or from the opened folder.
 */
function pageNamed(named: string, from: string, site: LinkingSite): string | null {
  const root = rootOfPath(from, site.content.roots) ?? '';
  const asFolder = from.replace(/\.[^./]+$/, '');
  const places = named.startsWith('/') ? [root, ''] : [folderOf(from), asFolder, root, ''];
  for (const place of places) {
    const path = joined(place, named);
    const found = ENDINGS.map((ending) => path + ending).find((each) => site.files.has(each));
    if (found !== undefined) return found;
  }
  return null;
}

const ENDINGS = [
  '',
  '.md',
  '.mdx',
  '.markdown',
  '/index.md',
  '/index.mdx',
  '/_index.md',
  '/README.md',
];

/** The addresses a link on a page can mean, in the order of `addressFolders`; one from the root means itself. */
export function addressesMeant(path: string, from: string, site: LinkingSite): readonly string[] {
  if (path.startsWith('/')) return [path];
  return addressFolders(from, site).map((folder) => `/${joined(folder, path)}`);
}

/** Where relative addresses on a page begin: as a browser reads them from its own, and as from beside it. */
export function addressFolders(from: string, site: LinkingSite): readonly string[] {
  const own = pageAddress(from, site.files.get(from)?.facts.data ?? {}, site);
  if (own === null) return [];
  return [own.split('/').slice(0, -1).join('/'), folderOf(comparable(own))];
}

function filesAt(path: string, from: string, site: LinkingSite): readonly string[] {
  const folders = site.profile.staticFolders;
  const served = folders.map((folder) => joined(folder, path.replace(/^\/+/, '')));
  return path.startsWith('/') ? served : [joined(folderOf(from), path), ...served];
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** A way from a folder, without dots; one that climbs out ends at the top. */
function joined(folder: string, way: string): string {
  const parts = folder.split('/').filter((part) => part !== '');
  for (const part of way.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
