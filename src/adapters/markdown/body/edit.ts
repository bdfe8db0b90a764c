import type { Nodes, Root } from 'mdast';
import { normaliseLineEnds } from '../../../base/index.ts';
import { findFence } from '../front-matter/fence.ts';
import { refuse, spliced, type Refused, type Splice } from '../outcome.ts';
import { valueIn, writtenIn, type Container } from './container.ts';
import { innerRange, parseBody, type ParsedBody } from './parse.ts';
import { plainText } from './plain-text.ts';
import { differenceOf, inventoryOf, protectedTokens, withoutSyntaxTrees } from './protected.ts';
import type { BlockReference, ReferenceField } from './reference.ts';

/** What of a node an edit may change; everything else of the page must stay. */
export interface BodyTarget {
  readonly node: Nodes;
  readonly part: 'children' | 'alt' | 'title' | 'url' | 'value' | 'attributes' | 'depth';
}

export interface BodyText {
  readonly text: string;
  readonly body: ParsedBody;
}

export type BodyEdit = { readonly ok: true; readonly splice: Splice } | Refused;

/** Replaces the inline Markdown of a heading, paragraph, table cell, list item or link. */
export function setInlineText(
  page: BodyText,
  place: { readonly node: Nodes; readonly container: Container },
  value: string,
): BodyEdit {
  const { node, container } = place;
  const range = innerRange(node);
  if (range === null) return refuse('not_editable_surgically', 'There is no text to replace.');
  const splice: Splice = {
    ...range,
    inserted: writtenIn(page.text, range, { container, value }),
  };
  const target: BodyTarget = { node, part: 'children' };
  const checked = checkBody(page, spliced(page.text, splice), target);
  if (!checked.ok) return checked;
  const problem = textProblem(page, { node, container, value, after: checked.after });
  return problem ?? { ok: true, splice };
}

/** Sets an image's alternative text, or a title: plain words, escaped only where they would read as markup. */
export function setReferenceWords(
  page: BodyText,
  place: { readonly reference: BlockReference; readonly field: ReferenceField },
  value: string,
): BodyEdit {
  const { reference, field } = place;
  const { node } = reference;
  const at = field.range ?? { start: field.insertAt ?? -1, end: field.insertAt ?? -1 };
  if (node === null || at.start < 0) {
    return refuse('read_only', `The ${field.name} of this ${reference.kind} cannot be set here.`);
  }
  const target: BodyTarget = { node, part: field.name === 'title' ? 'title' : 'alt' };
  const quote = field.range === null ? '"' : page.text.slice(at.start - 1, at.start);
  let refusal: Refused = refuse('not_editable_surgically', 'The text cannot be written here.');
  for (const words of candidates(value, target.part === 'title' ? quote : ']')) {
    const inserted = field.range === null ? ` "${words}"` : words;
    const splice = { ...at, inserted };
    const checked = checkBody(page, spliced(page.text, splice), target);
    if (!checked.ok) {
      refusal = checked;
      continue;
    }
    if (wordsOf(checked.after, target.part) !== value) {
      refusal = refuse('value_invalid', 'The text would be read back differently.');
      continue;
    }
    const tokens = differenceOf(
      protectedTokens(page.text.slice(at.start, at.end)),
      protectedTokens(inserted),
    );
    if (tokens !== null) return lostOrGained(tokens);
    return { ok: true, splice };
  }
  return refusal;
}

/** Sets the address of an image or link of Markdown; in angle brackets where it needs them. */
export function setReferenceTarget(
  page: BodyText,
  place: { readonly reference: BlockReference; readonly field: ReferenceField },
  value: string,
): BodyEdit {
  const { reference, field } = place;
  if (reference.node === null || field.range === null) {
    return refuse('read_only', `The target of this ${reference.kind} cannot be set here.`);
  }
  const isBracketed = page.text.startsWith('<', field.range.start);
  const forms = isBracketed ? [`<${value}>`] : [value, `<${value}>`];
  let refusal: Refused = refuse('value_invalid', 'The target would be read back differently.');
  for (const inserted of forms) {
    const splice = { ...field.range, inserted };
    const target: BodyTarget = { node: reference.node, part: 'url' };
    const checked = checkBody(page, spliced(page.text, splice), target);
    if (!checked.ok) refusal = checked;
    else if ('url' in checked.after && checked.after.url === value) return { ok: true, splice };
  }
  return refusal;
}

export function wordsOf(node: Nodes, part: BodyTarget['part']): string | null {
  if (part === 'alt' && (node.type === 'image' || node.type === 'imageReference')) {
    return node.alt ?? '';
  }
  if (part === 'url' && 'url' in node) return node.url;
  if (part === 'title' && (node.type === 'image' || node.type === 'link'))
    return node.title ?? null;
  return null;
}

function candidates(value: string, closing: string): readonly string[] {
  const careful = value.replace(/[\\[\]*_`~<>&{}|:^!$"'()=#]/g, (character) => `\\${character}`);
  const close = closing === '(' ? ')' : closing;
  const light = value.replace(/[\\[\]]/g, (character) => `\\${character}`);
  const lightQuoted =
    close === ']' ? light : value.replaceAll('\\', '\\\\').replaceAll(close, `\\${close}`);
  return [value, lightQuoted, careful];
}

/**
 * Whether a new text differs from the page in the target alone: the front matter's place, and the whole syntax tree but
 * the target's part. Hands back the target in the new tree.
 */
export function checkBody(
  page: BodyText,
  after: string,
  target: BodyTarget,
): { readonly ok: true; readonly after: Nodes } | Refused {
  const structure = (message: string) => refuse('would_change_structure', message);
  const oldFence = findFence(page.text);
  const newFence = findFence(after);
  if (oldFence.kind !== newFence.kind || oldFence.bodyStart !== newFence.bodyStart) {
    return structure('The text would be taken for front matter.');
  }
  const now = parseBody(after, newFence.bodyStart, page.body.dialect);
  if (now.readOnly !== null) return structure('The page would no longer parse as MDX.');
  const path = pathTo(page.body.root, target.node);
  const node = path === null ? null : nodeAt(now.root, path);
  if (node?.type !== target.node.type) {
    return structure('The text would turn the element into another one, or into several.');
  }
  const before = shapeOf(page.body.root, target);
  return before === shapeOf(now.root, { node, part: target.part })
    ? { ok: true, after: node }
    : structure('The text would change the structure of the page around it.');
}

/** Words-only checks the tree cannot make: what reads differently, what is dropped, what is smuggled in. */
function textProblem(
  page: BodyText,
  change: {
    readonly node: Nodes;
    readonly container: Container;
    readonly value: string;
    readonly after: Nodes;
  },
): Refused | null {
  const range = innerRange(change.node);
  const old = range === null ? '' : valueIn(page.text, range, change.container);
  const tokens = differenceOf(protectedTokens(old), protectedTokens(change.value));
  if (tokens !== null) return lostOrGained(tokens);
  const inventory = differenceOf(
    inventoryOf(childrenOf(change.node)),
    inventoryOf(childrenOf(change.after)),
  );
  if (inventory !== null) return lostOrGained(inventory);
  const alone = aloneText(page.body, change.value);
  return alone === normaliseLineEnds(plainText(change.after))
    ? null
    : refuse('value_invalid', 'The text would be shown differently from how it is written.');
}

function lostOrGained(difference: {
  readonly lost: string | null;
  readonly gained: string | null;
}): Refused {
  const { lost, gained } = difference;
  return lost === null
    ? refuse(
        'would_change_structure',
        `The text adds ${shown(gained)}, which a change of words may not do.`,
      )
    : refuse('would_change_structure', `The text must keep ${shown(lost)} exactly as it is.`);
}

function shown(sign: string | null): string {
  const [type = '', ...rest] = (sign ?? '').split(':');
  const words: Readonly<Record<string, string>> = {
    link: 'the link to',
    image: 'the image',
    html: 'the HTML',
    footnoteReference: 'the footnote',
    linkReference: 'the link',
    imageReference: 'the image',
    mdxJsxTextElement: 'the component',
    mdxTextExpression: 'the expression',
  };
  const word = words[type];
  return word === undefined ? `"${sign ?? ''}"` : `${word} "${rest.join(':').trim()}"`;
}

/** The value's words when it stands in a paragraph of its own, with the page's link targets known; `null` if it cannot. */
export function aloneText(body: ParsedBody, value: string): string | null {
  const labels: string[] = [];
  const collect = (node: Nodes): void => {
    if (node.type === 'definition') labels.push(`[${node.label ?? node.identifier}]: /`);
    if (node.type === 'footnoteDefinition') labels.push(`[^${node.label ?? node.identifier}]: x`);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(body.root);
  try {
    const alone = parseBody(`x ${value}\n\n${labels.join('\n')}`, 0, body.dialect);
    const [first, ...others] = alone.root.children;
    const isAlone = others.every(
      (node) => node.type === 'definition' || node.type === 'footnoteDefinition',
    );
    if (first?.type !== 'paragraph' || !isAlone || alone.readOnly !== null) return null;
    return plainText(first).slice(2);
  } catch {
    return null;
  }
}

function childrenOf(node: Nodes): readonly Nodes[] {
  return 'children' in node ? node.children : [];
}

function pathTo(root: Root, wanted: Nodes): readonly number[] | null {
  const search = (node: Nodes, path: readonly number[]): readonly number[] | null => {
    if (node === wanted) return path;
    for (const [index, child] of childrenOf(node).entries()) {
      const found = search(child, [...path, index]);
      if (found !== null) return found;
    }
    return null;
  };
  return search(root, []);
}

function nodeAt(root: Root, path: readonly number[]): Nodes | null {
  let node: Nodes = root;
  for (const index of path) {
    const child: Nodes | undefined = childrenOf(node)[index];
    if (child === undefined) return null;
    node = child;
  }
  return node;
}

/** The tree as text, without positions and without the target's part. */
function shapeOf(root: Root, target: BodyTarget): string {
  return JSON.stringify(root, function (this: unknown, key: string, value: unknown) {
    if (this === target.node && key === target.part) return undefined;
    return withoutSyntaxTrees(key, value);
  });
}
