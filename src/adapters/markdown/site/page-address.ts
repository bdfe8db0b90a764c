import { belowFolder, rootOfPath } from './folders.ts';
import { languageSuffix } from './languages.ts';
import type { SiteState } from './site.ts';

/** What of a site addresses are made of. */
export type AddressingSite = Pick<
  SiteState,
  'profile' | 'content' | 'config' | 'defaultLanguage' | 'languageRules'
>;

/** Under which address a page is published, from the site's own root; `null` = not known from here. */
export function pageAddress(
  path: string,
  data: Readonly<Record<string, unknown>>,
  site: AddressingSite,
): string | null {
  const { roots, opened } = site.content;
  const root = rootOfPath(path, roots) ?? '';
  const below = belowFolder(root, path);
  const suffix = site.languageRules.languagesBy.includes('suffix') ? languageSuffix(below) : null;
  const named = below.replace(/\.[^./]+$/, '');
  return site.profile.generator.address({
    folder: root === '' ? opened : root,
    stem: suffix === null ? named : named.replace(/\.[^./]+$/, ''),
    prefix: suffix === null || suffix === site.defaultLanguage ? null : suffix,
    data,
    isClean: site.config?.isClean ?? false,
  });
}

/** An address as it is compared: without a query, `index.html`, `.html` and the slash at its end. */
export function comparable(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  return `/${decoded(path)
    .replace(/(?:^|\/)index\.html?$/i, '/')
    .replace(/\.html?$/i, '')
    .replace(/^\/+|\/+$/g, '')}`.toLowerCase();
}

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Every page of a site by its address, as `comparable` writes it. */
export function addressesOf(
  site: AddressingSite & Pick<SiteState, 'files'>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, { facts }] of site.files) {
    const address = pageAddress(path, facts.data, site);
    if (address !== null) found.set(comparable(address), path);
  }
  return found;
}
