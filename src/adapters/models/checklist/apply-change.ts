import type { ContentElement, PageContent, ReferenceRecord } from '../../../content/index.ts';
import { readInline, visibleText } from './inline-text.ts';

/** One field of one record and its new value. */
export interface FieldWrite {
  readonly table: string;
  readonly uid: number;
  readonly field: string;
  readonly value: string;
}

/** The page as it stands after a write, so that later proposals build on it without reading it again. */
export function withWrite(page: PageContent, write: FieldWrite): PageContent {
  if (write.table === 'pages') return withPageField(page, write);
  if (write.table === 'content') return withElementField(page, write);
  return write.table === 'references' ? withReferenceField(page, write) : page;
}

function withPageField(page: PageContent, { uid, field, value }: FieldWrite): PageContent {
  if (uid !== page.page.uid) return page;
  return {
    ...page,
    page: {
      ...page.page,
      title: field === 'title' ? value : page.page.title,
      fields: { ...page.page.fields, [field]: value },
    },
  };
}

function withElementField(page: PageContent, { uid, field, value }: FieldWrite): PageContent {
  const inline = field === 'text' ? readInline(value) : null;
  const own = page.references.filter((reference) => reference.element === uid);
  const linkTexts = new Map<number, string>();
  if (inline?.references.length === own.length) {
    own.forEach((reference, index) => {
      const range = inline.references[index]?.text;
      if (range) linkTexts.set(reference.uid, value.slice(range.start, range.end));
    });
  }
  return {
    ...page,
    elements: page.elements.map((element) =>
      element.uid === uid ? withText(element, { field, value }) : element,
    ),
    references: page.references.map((reference) => {
      const text = linkTexts.get(reference.uid);
      return text === undefined
        ? reference
        : { ...reference, fields: { ...reference.fields, text } };
    }),
  };
}

function withReferenceField(page: PageContent, write: FieldWrite): PageContent {
  const reference = page.references.find((candidate) => candidate.uid === write.uid);
  const element = page.elements.find((candidate) => candidate.uid === reference?.element);
  const changed = {
    ...page,
    references: page.references.map((candidate): ReferenceRecord =>
      candidate.uid === write.uid
        ? { ...candidate, fields: { ...candidate.fields, [write.field]: write.value } }
        : candidate,
    ),
  };
  const text = element?.fields['text'];
  if (reference === undefined || element === undefined || text === undefined) return changed;
  const nth = page.references
    .filter((candidate) => candidate.element === element.uid)
    .findIndex((candidate) => candidate.uid === write.uid);
  const place = readInline(text)?.references[nth];
  if (place?.target !== reference.target) return changed;
  const next = rewritten(text, place, write);
  return next === null
    ? changed
    : {
        ...changed,
        elements: changed.elements.map((candidate) =>
          candidate.uid === element.uid
            ? withText(candidate, { field: 'text', value: next })
            : candidate,
        ),
      };
}

/** The element's text with a link's words or a picture's alternative text replaced. */
function rewritten(
  text: string,
  place: { start: number; end: number; text: { start: number; end: number } | null },
  write: FieldWrite,
): string | null {
  if (write.field === 'text' && place.text !== null) {
    return text.slice(0, place.text.start) + write.value + text.slice(place.text.end);
  }
  if (write.field !== 'alternative') return null;
  const picture = /^!\[(?:[^[\]\\]|\\.)*\]/u.exec(text.slice(place.start, place.end));
  return picture === null
    ? null
    : `${text.slice(0, place.start)}![${write.value}]${text.slice(place.start + picture[0].length)}`;
}

function withText(
  element: ContentElement,
  { field, value }: { field: string; value: string },
): ContentElement {
  const inline = field === 'text' ? readInline(value) : null;
  return {
    ...element,
    level: field === 'level' ? Number(value) : element.level,
    text: inline === null ? element.text : visibleText(inline),
    fields: { ...element.fields, [field]: value },
  };
}
