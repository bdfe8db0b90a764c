import type { Actor } from '../actors/index.ts';
import type { ContentHost } from './host.ts';
import type { PageRecord } from './records.ts';

/** The page a link on a page leads to, or `null`: by the host's own rules where it has any. */
export async function linkedPage(
  host: Pick<ContentHost, 'findPage' | 'resolveUrl'>,
  link: { readonly page: Pick<PageRecord, 'uid' | 'path'>; readonly href: string },
  actor: Actor,
): Promise<number | null> {
  const { page, href } = link;
  if (host.resolveUrl !== undefined) return host.resolveUrl(href, actor, page.uid);
  for (const address of linkedAddresses(page.path, href)) {
    const uid = await host.findPage(address, actor);
    if (uid !== null) return uid;
  }
  return null;
}

/**
 * The addresses a link on a page may mean, for `findPage`, likeliest first: as a file beside the page, then as a browser at
 * the page's published address would read it (`about.md` is published as `about/` by most generators). Empty for what is no
 * page of the same site: another scheme, another host, a place on the page itself.
 */
export function linkedAddresses(pagePath: string, href: string): readonly string[] {
  const written = href.trim();
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i.test(written)) return [];
  const path = decoded(written.split(/[?#]/)[0] ?? '');
  if (path === null) return [];
  if (path.startsWith('/')) return [joined([], path)];
  const folder = pagePath.split('/').slice(0, -1);
  const name = (pagePath.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
  const isIndex = ['index', '_index', 'readme'].includes(name.toLowerCase());
  return [joined(folder, path), ...(isIndex ? [] : [joined([...folder, name], path)])];
}

/** Goes up at most to the root: an address outside the site means none of its files. */
function joined(folder: readonly string[], path: string): string {
  const parts = [...folder];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
