import type { Localised, PageContent, RecordType } from '../content/index.ts';
import type { OpenPointView, RecordRef } from '../contracts/index.ts';
import type { OpenPoint } from './open-point.ts';

/** What of a long name is shown: its first 59 characters; a shorter one is shown whole. */
const LONG_NAME = /^(.{59}).{2,}$/u;

const KINDS: Readonly<Record<'image' | 'link', Localised>> = {
  image: { en: 'Image', de: 'Bild' },
  link: { en: 'Link', de: 'Link' },
};

/**
 * Where a point is: in labels and a number, and beside them, for people alone, which record that is in words of the page as
 * it stands now. The sentence of a point has none of these (OPN-05).
 */
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
    named: record === null ? null : shortened(record.name),
    field: label === null ? null : { ...label },
  };
}

interface Place {
  /** Of its kind, where that says more than the record type. */
  readonly label: Localised | null;
  /** Which one of its kind on the page, from 1. */
  readonly number: number;
  readonly name: string;
}

/** `null` for the page itself. */
function recordOn({ elements, references }: PageContent, { table, uid }: RecordRef): Place | null {
  const element = table === 'content' ? elements.find((each) => each.uid === uid) : undefined;
  if (element !== undefined) {
    return { label: null, number: elements.indexOf(element) + 1, name: element.text };
  }
  const found = table === 'references' ? references.find((each) => each.uid === uid) : undefined;
  if (found === undefined) return null;
  const { kind, target, fields } = found;
  const alike = references.filter((each) => each.kind === kind);
  const name = kind === 'image' ? fileOf(target) : (fields['text'] ?? target);
  return { label: KINDS[kind], number: alike.indexOf(found) + 1, name };
}

function fileOf(target: string): string {
  return /[^/]*$/.exec(target.replace(/[?#].*$/s, ''))?.[0] ?? target;
}

function shortened(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  const start = LONG_NAME.exec(line)?.[1];
  return start === undefined ? line : `${start.trimEnd()}…`;
}
