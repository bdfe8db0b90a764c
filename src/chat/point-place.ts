import type { Localised, PageContent, RecordType } from '../content/index.ts';
import type { OpenPointView, RecordRef } from '../contracts/index.ts';
import type { OpenPoint } from './open-point.ts';

const KINDS: Readonly<Record<'image' | 'link', Localised>> = {
  image: { en: 'Image', de: 'Bild' },
  link: { en: 'Link', de: 'Link' },
};

/** Where a point is, told in labels and a number: never in words of the page or of a model (OPN-05). */
export function placeOf(
  types: readonly RecordType[],
  content: PageContent,
  { target, field }: OpenPoint,
): OpenPointView['place'] {
  const type = types.find(({ table }) => table === target.table);
  const label = type?.fields.find(({ name }) => name === field)?.label ?? null;
  const record = recordOn(content, target);
  return {
    record: { ...(record?.label ?? type?.label ?? { en: '', de: '' }) },
    number: record?.number ?? null,
    field: label === null ? null : { ...label },
  };
}

interface Place {
  /** Of its kind, where that says more than the record type. */
  readonly label: Localised | null;
  /** Which one of its kind on the page, from 1. */
  readonly number: number;
}

/** `null` for the page itself. */
function recordOn({ elements, references }: PageContent, { table, uid }: RecordRef): Place | null {
  if (table === 'content') {
    const index = elements.findIndex((element) => element.uid === uid);
    return index < 0 ? null : { label: null, number: index + 1 };
  }
  const found = table === 'references' ? references.find((each) => each.uid === uid) : undefined;
  if (found === undefined) return null;
  const alike = references.filter(({ kind }) => kind === found.kind);
  return { label: KINDS[found.kind], number: alike.indexOf(found) + 1 };
}
