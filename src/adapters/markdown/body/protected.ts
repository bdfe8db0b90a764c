import type { Nodes } from 'mdast';

/**
 * What a text may not lose or gain when its words change. *Tokens* are pieces of a generator's own language, which a
 * Markdown parser takes for text; *inventory* are the inline nodes that carry more than words.
 */

const TOKENS = [
  String.raw`\{\{[<%][\s\S]*?[%>]\}\}`, // Hugo shortcodes
  String.raw`\{%[\s\S]*?%\}`, // Liquid, Nunjucks, Tera tags
  String.raw`\{\{[\s\S]*?\}\}`, // output of Liquid, Nunjucks, Tera, Vue
  String.raw`\{#[\s\S]*?#\}`, // template comments
  String.raw`\{[:#.][^}\n]*\}`, // attribute lists and heading ids
  String.raw`\[\[[^\]\n]*\]\]`, // wiki links
  String.raw`%%[\s\S]*?%%`, // hidden remarks
  String.raw`^[ \t]*\*\[[^\]\n]+\]:`, // abbreviations
  String.raw`^[ \t]{0,3}:[ \t]`, // definitions of a term
  String.raw`^[ \t]*:{3,}[^\n]*$`, // container marks
  String.raw`\$\$[\s\S]*?\$\$`, // formulas
  String.raw`(?<![\w:]):[A-Za-z][\w-]*(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?`, // text directives
].join('|');

/** Every token of a text, sorted: two texts hold the same ones when these are equal. */
export function protectedTokens(text: string): readonly string[] {
  const found = text.match(new RegExp(TOKENS, 'gm')) ?? [];
  return found.map((token) => token.trim()).sort();
}

/** Whether a line marks the beginning or end of a container that this dialect reads as mere text. */
export function hasContainerMark(source: string): boolean {
  return /^[ \t]*:{3,}/m.test(source);
}

/** Whether nothing but tokens and punctuation is there: a building block, no text. */
export function isOnlyTokens(source: string): boolean {
  const rest = source.replace(new RegExp(TOKENS, 'gm'), '');
  return rest !== source && !/[\p{L}\p{N}]/u.test(rest);
}

/** The inline nodes that must stay, sorted. Emphasis, code and line breaks are words' dress and may change. */
export function inventoryOf(nodes: readonly Nodes[]): readonly string[] {
  const found: string[] = [];
  const collect = (node: Nodes): void => {
    const sign = signOf(node);
    if (sign !== null) found.push(`${node.type}:${sign}`);
    if ('children' in node) node.children.forEach(collect);
  };
  nodes.forEach(collect);
  return found.sort();
}

function signOf(node: Nodes): string | null {
  switch (node.type) {
    case 'html':
    case 'mdxTextExpression':
    case 'mdxFlowExpression':
      return node.value;
    case 'image':
      return `${node.url} ${node.alt ?? ''} ${node.title ?? ''}`;
    case 'link':
      return `${node.url} ${node.title ?? ''}`;
    case 'linkReference':
    case 'imageReference':
    case 'footnoteReference':
      return node.identifier;
    case 'mdxJsxTextElement':
    case 'mdxJsxFlowElement':
      return `${node.name ?? ''} ${JSON.stringify(node.attributes, withoutSyntaxTrees)}`;
    default:
      return null;
  }
}

/** Parsers hang positions and syntax trees on nodes; neither is part of what a node says. */
export function withoutSyntaxTrees(key: string, value: unknown): unknown {
  return key === 'data' || key === 'position' ? undefined : value;
}

/** Names what the one list has more of than the other; `null` when they are equal. */
export function differenceOf(
  before: readonly string[],
  after: readonly string[],
): { readonly lost: string | null; readonly gained: string | null } | null {
  const lost = firstMissing(before, after);
  const gained = firstMissing(after, before);
  return lost === null && gained === null ? null : { lost, gained };
}

function firstMissing(from: readonly string[], within: readonly string[]): string | null {
  const left = [...within];
  for (const item of from) {
    const at = left.indexOf(item);
    if (at === -1) return item;
    left.splice(at, 1);
  }
  return null;
}
