import type { FieldChange } from '../../../contracts/index.ts';
import type { OmittedPart, RecordedEdit } from '../../../content/index.ts';
import { resolveInside } from '../files/contain.ts';
import { spliced } from '../outcome.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import { decoded } from '../site/page-address.ts';
import { LINK_TARGET } from './labels.ts';
import { meaningOf, rewritten, stillMeans, type LinkBook } from './link-book.ts';
import { linksOf, setLink, type FoundLink } from './links.ts';
import type { LoadedPage } from './pages.ts';
import { relativePath } from './picture.ts';
import { aroundOf } from './structure-steps.ts';

/** A link is told by less of the text around it than an element is: words beside it may change. */
const LINK_AROUND = 20;

export interface Rewriting {
  readonly page: ParsedPage;
  readonly edits: readonly RecordedEdit[];
  readonly fields: readonly FieldChange[];
  readonly lost: number;
}

/** What becomes of a link: another address, `null` = it stays, `lost` = it should change and cannot. */
export type NextAddress = (link: FoundLink) => Promise<string | null>;

/** Rewrites links one after the other. */
export async function rewriteLinks(
  first: ParsedPage,
  identity: LoadedPage['identity'],
  address: NextAddress,
): Promise<Rewriting> {
  let page = first;
  const edits: RecordedEdit[] = [];
  const fields: FieldChange[] = [];
  let lost = 0;
  for (const [index, link] of linksOf(first).entries()) {
    const href = await address(link);
    if (href === null || href === link.href) continue;
    const here = linksOf(page)[index];
    const set = href === 'lost' || here === undefined ? null : setLink(page, here.place, href);
    if (set?.ok !== true) {
      lost += 1;
      continue;
    }
    const { splice } = set;
    edits.push({
      field: 'target',
      start: splice.start,
      deleted: page.text.slice(splice.start, splice.end),
      inserted: splice.inserted,
      lead: 0,
      around: aroundOf(page.text, splice, LINK_AROUND),
    });
    const element = identity.elements[link.place.element];
    const uid =
      link.place.kind === 'reference'
        ? element?.references[link.place.reference]?.uid
        : element?.uid;
    fields.push({
      table: link.place.kind === 'reference' ? 'references' : 'content',
      uid: uid ?? 0,
      field: 'target',
      label: LINK_TARGET,
      place: `${first.path} · ${link.words}`.slice(0, 200),
      before: link.href,
      after: href,
    });
    page = parsePage({ path: page.path, text: spliced(page.text, splice) }, page.dialect);
  }
  return { page, edits, fields, lost };
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
