import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Nodes, Parents } from 'mdast';

/**
 * Inline Markdown, character by character. *Visible*: a reader sees it. *Plain*: text of the paragraph itself, outside
 * every link, emphasis, code and short code; only plain characters are ever changed.
 */
export interface InlineText {
  readonly source: string;
  readonly visible: readonly boolean[];
  readonly plain: readonly boolean[];
  /** Links and images in order, with the range of a link's text. */
  readonly references: readonly InlineReference[];
}

export interface InlineReference {
  readonly kind: 'link' | 'image';
  readonly target: string;
  /** The whole construct in the source. */
  readonly start: number;
  readonly end: number;
  /** Source range of a link's text; of an image, its alternative text is not ranged: `null`. */
  readonly text: { readonly start: number; readonly end: number } | null;
}

/** What no proposal may touch although Markdown calls it text: short codes, Liquid, braces, directives, addresses. */
const OPAQUE = [
  /\{\{[\s\S]*?\}\}/gu,
  /\{%[\s\S]*?%\}/gu,
  /\{[^{}]*\}/gu,
  /<[^<>]*>/gu,
  /\[\^[^\]]*\]/gu,
  /:[a-z][\w-]*\[[^\]]*\](?:\{[^}]*\})?/gu,
  /\bhttps?:\/\/[^\s()<>[\]]*[\p{L}\p{N}/#]/gu,
];
/** A reference whose definition stands elsewhere: `[text][label]`, `[text][]`, `[text]`. */
const UNRESOLVED = /\[((?:[^[\]\\]|\\.)*)\](\[(?:[^[\]\\]|\\.)*\])?/gu;

/** A tour asks for the same texts at every turn; reading is pure, so the last ones are kept. */
const KEPT = 1_000;
const known = new Map<string, InlineText | null>();

/** Reads inline Markdown; `null` when it is anything but one paragraph of it. */
export function readInline(source: string): InlineText | null {
  const before = known.get(source);
  if (before !== undefined) return before;
  if (known.size >= KEPT) known.clear();
  const inline = parseInline(source);
  known.set(source, inline);
  return inline;
}

function parseInline(source: string): InlineText | null {
  const tree = fromMarkdown(source, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const only = tree.children[0];
  if (tree.children.length !== 1 || only?.type !== 'paragraph') return null;
  const visible = Array.from({ length: source.length }, () => false);
  const plain = Array.from({ length: source.length }, () => false);
  const references: InlineReference[] = [];
  walk(only, { top: true, source, visible, plain, references });
  for (const pattern of OPAQUE) {
    for (const match of source.matchAll(pattern)) {
      hide(match.index, match.index + match[0].length, { visible, plain });
    }
  }
  for (const match of source.matchAll(UNRESOLVED)) {
    if (plain[match.index] !== true) continue;
    const inner = match.index + 1 + (match[1] ?? '').length;
    hide(match.index, match.index + 1, { visible, plain });
    for (let at = match.index; at < inner; at += 1) plain[at] = false;
    hide(inner, match.index + match[0].length, { visible, plain });
  }
  return { source, visible, plain, references };
}

/** What a reader sees of a range, white space as single blanks. */
export function visibleText(inline: InlineText, start = 0, end = inline.source.length): string {
  let text = '';
  for (let at = start; at < end; at += 1) {
    if (inline.visible[at] === true) text += inline.source[at] ?? '';
  }
  return text.replace(/\s+/gu, ' ').trim();
}

/** Whether every character of the range is plain. */
export function isPlain(inline: InlineText, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (inline.plain[at] !== true) return false;
  return true;
}

/** The words a reader counts. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.@/&+-]*/gu) ?? [];
}

interface Marks {
  readonly visible: boolean[];
  readonly plain: boolean[];
}

function hide(start: number, end: number, { visible, plain }: Marks): void {
  for (let at = start; at < end; at += 1) {
    visible[at] = false;
    plain[at] = false;
  }
}

function walk(
  parent: Parents,
  into: Marks & { top: boolean; source: string; references: InlineReference[] },
): void {
  for (const node of parent.children) {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'text') {
      for (let at = start; at < end; at += 1) {
        // A backslash before punctuation is markup; so is the prefix of a continued line, which the parser left out.
        const escape = into.source[at] === '\\';
        into.visible[at] = !escape;
        into.plain[at] = into.top && !escape;
      }
    } else if (node.type === 'inlineCode') {
      const fence = /^`+/u.exec(into.source.slice(start, end))?.[0].length ?? 0;
      for (let at = start + fence; at < end - fence; at += 1) into.visible[at] = true;
    } else if (node.type === 'break') {
      into.visible[end - 1] = true;
    } else if (node.type === 'link' || node.type === 'image') {
      into.references.push({
        kind: node.type,
        target: node.url,
        start,
        end,
        text: node.type === 'link' ? textRange(node) : null,
      });
      if (node.type === 'link') walk(node, { ...into, top: false });
    } else if ('children' in node) {
      walk(node, { ...into, top: false });
    }
  }
}

function textRange(node: Nodes & Parents): { start: number; end: number } | null {
  const start = node.children[0]?.position?.start.offset;
  const end = node.children.at(-1)?.position?.end.offset;
  return start === undefined || end === undefined ? null : { start, end };
}

/** Whether a place lies inside a quotation or brackets that opened before it. Quotations are never touched. */
export function isInsideQuotation(text: string, at: number): boolean {
  let straight = false;
  let german = 0;
  let english = 0;
  let pointed = 0;
  let round = 0;
  for (const character of text.slice(0, at)) {
    if (character === '"') straight = !straight;
    else if (character === '„') german += 1;
    else if (character === '“') {
      if (german > 0) german -= 1;
      else english += 1;
    } else if (character === '”') {
      if (german > 0) german -= 1;
      else english = Math.max(0, english - 1);
    } else if (character === '«' || character === '»') pointed += 1;
    else if (character === '(') round += 1;
    else if (character === ')') round = Math.max(0, round - 1);
  }
  return straight || german > 0 || english > 0 || pointed % 2 === 1 || round > 0;
}
