import type { Nodes } from 'mdast';
import { rangeOf } from './parse.ts';
import { tagsOf, type MarkupAttribute, type MarkupTag } from './markup-tags.ts';
import type { BlockReference, ReferenceField } from './reference.ts';

const IMAGE_ADDRESS = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:$|[?#])/i;

/** Images and links a node holds in HTML, in a component or in a shortcode. Words of pictures can be set where they are plain. */
export function markupReferences(text: string, node: Nodes): readonly BlockReference[] {
  return node.type === 'text'
    ? shortcodeReferences(node.value, rangeOf(node).start)
    : tagsOf(text, node).flatMap(tagReference);
}

function tagReference(tag: MarkupTag): readonly BlockReference[] {
  const { name, start, attributes } = tag;
  const isHtml = tag.place.node.type === 'html';
  if (isHtml && name !== 'img' && name !== 'a') return [];
  const sourceName = attributes.has('src') ? 'src' : 'image';
  const source = attributes.get(sourceName);
  const isImage =
    name === 'img' ||
    (name !== 'a' &&
      source !== undefined &&
      (IMAGE_ADDRESS.test(source.value) || attributes.has('alt')));
  if (isImage) {
    if (source === undefined) return [];
    return [
      {
        kind: 'image',
        target: source.value,
        start,
        node: null,
        tag: tag.place,
        isWritable: true,
        fields: [
          attributeField(tag, 'alternative', source),
          attributeField(tag, 'title', attributes.get('alt') ?? source),
          addressField(tag, sourceName),
        ],
      },
    ];
  }
  const addressName = attributes.has('href') ? 'href' : 'to';
  const address = attributes.get(addressName);
  if (address === undefined) return [];
  return [
    {
      kind: 'link',
      target: address.value,
      start,
      node: null,
      tag: tag.place,
      isWritable: true,
      fields: [
        shown('text', tag.text),
        shown('title', attributes.get('title')?.value),
        addressField(tag, addressName),
      ],
    },
  ];
}

/** The attribute a field of a picture is. */
export function attributeOf(field: Pick<ReferenceField, 'name' | 'attribute'>): string {
  return field.attribute ?? (field.name === 'title' ? 'title' : 'alt');
}

function addressField(tag: MarkupTag, attribute: string): ReferenceField {
  const found = tag.attributes.get(attribute);
  return {
    name: 'target',
    value: found?.value ?? null,
    range: tag.isClean ? (found?.inside ?? null) : null,
    insertAt: null,
    attribute,
  };
}

function attributeField(
  tag: MarkupTag,
  name: 'alternative' | 'title',
  behind: MarkupAttribute,
): ReferenceField {
  const own = attributeOf({ name });
  const attribute = tag.attributes.get(own);
  // Bound by a framework: what stands beside it is not what is shown.
  const computed = [...tag.attributes].find(([other]) => other.toLowerCase().endsWith(`:${own}`));
  // An empty alternative text is a statement: the picture is mere decoration. An empty title is none.
  const isThere = attribute !== undefined && (name === 'alternative' || attribute.value !== '');
  const isClosed = !tag.isClean || computed !== undefined;
  // Only of `img` it is certain which attributes it takes.
  const mayAdd = tag.name === 'img' && (attribute === undefined || attribute.isBare);
  const insertAt = mayAdd ? (attribute ?? behind).end : null;
  return {
    name,
    value: computed?.[1].value ?? (isThere ? attribute.value : null),
    range: isClosed ? null : (attribute?.inside ?? null),
    insertAt: isClosed ? null : insertAt,
    isBare: attribute?.isBare === true,
  };
}

function shortcodeReferences(text: string, start: number): readonly BlockReference[] {
  const shortcodes = /\{\{[<%]([\s\S]*?)[%>]\}\}|\{%([\s\S]*?)%\}/g;
  return [...text.matchAll(shortcodes)].flatMap((match): readonly BlockReference[] => {
    const attributes = shortcodeAttributes(match[1] ?? match[2] ?? '');
    const source = attributes.get('src') ?? attributes.get('image');
    if (source === undefined || !(IMAGE_ADDRESS.test(source) || attributes.has('alt'))) return [];
    return [
      {
        kind: 'image',
        target: source,
        start: start + match.index,
        node: null,
        tag: null,
        isWritable: false,
        fields: [
          shown('alternative', attributes.get('alt')),
          shown('title', attributes.get('title')),
        ],
      },
    ];
  });
}

function shortcodeAttributes(source: string): ReadonlyMap<string, string> {
  const pattern = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
  return new Map(
    [...source.matchAll(pattern)].map((match) => [
      (match[1] ?? '').toLowerCase(),
      match[2] ?? match[3] ?? match[4] ?? '',
    ]),
  );
}

function shown(name: ReferenceField['name'], value: string | null | undefined): ReferenceField {
  return {
    name,
    value: value == null || value === '' ? null : value,
    range: null,
    insertAt: null,
  };
}
