import { isScalar, type Scalar, type YAMLSeq } from 'yaml';
import type { Splice } from '../outcome.ts';
import type { Slot } from './slot.ts';
import { spelledEntries } from './value.ts';
import { yamlValue, type ScalarStyle } from './yaml-scalar.ts';

type Entry = Scalar<string | number | boolean>;

/** A list of plain values, to be replaced as a whole; `null` for one that holds more: remarks, anchors, lists, keys. */
export function listSlot(inner: string, list: YAMLSeq): Slot | null {
  const entries = entriesOf(list);
  const place = entries === null ? null : placeOf(inner, list, entries);
  if (entries === null || place === null) return null;
  return { state: 'value', kind: 'list', value: entries.map(({ value }) => value), ...place };
}

/** Entries that stay keep their spelling, new ones take that of the first; layout and indentation stay. */
export function listSplice(
  inner: string,
  list: YAMLSeq,
  next: { readonly value: readonly (string | number | boolean)[]; readonly lineEnd: string },
): Splice {
  const entries = entriesOf(list) ?? [];
  const { start, end } = placeOf(inner, list, entries) ?? { start: 0, end: 0 };
  const style = styleOf(entries[0]);
  const inFlow = list.flow === true;
  const spelled = spelledEntries(
    next.value,
    entries.map((entry) => ({ value: entry.value, source: sourceOf(inner, entry) })),
    (value) => yamlValue(value, { style, inFlow }),
  );
  if (inFlow) {
    const gap = /^\[([ \t]*)/.exec(inner.slice(start, end))?.[1] ?? '';
    return { start, end, inserted: `[${gap}${spelled.join(', ')}${gap}]` };
  }
  const indent = /(?:^|[\r\n])([ \t]*)$/.exec(inner.slice(0, start))?.[1] ?? '';
  const dash = /^-[ \t]+/.exec(inner.slice(start, end))?.[0] ?? '- ';
  return {
    start,
    end,
    inserted: spelled.map((entry) => dash + entry).join(next.lineEnd + indent),
  };
}

function entriesOf(list: YAMLSeq): readonly Entry[] | null {
  if (list.anchor !== undefined || list.tag !== undefined || hasRemark(list)) return null;
  const entries = list.items.filter(
    (item): item is Entry =>
      isScalar(item) &&
      ['string', 'number', 'boolean'].includes(typeof item.value) &&
      item.anchor === undefined &&
      item.tag === undefined &&
      !hasRemark(item) &&
      item.type !== 'BLOCK_FOLDED' &&
      item.type !== 'BLOCK_LITERAL',
  );
  return entries.length === list.items.length && entries.length > 0 ? entries : null;
}

function hasRemark(node: { comment?: string | null; commentBefore?: string | null }): boolean {
  return node.comment != null || node.commentBefore != null;
}

function placeOf(
  inner: string,
  list: YAMLSeq,
  entries: readonly Entry[],
): { readonly start: number; readonly end: number } | null {
  const [from, to] = list.range ?? [-1, -1];
  const end = list.flow === true ? to : (entries.at(-1)?.range?.[1] ?? -1);
  const isWhole = inner.startsWith(list.flow === true ? '[' : '-', from) && end > from;
  return isWhole ? { start: from, end } : null;
}

function sourceOf(inner: string, entry: Entry): string {
  const [start, end] = entry.range ?? [0, 0];
  return inner.slice(start, end);
}

function styleOf(entry: Entry | undefined): ScalarStyle {
  if (entry?.type === 'QUOTE_SINGLE') return 'single';
  return entry?.type === 'QUOTE_DOUBLE' ? 'double' : 'plain';
}
