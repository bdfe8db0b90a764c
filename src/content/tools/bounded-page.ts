import { byteLength, excerpt } from '../../base/index.ts';
import type { ContentElement, PageContent } from '../records.ts';

/** Bytes of JSON a read result may take; below the loop's own limit, so that it never cuts JSON in two. */
export const MAX_JSON_BYTES = 48_000;

/** A page, or the part of it that fits: `next` is the number of the first element left out. */
export interface PagePart extends PageContent {
  readonly next?: number;
}

/**
 * A page from the given element on, in at most `maxBytes` of JSON. Long pages lose, in this order: the stored source of
 * elements whose text is in their fields, the tail of texts nobody can edit, and then elements from the end, with the
 * references in them.
 */
export function boundedPage(
  content: PageContent,
  from = 0,
  maxBytes: number = MAX_JSON_BYTES,
): PagePart {
  const rest = partFrom(content, from, content.elements.length);
  for (const shorten of [same, withoutSources, withoutTails]) {
    const part = { ...rest, elements: rest.elements.map(shorten) };
    if (sizeOf(part) <= maxBytes) return part;
  }
  let low = 1;
  let high = rest.elements.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(shortPart(content, from, from + middle)) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  return { ...shortPart(content, from, from + low), next: from + low };
}

function partFrom(content: PageContent, from: number, to: number): PageContent {
  const elements = content.elements.slice(from, to);
  const uids = new Set(elements.map(({ uid }) => uid));
  return {
    page: content.page,
    elements,
    references: content.references.filter(({ element }) => uids.has(element)),
  };
}

function shortPart(content: PageContent, from: number, to: number): PageContent {
  const part = partFrom(content, from, to);
  return { ...part, elements: part.elements.map(withoutTails) };
}

function same(element: ContentElement): ContentElement {
  return element;
}

function withoutSources(element: ContentElement): ContentElement {
  const isInFields = Object.keys(element.fields).length > 0;
  return { ...element, source: isInFields ? '' : excerpt(element.source, 300) };
}

function withoutTails(element: ContentElement): ContentElement {
  const short = withoutSources(element);
  return element.readOnly === null ? short : { ...short, text: excerpt(element.text, 300) };
}

function sizeOf(value: unknown): number {
  return byteLength(JSON.stringify(value));
}
