import type { Nodes, RootContent } from 'mdast';
import { normaliseLineEnds } from '../../../base/index.ts';
import type { Range } from '../outcome.ts';
import { rangeOf, type ParsedBody } from './parse.ts';
import { htmlText } from './plain-text.ts';

/** A field of an image or link. `range: null` = it is not there and can be added behind `insertAt`. */
export interface ReferenceField {
  readonly name: 'alternative' | 'title' | 'text';
  readonly value: string | null;
  readonly range: Range | null;
  readonly insertAt: number | null;
}

/** An image or link in a block. `node` is `null` for one written in HTML, a component or a shortcode: only shown. */
export interface BlockReference {
  readonly kind: 'image' | 'link';
  readonly target: string;
  readonly start: number;
  readonly node: Nodes | null;
  readonly fields: readonly ReferenceField[];
}

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
    found.push(...opaqueOf(node));
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
        fields: [
          {
            name: 'alternative',
            value: node.alt === '' ? null : (node.alt ?? null),
            range: ranges?.label ?? (text.startsWith('![](', start) ? label : null),
            insertAt: null,
          },
          titleField(node.title, ranges?.title ?? null, insertAt),
        ],
      };
    }
    case 'imageReference':
      return {
        kind: 'image',
        target: definitions.get(node.identifier) ?? '',
        start,
        node,
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
        fields: [
          textField(text, node, ranges?.label),
          titleField(node.title, ranges?.title ?? null, insertAt),
        ],
      };
    case 'linkReference':
      return {
        kind: 'link',
        target: definitions.get(node.identifier) ?? '',
        start,
        node,
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

const IMAGE_ADDRESS = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:$|[?#])/i;

/** Images and links in HTML, components and shortcodes: seen, never edited. */
function opaqueOf(node: Nodes): readonly BlockReference[] {
  const { start } = rangeOf(node);

  switch (node.type) {
    case 'html':
      return htmlReferences(node.value, start);
    case 'text':
      return shortcodeReferences(node.value, start);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement': {
      const attributes = node.attributes.flatMap((attribute) =>
        attribute.type === 'mdxJsxAttribute' && typeof attribute.value === 'string'
          ? ([[attribute.name, attribute.value]] as const)
          : [],
      );
      return opaqueFrom(new Map(attributes), { start, text: null });
    }
    default:
      return [];
  }
}

function htmlReferences(html: string, start: number): readonly BlockReference[] {
  const tags = /<(img|a)\b([^>]*)>(?:([\s\S]*?)<\/a\s*>)?/gi;
  return [...html.matchAll(tags)].flatMap((match) => {
    const [, name = '', attributes = '', inner] = match;
    const isLink = name.toLowerCase() === 'a';
    const own = opaqueFrom(attributesOf(attributes), {
      start: start + match.index,
      text: isLink && inner !== undefined ? htmlText(inner) : null,
    });
    const within =
      isLink && inner !== undefined ? htmlReferences(inner, start + match.index + 1) : [];
    return [...own, ...within];
  });
}

function shortcodeReferences(text: string, start: number): readonly BlockReference[] {
  const shortcodes = /\{\{[<%]([\s\S]*?)[%>]\}\}|\{%([\s\S]*?)%\}/g;
  return [...text.matchAll(shortcodes)].flatMap((match) =>
    opaqueFrom(attributesOf(match[1] ?? match[2] ?? ''), {
      start: start + match.index,
      text: null,
    }).filter((reference) => reference.kind === 'image'),
  );
}

function attributesOf(source: string): ReadonlyMap<string, string> {
  const pattern = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
  return new Map(
    [...source.matchAll(pattern)].map((match) => [
      (match[1] ?? '').toLowerCase(),
      match[2] ?? match[3] ?? match[4] ?? '',
    ]),
  );
}

function opaqueFrom(
  attributes: ReadonlyMap<string, string>,
  place: { readonly start: number; readonly text: string | null },
): readonly BlockReference[] {
  const source = attributes.get('src') ?? attributes.get('image');
  const shown = (name: ReferenceField['name'], value: string | null | undefined) => ({
    name,
    value: value == null || value === '' ? null : value,
    range: null,
    insertAt: null,
  });
  if (source !== undefined && (IMAGE_ADDRESS.test(source) || attributes.has('alt'))) {
    return [
      {
        kind: 'image',
        target: source,
        start: place.start,
        node: null,
        fields: [
          shown('alternative', attributes.get('alt')),
          shown('title', attributes.get('title')),
        ],
      },
    ];
  }
  const address = attributes.get('href') ?? attributes.get('to');
  if (address === undefined) return [];
  return [
    {
      kind: 'link',
      target: address,
      start: place.start,
      node: null,
      fields: [shown('text', place.text), shown('title', attributes.get('title'))],
    },
  ];
}
