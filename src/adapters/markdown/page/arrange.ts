import type { ElementKind } from '../../../content/index.ts';
import type { Block } from '../body/blocks.ts';
import { hasContainerMark, protectedTokens, withoutSyntaxTrees } from '../body/protected.ts';
import { lineEndOf } from '../decode.ts';
import { refuse, spliced, type Refused, type Splice } from '../outcome.ts';
import { parsePage, type ParsedPage } from './page.ts';

/**
 * Changes of a page's list of blocks: one comes, one goes. A splice at the edge of a block is made, and then the page is
 * read again: every other block must read exactly as before, and what came must be what was meant.
 */

/** The splice that puts a block before the one at `at`, with blank lines around it; at the end for `at` = their number. */
export function insertion(page: ParsedPage, at: number, source: string): Splice {
  const lineEnd = lineEndOf(page.text);
  const written = source.replaceAll(/\r\n|\n|\r/g, lineEnd);
  const previous = page.blocks[at - 1];
  const next = page.blocks[at];
  if (previous === undefined) {
    const start = next?.range.start ?? page.text.length;
    if (next !== undefined) return { start, end: start, inserted: written + lineEnd + lineEnd };
    const gap = start === 0 || /(?:\r\n|\n|\r)$/.test(page.text) ? '' : lineEnd;
    const blank = page.front.fence.kind === 'none' ? '' : lineEnd;
    return { start, end: start, inserted: gap + blank + written + lineEnd };
  }
  const start = previous.range.end;
  const gap = page.text.slice(start, next?.range.start ?? page.text.length);
  const needsLine = next !== undefined && (gap.match(/\r\n|\n|\r/g) ?? []).length < 2;
  const behind = needsLine ? lineEnd : '';
  return { start, end: start, inserted: lineEnd + lineEnd + written + behind };
}

/** The splice that takes a block away, with the gap before it; of the first one the gap behind it. */
export function removal(page: ParsedPage, at: number): Splice {
  const block = page.blocks[at];
  const previous = page.blocks[at - 1];
  const next = page.blocks[at + 1];
  const start = previous?.range.end ?? block?.range.start ?? 0;
  const end =
    previous === undefined ? (next?.range.start ?? block?.range.end ?? 0) : (block?.range.end ?? 0);
  return { start, end, inserted: '' };
}

export interface Arranged {
  readonly ok: true;
  readonly page: ParsedPage;
  /** Position of the first block that came or went. */
  readonly at: number;
}

/** The page after a splice that takes `removed` blocks away and puts `inserted` in, if it does that and nothing else. */
export function arranged(
  page: ParsedPage,
  splice: Splice,
  counts: { readonly removed: number; readonly inserted: number },
): Arranged | Refused {
  const at = page.blocks.filter((block) => block.range.end <= splice.start).length;
  const after = parsePage({ path: page.path, text: spliced(page.text, splice) }, page.dialect);
  const problem = (message: string): Refused => refuse('would_change_structure', message);
  if (page.bodyReadOnly !== null) return refuse('read_only', page.bodyReadOnly);
  if (after.bodyReadOnly !== null) return problem('The page would no longer parse as MDX.');
  const sameFront =
    after.front.fence.bodyStart === page.front.fence.bodyStart &&
    after.front.fence.kind === page.front.fence.kind;
  if (!sameFront) return problem('The text would be taken for front matter.');
  const expected = page.blocks.length - counts.removed + counts.inserted;
  if (after.blocks.length !== expected) {
    return problem('It would flow into the elements beside it, or be several of them.');
  }
  const before = shapesOf(page);
  const now = shapesOf(after);
  const isKept =
    isEqual(before.slice(0, at), now.slice(0, at)) &&
    isEqual(before.slice(at + counts.removed), now.slice(at + counts.inserted));
  return isKept
    ? { ok: true, page: after, at }
    : problem('Another element of the page would read differently.');
}

/** What a block says, wherever it stands. */
export function shapeOfBlock(page: ParsedPage, at: number): string {
  return shapesOf(page)[at] ?? '';
}

function shapesOf(page: ParsedPage): readonly string[] {
  return page.body.root.children.map((node) => JSON.stringify(node, withoutSyntaxTrees));
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((shape, index) => shape === b[index]);
}

const MOVABLE: ReadonlySet<ElementKind> = new Set([
  'heading',
  'paragraph',
  'list',
  'table',
  'quote',
  'code',
  'rule',
]);

/** Why a block is not taken from its place, or `null`: a part of a pair would lose its other half. */
export function heldReason(block: Block): string | null {
  const isHeld =
    !MOVABLE.has(block.kind) ||
    hasContainerMark(block.source) ||
    protectedTokens(block.source).some((token) => /^\{[{%]/.test(token));
  return isHeld
    ? 'This is, or holds, a building block of the site generator; it stays where it is.'
    : null;
}

const DRAFT = {
  html: { open: '<!-- draft', close: '-->' },
  mdx: { open: '{/* draft', close: '*/}' },
} as const;

/** An element nobody sees: a remark that says it is a draft. Markdown has no other way to hide one. */
export function asDraft(page: ParsedPage, source: string): string | null {
  const { open, close } = page.readAs.mdx ? DRAFT.mdx : DRAFT.html;
  const isSafe = !source.includes(close) && !source.includes('--') && !source.includes('*/');
  return isSafe ? `${open}\n${source}\n${close}` : null;
}

/** The element a block is the draft of, or `null`. */
export function draftWithin(block: Block): string | null {
  const match =
    /^<!-- draft\r?\n([\s\S]*)\r?\n-->$/.exec(block.source) ??
    /^\{\/\* draft\r?\n([\s\S]*)\r?\n\*\/\}$/.exec(block.source);
  return match?.[1] ?? null;
}
