import type { Html, Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { normaliseLineEnds } from '../../../base/index.ts';
import type { Range } from '../outcome.ts';
import { htmlTokens, type HtmlToken } from './html-tokens.ts';
import { rangeOf } from './parse.ts';
import { htmlText } from './plain-text.ts';
import { withoutSyntaxTrees } from './protected.ts';

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** Where a tag stands: in a piece of HTML, by its number among the start tags there; a JSX element is its own tag. */
export interface TagPlace {
  readonly node: Html | JsxElement;
  readonly nth: number;
}

/** An attribute of a tag. Offsets count in the whole file's text. */
export interface MarkupAttribute {
  /** What it says; of one that is computed, its expression. */
  readonly value: string;
  /** The value as written, without quotes; `null` where it cannot be replaced or there is none yet. */
  readonly inside: Range | null;
  /** Where the attribute ends; `null` where nothing can be put behind it. */
  readonly end: number | null;
  /** A name alone, which can be given a value. */
  readonly isBare: boolean;
}

/** A tag in HTML or JSX. */
export interface MarkupTag {
  readonly place: TagPlace;
  readonly name: string;
  readonly start: number;
  readonly attributes: ReadonlyMap<string, MarkupAttribute>;
  /** Whether an attribute can be replaced or added without guessing. */
  readonly isClean: boolean;
  /** What a reader sees up to the end tag, when that stands in the same piece of HTML. */
  readonly text: string | null;
}

/** Signs of a generator's own language, which makes something else of a value than it says. */
const TEMPLATE = /\{[{%#]|[}%#]\}|<%|%>|\$\{/;

/** The first sign of a generator's own language in a text, or `null`. */
export function templateSign(text: string): string | null {
  return TEMPLATE.exec(text)?.[0] ?? null;
}

/** The start tags a node holds itself, in order; none for anything but HTML and JSX. */
export function tagsOf(text: string, node: Nodes): readonly MarkupTag[] {
  switch (node.type) {
    case 'html':
      return htmlTagsOf(text, node);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return [jsxTagOf(text, node)];
    default:
      return [];
  }
}

function htmlTagsOf(text: string, node: Html): readonly MarkupTag[] {
  const placed = placesIn(text, node);
  const tokens = htmlTokens(node.value);
  let nth = -1;
  return tokens.flatMap((token, index): MarkupTag[] => {
    if (token.type !== 'start') return [];
    nth += 1;
    const attributes = [...token.attributes].map(([name, { value, whole }]) => {
      const source = node.value.slice(whole.start, whole.end);
      const inner = insideOf(source);
      const inside =
        inner === null || templateSign(source) !== null
          ? null
          : placed({ start: whole.start + inner.start, end: whole.start + inner.end });
      const attribute: MarkupAttribute = {
        value: normaliseLineEnds(value),
        inside,
        end: placed(whole)?.end ?? null,
        isBare: inner === null,
      };
      return [name, attribute] as const;
    });
    const start = placed({ start: token.range.start, end: token.range.start + 1 });
    return [
      {
        place: { node, nth },
        name: token.name,
        start: start?.start ?? rangeOf(node).start,
        attributes: new Map(attributes),
        isClean: token.isClean,
        text: textUpToEnd(node.value, tokens.slice(index)),
      },
    ];
  });
}

/** The visible text between a start tag, the first of the tokens, and its end tag. */
function textUpToEnd(html: string, [tag, ...rest]: readonly HtmlToken[]): string | null {
  if (tag?.type !== 'start') return null;
  const end = rest.find((token) => token.type === 'end' && token.name === tag.name);
  return end?.type === 'end' ? htmlText(html.slice(tag.range.end, end.range.start)) : null;
}

/** The value within an attribute's source, without quotes; `null` for a name alone. */
function insideOf(source: string): Range | null {
  const before = /^[^\s=]+\s*=\s*/.exec(source)?.[0].length;
  if (before === undefined) return null;
  const isQuoted = /^["']/.test(source.slice(before));
  return isQuoted
    ? { start: before + 1, end: source.length - 1 }
    : { start: before, end: source.length };
}

function jsxTagOf(text: string, node: JsxElement): MarkupTag {
  let isClean = true;
  const attributes = new Map<string, MarkupAttribute>();
  for (const attribute of node.attributes) {
    // What is spread in may bring any attribute along.
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      isClean = false;
      continue;
    }
    if (attributes.has(attribute.name)) isClean = false;
    const { start, end } = rangeOf(attribute as unknown as Nodes);
    const inner = insideOf(text.slice(start, end));
    const value = attribute.value ?? '';
    const isText = typeof value === 'string' && inner !== null;
    attributes.set(attribute.name, {
      value: typeof value === 'string' ? normaliseLineEnds(value) : `{${value.value}}`,
      inside: isText ? { start: start + inner.start, end: start + inner.end } : null,
      end,
      isBare: false,
    });
  }
  return {
    place: { node, nth: 0 },
    name: node.name ?? '',
    start: rangeOf(node).start,
    attributes,
    isClean,
    text: null,
  };
}

/**
 * Offsets of a piece of HTML as offsets of the file; `null` where they cannot be told. In a list or a quotation the
 * beginnings of lines are not part of the piece: a range over several lines has them within it.
 */
function placesIn(text: string, node: Html): (range: Range) => Range | null {
  const { start, end } = rangeOf(node);
  const source = text.slice(start, end);
  if (source === node.value) {
    return (range) => ({ start: range.start + start, end: range.end + start });
  }
  const own = linesOf(node.value);
  const written = linesOf(source);
  const placeOf = (offset: number): number | null => {
    const at = own.findLastIndex((line) => line.start <= offset);
    const line = own[at];
    const there = written[at];
    if (line === undefined || there === undefined || own.length !== written.length) return null;
    if (!there.text.endsWith(line.text)) return null;
    const prefix = there.text.length - line.text.length;
    return start + there.start + prefix + offset - line.start;
  };
  return (range) => {
    const [from, to] = [placeOf(range.start), placeOf(range.end)];
    return from === null || to === null ? null : { start: from, end: to };
  };
}

function linesOf(text: string): readonly { readonly start: number; readonly text: string }[] {
  return [...text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)].map((match) => ({
    start: match.index,
    text: match[1] ?? '',
  }));
}

/**
 * What a tag's attribute says in `after`, when the two nodes are otherwise the same to the last attribute and word; the
 * value is `null` when the attribute is not there.
 */
export function attributeAlone(
  before: Nodes,
  after: Nodes,
  attribute: { readonly place: TagPlace; readonly name: string },
): { readonly value: string | null } | null {
  const { nth } = attribute.place;
  if (before.type === 'html' && after.type === 'html') {
    const [old, now] = [htmlTokens(before.value), htmlTokens(after.value)];
    const without = { nth, name: attribute.name };
    if (signOf(old, without) !== signOf(now, without)) return null;
    const tag = now.filter((token) => token.type === 'start')[nth];
    const value = tag?.isClean === true ? tag.attributes.get(attribute.name)?.value : undefined;
    return { value: value === undefined ? null : normaliseLineEnds(value) };
  }
  if (!isJsx(before) || !isJsx(after) || before.name !== after.name) return null;
  const others = (node: JsxElement) =>
    JSON.stringify(
      node.attributes.filter(
        (each) => each.type !== 'mdxJsxAttribute' || each.name !== attribute.name,
      ),
      withoutSyntaxTrees,
    );
  if (others(before) !== others(after)) return null;
  const own = after.attributes.filter(
    (each) => each.type === 'mdxJsxAttribute' && each.name === attribute.name,
  );
  if (own.length > 1) return null;
  const value = own[0]?.value;
  return { value: typeof value === 'string' ? normaliseLineEnds(value) : null };
}

function isJsx(node: Nodes): node is JsxElement {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}

/** The tokens as text, without places and without one attribute of the nth start tag. */
function signOf(
  tokens: readonly HtmlToken[],
  without: { readonly nth: number; readonly name: string },
): string {
  let nth = -1;
  return JSON.stringify(
    tokens.map((token) => {
      if (token.type === 'end') return [token.type, token.name];
      if (token.type !== 'start') return [token.type, token.text];
      nth += 1;
      const attributes = [...token.attributes].filter(
        ([name]) => nth !== without.nth || name !== without.name,
      );
      return [
        token.name,
        token.selfClosing,
        token.isClean,
        attributes.map(([name, { value }]) => [name, value]),
      ];
    }),
  );
}
