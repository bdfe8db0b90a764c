import type { List, ListItem, RootContent } from 'mdast';
import { normaliseLineEnds } from '../../../base/index.ts';
import { aloneText } from '../body/edit.ts';
import { rangeOf } from '../body/parse.ts';
import { plainText } from '../body/plain-text.ts';
import { protectedTokens, withoutSyntaxTrees } from '../body/protected.ts';
import { lineEndOf } from '../decode.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { ParsedPage } from './page.ts';

/**
 * Changes of the items of a list. *Marks* (`-`, `3.`) and the gaps between items stay where they are; what stands behind a
 * mark comes, goes, or changes its place. So the numbers of a list go on counting, and one that begins at 4 begins at 4.
 */

export type ListChange =
  | { readonly kind: 'add'; readonly at: number; readonly value: string }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'move'; readonly from: number; readonly to: number };

/** A list of an element, and the way to it: positions of the items it lies in. */
export interface ListPlace {
  readonly list: List;
  readonly way: readonly number[];
  /** Position of the item that was named; -1 for number 0, the top of the list. */
  readonly at: number;
}

/** What `item_2_1` names: the first item of the list within the second one; `null` when there is none. */
export function listPlace(node: RootContent | undefined, name: string): ListPlace | null {
  const numbers = /^item((?:_\d{1,6})+)$/.exec(name)?.[1]?.slice(1).split('_').map(Number);
  if (node?.type !== 'list' || numbers === undefined) return null;
  let list: List = node;
  const way = numbers.slice(0, -1).map((number) => number - 1);
  for (const position of way) {
    const within = listIn(list.children[position]);
    if (within === undefined) return null;
    list = within;
  }
  const at = (numbers.at(-1) ?? 0) - 1;
  return at < list.children.length ? { list, way, at } : null;
}

function listIn(item: ListItem | undefined): List | undefined {
  return item?.children.find((child) => child.type === 'list');
}

/** The splice of a change, from the first byte that differs to the last. */
export function listSplice(
  { text }: Pick<ParsedPage, 'text'>,
  list: List,
  change: ListChange,
): Splice | Refused {
  const pieces = piecesOf(text, list);
  if (pieces === null) {
    return refuse('not_editable_surgically', 'The marks of this list are written another way.');
  }
  const before = woven(pieces);
  const after = woven(changed(pieces, text, { list, change }));
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same] === after[same]) same += 1;
  // A splice behind the list's last item would stand behind the list; so that item is written again with it.
  same = Math.min(same, before.length - PIECES, after.length - PIECES);
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - same &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const start = rangeOf(list).start + before.slice(0, same).join('').length;
  const gone = before.slice(same, before.length - tail).join('');
  return {
    start,
    end: start + gone.length,
    inserted: after.slice(same, after.length - tail).join(''),
  };
}

interface Pieces {
  readonly marks: readonly string[];
  /** Everything of an item behind its mark, the space before its text included. */
  readonly bodies: readonly string[];
  /** Between one item and the next. */
  readonly gaps: readonly string[];
}

function piecesOf(text: string, list: List): Pieces | null {
  const ranges = list.children.map(rangeOf);
  const marks: string[] = [];
  const bodies: string[] = [];
  for (const { start, end } of ranges) {
    const mark = /^(?:[-*+]|\d{1,9}[.)])/.exec(text.slice(start, end))?.[0];
    if (mark === undefined) return null;
    marks.push(mark);
    bodies.push(text.slice(start + mark.length, end));
  }
  const gaps = ranges.slice(1).map(({ start }, at) => text.slice(ranges[at]?.end, start));
  return { marks, bodies, gaps };
}

/** A mark, what stands behind it, and the gap to the next. */
const PIECES = 3;

function woven({ marks, bodies, gaps }: Pieces): readonly string[] {
  return marks.flatMap((mark, at) => [mark, bodies[at] ?? '', gaps[at] ?? '']);
}

function changed(
  pieces: Pieces,
  text: string,
  { list, change }: { readonly list: List; readonly change: ListChange },
): Pieces {
  const { marks, bodies, gaps } = pieces;
  switch (change.kind) {
    case 'remove':
      return {
        marks: marks.slice(0, -1),
        bodies: bodies.toSpliced(change.at, 1),
        gaps: gaps.toSpliced(Math.min(change.at, gaps.length - 1), 1),
      };
    case 'move': {
      const [body = ''] = bodies.slice(change.from);
      return {
        marks,
        bodies: bodies.toSpliced(change.from, 1).toSpliced(change.to, 0, body),
        gaps,
      };
    }
    case 'add': {
      const beside = Math.max(0, Math.min(change.at - 1, gaps.length - 1));
      const start = rangeOf(list).start;
      const indent = (/[^\r\n]*$/.exec(text.slice(0, start))?.[0] ?? '').replace(/[^\t]/g, ' ');
      const gap = gaps[beside] ?? lineEndOf(text) + indent;
      return {
        marks: [...marks, nextMark(marks)],
        bodies: bodies.toSpliced(change.at, 0, bodyOf(pieces, text, { list, indent, change })),
        gaps: gaps.toSpliced(beside, 0, gap),
      };
    }
  }
}

/** A list whose numbers are all the same is written so on purpose. */
function nextMark(marks: readonly string[]): string {
  const last = marks.at(-1) ?? '-';
  const number = /^\d+/.exec(last)?.[0];
  const isUniform = marks.length > 1 && marks.every((mark) => mark === last);
  return number === undefined || isUniform
    ? last
    : `${String(Number(number) + 1)}${last.slice(number.length)}`;
}

function bodyOf(
  { marks, bodies }: Pieces,
  text: string,
  {
    list,
    indent,
    change,
  }: {
    readonly list: List;
    readonly indent: string;
    readonly change: Extract<ListChange, { kind: 'add' }>;
  },
): string {
  const space = /^[ \t]{1,4}(?=\S)/.exec(bodies[0] ?? '')?.[0] ?? ' ';
  const isTaskList = list.children.every((item) => typeof item.checked === 'boolean');
  const further = indent + ' '.repeat((marks[0] ?? '-').length) + space.replace(/[^\t]/g, ' ');
  const lines = change.value.replaceAll('\n', lineEndOf(text) + further);
  return `${space}${isTaskList ? '[ ] ' : ''}${lines}`;
}

/**
 * Why the element after the change is not exactly what was meant, or `null`: every item as it was, in the new order, and
 * the new one a plain text that reads as it is written.
 */
export function listProblem(
  before: ParsedPage,
  after: ParsedPage,
  {
    element,
    place,
    change,
  }: {
    readonly element: number;
    readonly place: ListPlace;
    readonly change: ListChange;
  },
): Refused | null {
  const old = shapeOf(before.body.root.children[element]);
  const now = shapeOf(after.body.root.children[element]);
  const oldItems = itemsAt(old, place.way);
  const items = itemsAt(now, place.way);
  if (oldItems === null || items === null) return DIFFERENT;
  const problem =
    change.kind === 'add' ? addedProblem(before, after, { element, place, change }) : null;
  if (problem !== null) return problem;
  switch (change.kind) {
    case 'add':
      items.children.splice(change.at, 1);
      break;
    case 'remove':
      oldItems.children.splice(change.at, 1);
      break;
    case 'move':
      oldItems.children.splice(change.to, 0, ...oldItems.children.splice(change.from, 1));
      break;
  }
  // Whether items stand apart says nothing of a list of one.
  delete items.spread;
  delete oldItems.spread;
  return JSON.stringify(old) === JSON.stringify(now) ? null : DIFFERENT;
}

const DIFFERENT = refuse(
  'would_change_structure',
  'Another item of the list would read differently.',
);

function addedProblem(
  before: ParsedPage,
  after: ParsedPage,
  {
    element,
    place,
    change,
  }: {
    readonly element: number;
    readonly place: ListPlace;
    readonly change: Extract<ListChange, { kind: 'add' }>;
  },
): Refused | null {
  const node = after.body.root.children[element];
  const way = [...place.way, change.at].map((position) => `_${String(position + 1)}`).join('');
  const found = listPlace(node, `item${way}`);
  const item = found?.list.children[change.at];
  const [text, ...others] = item?.children ?? [];
  if (text?.type !== 'paragraph' || others.length > 0) {
    return refuse('value_invalid', 'An item is one text of inline Markdown.');
  }
  if (protectedTokens(change.value).some((token) => /^\{[{%]/.test(token))) {
    return refuse('value_invalid', 'The text would be a building block of the site generator.');
  }
  return aloneText(before.body, change.value) === normaliseLineEnds(plainText(text))
    ? null
    : refuse('value_invalid', 'The text would be shown differently from how it is written.');
}

/** A list without positions; as much of it as is looked at. */
interface ListShape {
  readonly type: string;
  readonly children: ListShape[];
  spread?: unknown;
}

function shapeOf(node: RootContent | undefined): ListShape {
  return JSON.parse(JSON.stringify(node ?? null, withoutSyntaxTrees)) as ListShape;
}

function itemsAt(shape: ListShape | null, way: readonly number[]): ListShape | null {
  let list = shape?.type === 'list' ? shape : null;
  for (const position of way) {
    list = list?.children[position]?.children.find(({ type }) => type === 'list') ?? null;
  }
  return list;
}
