import type { OmittedPart } from '../../../content/index.ts';
import { resolveInside } from '../files/contain.ts';
import { decoded } from '../site/page-address.ts';
import { uidsOf } from './element-uids.ts';
import { meaningOf, rewritten, stillMeans, type LinkBook } from './link-book.ts';
import type { FoundLink } from './links.ts';
import type { PageWork } from './page-work.ts';
import type { LoadedPage } from './pages.ts';
import { relativePath } from './picture.ts';
import type { Rewriting } from './rewriting.ts';

/** What becomes of a link: another address, `null` = it stays, `lost` = it should change and cannot. */
export type NextAddress = (link: FoundLink) => Promise<string | null>;

/** Rewrites links of a page. `reading`: what the element at that place reads as afterwards. */
export async function rewriteLinks(
  work: PageWork,
  { page, identity }: Pick<LoadedPage, 'page' | 'identity'>,
  { address, reading }: { readonly address: NextAddress; readonly reading?: number },
): Promise<Rewriting> {
  const links = await work.do(page, 'links', null);
  const hrefs: (string | null)[] = [];
  for (const link of links) {
    const href = await address(link);
    hrefs.push(href === link.href ? null : href);
  }
  if (reading === undefined && hrefs.every((href) => href === null)) {
    return { text: page.text, edits: [], fields: [], lost: 0, element: null };
  }
  const element = reading ?? null;
  return work.do(page, 'rewriteLinks', { uids: uidsOf(identity), hrefs, element });
}

/** How links of a page are written when they stand in another place: they mean what they meant. */
export function seenFrom(
  root: string,
  place: {
    readonly from: string;
    readonly to: string;
    readonly before: LinkBook;
    readonly after: LinkBook;
    /** The page itself goes there, and with it what links to it. Else only a part of it. */
    readonly isWholePage: boolean;
  },
): NextAddress {
  const { from, to, before, after, isWholePage } = place;
  return async (link) => {
    if (!isWholePage && /^[#?]/.test(link.href))
      return backTo(from, { to, book: after }) + link.href;
    const meaning = meaningOf(from, link.href, before);
    if (meaning === null) return fileHref(root, { link, from, to });
    const target = isWholePage && meaning.path === from ? to : meaning.path;
    const { path: old, way } = meaning;
    if (stillMeans(meaningOf(to, link.href, after), target, way)) return null;
    const href = rewritten(link.href, { way, page: to, target, old }, after);
    return href !== null && stillMeans(meaningOf(to, href, after), target, way) ? href : 'lost';
  };
}

/** The way back to the page something was taken from, as its site writes links. */
function backTo(
  page: string,
  { to, book }: { readonly to: string; readonly book: LinkBook },
): string {
  const address = [...book.site.addresses].find(([, path]) => path === page)?.[0];
  return book.site.profile.generator.links.toFiles || address === undefined
    ? encodeURI(relativePath(to, page))
    : encodeURI(address);
}

/** The address of a file beside the page, seen from the other place; `null` when it stays or is none of this site. */
async function fileHref(
  root: string,
  { link, from, to }: { readonly link: FoundLink; readonly from: string; readonly to: string },
): Promise<string | null> {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(link.href) ?? [];
  const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/|$)/i.test(path) || /[{}]/.test(path);
  const folder = from.split('/').slice(0, -1).join('/');
  if (isElsewhere || folder === to.split('/').slice(0, -1).join('/')) return null;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of decoded(path).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return 'lost';
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  const file = parts.join('/');
  if (file === '' || (await resolveInside(root, file)) === null) return 'lost';
  return encodeURI(relativePath(to, file)) + tail;
}

/** What a change of several links left as it was, as far as it must be told. */
export function lostLinks(lost: number): readonly OmittedPart[] {
  if (lost === 0) return [];
  return [
    {
      field: 'links',
      reason: `Links that cannot be rewritten here stay as they are: ${String(lost)}.`,
      inWords: {
        en: `Links that cannot be rewritten here stay as they are: ${String(lost)}.`,
        de: `Links, die sich hier nicht umschreiben lassen, bleiben, wie sie sind: ${String(lost)}.`,
      },
    },
  ];
}
