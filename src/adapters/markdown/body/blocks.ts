import type { Heading, Nodes, RootContent, Table } from 'mdast';
import type { ElementKind } from '../../../content/index.ts';
import { normaliseLineEnds } from '../../../base/index.ts';
import type { Range } from '../outcome.ts';
import { headingMark } from './heading-mark.ts';
import { innerRange, rangeOf, type ParsedBody } from './parse.ts';
import { plainText } from './plain-text.ts';
import { hasContainerMark, isOnlyTokens } from './protected.ts';
import type { BlockReference } from './reference.ts';
import { referencesOf } from './references.ts';

/** A part of a block that can be replaced: the inline Markdown of a heading, paragraph or table cell; a heading's level. */
export interface Leaf {
  /** The field: `text`, `cell_<row>_<column>` or `level`. */
  readonly name: string;
  readonly range: Range;
  /** With `\n` as line end, whatever the file uses. */
  readonly value: string;
  readonly node: Nodes;
}

/** One top-level block of a page. */
export interface Block {
  readonly kind: ElementKind;
  readonly level: number | null;
  readonly range: Range;
  readonly source: string;
  readonly text: string;
  readonly leaves: readonly Leaf[];
  readonly readOnly: string | null;
  readonly references: readonly BlockReference[];
}

export function blocksOf(text: string, body: ParsedBody): readonly Block[] {
  return body.root.children.map((node) => blockOf(text, body, node));
}

function blockOf(text: string, body: ParsedBody, node: RootContent): Block {
  const range = rangeOf(node);
  const source = text.slice(range.start, range.end);
  const kind = kindOf(node, source);
  const readOnly = body.readOnly ?? readOnlyReason(kind, source);
  return {
    kind,
    level: node.type === 'heading' ? node.depth : null,
    range,
    source,
    text: kind === 'component' && node.type === 'paragraph' ? '' : plainText(node),
    leaves: readOnly === null ? leavesOf(text, node) : [],
    readOnly,
    references: referencesOf(text, body, node),
  };
}

const KINDS: Readonly<Partial<Record<RootContent['type'], ElementKind>>> = {
  heading: 'heading',
  list: 'list',
  table: 'table',
  code: 'code',
  html: 'html',
  blockquote: 'quote',
  thematicBreak: 'rule',
  definition: 'definition',
  footnoteDefinition: 'definition',
  containerDirective: 'component',
  leafDirective: 'component',
  mdxJsxFlowElement: 'component',
  mdxFlowExpression: 'component',
  mdxjsEsm: 'component',
};

function kindOf(node: RootContent, source: string): ElementKind {
  if (node.type !== 'paragraph') return KINDS[node.type] ?? 'other';
  return isOnlyTokens(source) || hasContainerMark(source) ? 'component' : 'paragraph';
}

const READ_ONLY_KINDS: Readonly<Partial<Record<ElementKind, string>>> = {
  list: 'The words of a list are not edited here; its pictures and links are.',
  quote: 'The words of a quotation are not edited here.',
  code: 'Code is not edited here.',
  html: 'The words of HTML are not edited here; its pictures are.',
  component: 'This is a building block of the site generator.',
  rule: 'A rule has no text.',
  definition: 'Link targets and footnotes are not edited here.',
  other: 'This kind of element is not edited here.',
};

function readOnlyReason(kind: ElementKind, source: string): string | null {
  if (hasContainerMark(source)) return READ_ONLY_KINDS.component ?? null;
  return READ_ONLY_KINDS[kind] ?? null;
}

function leavesOf(text: string, node: RootContent): readonly Leaf[] {
  if (node.type === 'table') return cellsOf(text, node);
  const range = innerRange(node);
  const words = range === null ? [] : [{ name: 'text', range, value: valueAt(text, range), node }];
  return node.type === 'heading' ? [...words, levelOf(text, node)] : words;
}

function levelOf(text: string, node: Heading): Leaf {
  const { range } = headingMark(text, node);
  return { name: 'level', range, value: String(node.depth), node };
}

function cellsOf(text: string, table: Table): readonly Leaf[] {
  return table.children.flatMap((row, rowIndex) =>
    row.children.flatMap((cell, columnIndex) => {
      const range = innerRange(cell);
      if (range === null) return [];
      const name = `cell_${String(rowIndex + 1)}_${String(columnIndex + 1)}`;
      return [{ name, range, value: valueAt(text, range), node: cell }];
    }),
  );
}

/** A piece of the text with `\n` as line end. */
export function valueAt(text: string, range: Range): string {
  return normaliseLineEnds(text.slice(range.start, range.end));
}
