import type { Blockquote, Heading, List, Nodes, RootContent, Table } from 'mdast';
import type { ElementKind } from '../../../content/index.ts';
import type { Range } from '../outcome.ts';
import { valueIn, type Container } from './container.ts';
import { headingMark } from './heading-mark.ts';
import { innerRange, rangeOf, type ParsedBody } from './parse.ts';
import { plainText } from './plain-text.ts';
import { hasContainerMark, isOnlyTokens } from './protected.ts';
import type { BlockReference, ReferenceView } from './reference.ts';
import { referencesOf } from './references.ts';

/**
 * A part of a block that can be replaced: the inline Markdown of a text in it, or a heading's level. Plain data: it may come
 * from another thread.
 */
export interface LeafView {
  /**
   * The field: `text`, `level`, `cell_<row>_<column>` of a table, `item_<n>` of a list (`item_<n>_<m>` of one within it),
   * `paragraph_<n>` of a quotation.
   */
  readonly name: string;
  readonly range: Range;
  /** With `\n` as line end, whatever the file uses. */
  readonly value: string;
}

/** Such a part with its place in the syntax tree. */
export interface Leaf extends LeafView {
  readonly node: Nodes;
  readonly container: Container;
}

/** One top-level block of a page as it reads. Plain data, as its parts are. */
export interface BlockView {
  readonly kind: ElementKind;
  readonly level: number | null;
  readonly range: Range;
  readonly source: string;
  readonly text: string;
  readonly leaves: readonly LeafView[];
  readonly readOnly: string | null;
  readonly references: readonly ReferenceView[];
}

/** One top-level block of a page. */
export interface Block extends BlockView {
  readonly leaves: readonly Leaf[];
  readonly references: readonly BlockReference[];
}

/** A body that is read again has its blocks already. */
const blocksByBody = new WeakMap<ParsedBody, readonly Block[]>();

/** `text` is the one the body was read from. */
export function blocksOf(text: string, body: ParsedBody): readonly Block[] {
  const known = blocksByBody.get(body);
  if (known !== undefined) return known;
  const blocks = body.root.children.map((node) => blockOf(text, body, node));
  blocksByBody.set(body, blocks);
  return blocks;
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
  switch (node.type) {
    case 'table':
      return cellsOf(text, node);
    case 'list':
      return itemsOf(text, node, 'item');
    case 'blockquote':
      return paragraphsOf(text, node);
    case 'heading':
      return [...leafOf(text, node, { name: 'text', container: 'page' }), levelOf(text, node)];
    default:
      return leafOf(text, node, { name: 'text', container: 'page' });
  }
}

function leafOf(
  text: string,
  node: Nodes,
  { name, container }: Pick<Leaf, 'name' | 'container'>,
): readonly Leaf[] {
  const range = innerRange(node);
  if (range === null) return [];
  return [{ name, range, value: valueIn(text, range, container), node, container }];
}

function levelOf(text: string, node: Heading): Leaf {
  const { range } = headingMark(text, node);
  return { name: 'level', range, value: String(node.depth), node, container: 'page' };
}

function cellsOf(text: string, table: Table): readonly Leaf[] {
  return table.children.flatMap((row, rowIndex) =>
    row.children.flatMap((cell, columnIndex) => {
      const name = `cell_${String(rowIndex + 1)}_${String(columnIndex + 1)}`;
      return leafOf(text, cell, { name, container: 'page' });
    }),
  );
}

/** The first text of each item, and those of the lists within it. */
function itemsOf(text: string, list: List, prefix: string): readonly Leaf[] {
  return list.children.flatMap((item, index) => {
    const name = `${prefix}_${String(index + 1)}`;
    const [first] = item.children;
    const own = first?.type === 'paragraph' ? leafOf(text, first, { name, container: 'list' }) : [];
    const within = item.children.find((child) => child.type === 'list');
    return within === undefined ? own : [...own, ...itemsOf(text, within, name)];
  });
}

function paragraphsOf(text: string, quote: Blockquote): readonly Leaf[] {
  return quote.children
    .filter((child) => child.type === 'paragraph')
    .flatMap((paragraph, index) =>
      leafOf(text, paragraph, {
        name: `paragraph_${String(index + 1)}`,
        container: 'quote',
      }),
    );
}
