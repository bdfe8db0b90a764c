import type { FieldChange } from '../../../contracts/index.ts';
import type { RecordedEdit } from '../../../content/index.ts';
import { spliced } from '../outcome.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import { readingOf, type ElementReading } from './element-steps.ts';
import type { ElementUids } from './element-uids.ts';
import { LINK_TARGET } from './labels.ts';
import { linksOf, setLink } from './links.ts';
import { aroundOf } from './structure-steps.ts';

/** A link is told by less of the text around it than an element is: words beside it may change. */
const LINK_AROUND = 20;

/** A page whose links have other addresses. */
export interface Rewriting {
  readonly text: string;
  readonly edits: readonly RecordedEdit[];
  readonly fields: readonly FieldChange[];
  /** Links that should have changed and could not. */
  readonly lost: number;
  /** The element that was asked for, as it reads now. */
  readonly element: ElementReading | null;
}

/** Rewrites links one after the other. */
export function rewrittenLinks(
  first: ParsedPage,
  wanted: {
    readonly uids: ElementUids;
    /** Of each link of the page, in order: its new address, `null` = it stays, `lost` = it should change and cannot. */
    readonly hrefs: readonly (string | null)[];
    /** The place of the element whose reading is told. */
    readonly element: number | null;
  },
): Rewriting {
  let page = first;
  const edits: RecordedEdit[] = [];
  const fields: FieldChange[] = [];
  let lost = 0;
  for (const [index, link] of linksOf(first).entries()) {
    const href = wanted.hrefs[index] ?? null;
    if (href === null) continue;
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
    const element = wanted.uids[link.place.element];
    const uid =
      link.place.kind === 'reference' ? element?.references[link.place.reference] : element?.uid;
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
  const element = wanted.element === null ? null : readingOf(page, wanted.element);
  return { text: page.text, edits, fields, lost, element };
}
