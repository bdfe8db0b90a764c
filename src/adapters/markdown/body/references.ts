import type { Nodes, RootContent } from 'mdast';
import { normaliseLineEnds } from '../../../base/index.ts';
import type { Range } from '../outcome.ts';
import { markupReferences } from './markup-references.ts';
import { templateSign } from './markup-tags.ts';
import { rangeOf, type ParsedBody } from './parse.ts';
import type { BlockReference, ReferenceField } from './reference.ts';

/** Every image and link of a block, in the order they stand. */
export function referencesOf(
  text: string,
  body: ParsedBody,
  block: RootContent,
): readonly BlockReference[] {
  const found: BlockReference[] = [];
  const definitions = definitionsOf(body);
  const visit = (node: Nodes): void => {
    const reference = referenceOf({ text, body, definitions }, node);
    if (reference !== null) found.push(reference);
    found.push(...markupReferences(text, node));
    if ('children' in node) node.children.forEach(visit);
  };
  visit(block);
  return found.sort((a, b) => a.start - b.start);
}

interface Surroundings {
  readonly text: string;
  readonly body: ParsedBody;
  readonly definitions: ReadonlyMap<string, string>;
}

const definitionsByBody = new WeakMap<ParsedBody, ReadonlyMap<string, string>>();

function definitionsOf(body: ParsedBody): ReadonlyMap<string, string> {
  const known = definitionsByBody.get(body);
  if (known !== undefined) return known;
  const definitions = new Map<string, string>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node.url);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(body.root);
  definitionsByBody.set(body, definitions);
  return definitions;
}

function referenceOf(around: Surroundings, node: Nodes): BlockReference | null {
  const { text, body, definitions } = around;
  const ranges = body.resources.get(node);
  const { start } = rangeOf(node);
  const insertAt = ranges?.destination?.end ?? null;

  switch (node.type) {
    case 'image': {
      const label = { start: start + 2, end: start + 2 };
      return {
        kind: 'image',
        target: node.url,
        start,
        node,
        tag: null,
        isWritable: true,
        fields: [
          {
            name: 'alternative',
            value: node.alt === '' ? null : (node.alt ?? null),
            range: ranges?.label ?? (text.startsWith('![](', start) ? label : null),
            insertAt: null,
          },
          titleField(node.title, ranges?.title ?? null, insertAt),
          targetField(text, node.url, ranges?.destination),
        ],
      };
    }
    case 'imageReference':
      return {
        kind: 'image',
        target: definitions.get(node.identifier) ?? '',
        start,
        node,
        tag: null,
        isWritable: true,
        fields: [
          {
            name: 'alternative',
            value: node.alt === '' ? null : (node.alt ?? null),
            range: node.referenceType === 'full' ? (ranges?.label ?? null) : null,
            insertAt: null,
          },
        ],
      };
    case 'link':
      return {
        kind: 'link',
        target: node.url,
        start,
        node,
        tag: null,
        isWritable: true,
        fields: [
          textField(text, node, ranges?.label),
          titleField(node.title, ranges?.title ?? null, insertAt),
          targetField(text, node.url, ranges?.destination),
        ],
      };
    case 'linkReference':
      return {
        kind: 'link',
        target: definitions.get(node.identifier) ?? '',
        start,
        node,
        tag: null,
        isWritable: true,
        fields: [textField(text, node, node.referenceType === 'full' ? ranges?.label : undefined)],
      };
    default:
      return null;
  }
}

function titleField(
  title: string | null | undefined,
  range: Range | null,
  insertAt: number | null,
): ReferenceField {
  return { name: 'title', value: title ?? null, range, insertAt: range === null ? insertAt : null };
}

/** The address of an image or link that stands where the image or link does; a template in it is left alone. */
function targetField(text: string, url: string, range: Range | undefined): ReferenceField {
  const isPlain = range !== undefined && templateSign(text.slice(range.start, range.end)) === null;
  return { name: 'target', value: url, range: isPlain ? range : null, insertAt: null };
}

/** The words of a link; those of an autolink are its address, those around a picture are no words. */
function textField(
  text: string,
  node: Nodes & { readonly children: readonly Nodes[] },
  label: Range | undefined,
): ReferenceField {
  const [first] = node.children;
  const last = node.children.at(-1);
  const inner =
    first === undefined || last === undefined
      ? null
      : { start: rangeOf(first).start, end: rangeOf(last).end };
  const range = label ?? inner;
  const isWords = !node.children.some((child) => child.type === 'image');
  return {
    name: 'text',
    value: range === null ? null : normaliseLineEnds(text.slice(range.start, range.end)),
    range: label !== undefined && isWords ? inner : null,
    insertAt: null,
  };
}
