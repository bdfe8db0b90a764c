import type { Element, ElementContent, Nodes as HastNodes, Root as HastRoot } from 'hast';
import { raw } from 'hast-util-raw';
import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Nodes, RootContent } from 'mdast';
import { toHast, type Handler } from 'mdast-util-to-hast';
import { htmlTokens } from '../body/html-tokens.ts';
import type { ParsedPage } from '../page/page.ts';
import type { ElementUids } from './element-uids.ts';

/** How relative picture addresses are rewritten, and the mark that tells our own attributes from a page's. */
export interface RenderOptions {
  /** Prefix of the route that serves the site's own files, without a trailing slash. */
  readonly assetPrefix: string;
  /** Unguessable for the page, so that its own HTML cannot claim to be one of our references. */
  readonly token: string;
}

/**
 * A page as sanitised HTML: every element in a wrapper with `id="element-content-<uid>"`, every picture and link with
 * `id="element-references-<uid>"`. HTML of the page is parsed for itself, element by element, so that an unclosed tag
 * cannot swallow what follows; scripts, frames, handlers and styles are dropped (SEC-03).
 */
export function renderBody(page: ParsedPage, uids: ElementUids, options: RenderOptions): string {
  const references = referenceMarks(page, uids, options.token);
  const hast = toHast(wrapped(page), {
    allowDangerousHtml: true,
    clobberPrefix: '',
    handlers: handlersFor(page, references),
  }) as HastRoot;
  const folder = page.path.split('/').slice(0, -1);
  const children = hast.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [];
    const index = child.properties['dataVouchBlock'];
    const isOurs = typeof index === 'number';
    const content: HastRoot = { type: 'root', children: isOurs ? child.children : [child] };
    const clean = sanitize(raw(content), SCHEMA) as HastRoot;
    finish(clean, { ...options, folder });
    const uid = isOurs ? uids[index]?.uid : undefined;
    return [
      {
        type: 'element',
        tagName: 'div',
        properties:
          uid === undefined
            ? { className: ['vouch-rest'] }
            : { id: `element-content-${String(uid)}`, className: ['vouch-element'] },
        children: clean.children as ElementContent[],
      },
    ];
  });
  return toHtml({ type: 'root', children });
}

/** Every top-level block in a wrapper that becomes a `div` with the block's number. */
function wrapped(page: ParsedPage): Nodes {
  const children = page.body.root.children.map((child, index) => ({
    type: 'vouchBlock',
    data: { hName: 'div', hProperties: { dataVouchBlock: index } },
    children: [child],
  }));
  return { type: 'root', children: children as unknown as RootContent[] };
}

/** Our mark of each picture and link: by its node, or by its tag's number in a piece of HTML. */
interface ReferenceMarks {
  readonly nodes: ReadonlyMap<Nodes, string>;
  readonly tags: ReadonlyMap<Nodes, ReadonlyMap<number, string>>;
}

function referenceMarks(page: ParsedPage, uids: ElementUids, token: string): ReferenceMarks {
  const nodes = new Map<Nodes, string>();
  const tags = new Map<Nodes, Map<number, string>>();
  page.blocks.forEach((block, index) => {
    block.references.forEach((reference, at) => {
      const uid = uids[index]?.references[at];
      if (uid === undefined) return;
      const mark = `${token}-${String(uid)}`;
      if (reference.node !== null) nodes.set(reference.node, mark);
      if (reference.tag === null) return;
      const { node, nth } = reference.tag;
      tags.set(node, (tags.get(node) ?? new Map<number, string>()).set(nth, mark));
    });
  });
  return { nodes, tags };
}

/** HTML with our mark as the first attribute of the given start tags: of two of one name, the first holds. */
function markedHtml(html: string, marks: ReadonlyMap<number, string> | undefined): string {
  if (marks === undefined) return html;
  const starts = htmlTokens(html).filter((token) => token.type === 'start');
  let marked = '';
  let from = 0;
  starts.forEach(({ name, range }, nth) => {
    const mark = marks.get(nth);
    if (mark === undefined) return;
    const at = range.start + 1 + name.length;
    marked += `${html.slice(from, at)} data-vouch-reference="${mark}"`;
    from = at;
  });
  return marked + html.slice(from);
}

function handlersFor(page: ParsedPage, references: ReferenceMarks): Record<string, Handler> {
  const marked =
    (tagName: 'img' | 'a'): Handler =>
    (state, node: Nodes) => {
      const properties: Element['properties'] = {};
      const mark = references.nodes.get(node);
      if (mark !== undefined) properties['dataVouchReference'] = mark;
      if ('title' in node && typeof node.title === 'string') properties['title'] = node.title;
      const address = 'url' in node ? node.url : addressOf(page, node);
      if (tagName === 'img') {
        properties['src'] = address;
        properties['alt'] = 'alt' in node ? (node.alt ?? '') : '';
        return { type: 'element', tagName, properties, children: [] };
      }
      properties['href'] = address;
      const children = 'children' in node ? state.all(node) : [];
      return { type: 'element', tagName, properties, children: children };
    };
  const named =
    (tagName: 'div' | 'span'): Handler =>
    (state, node: Nodes) => ({
      type: 'element',
      tagName,
      properties: { className: ['vouch-component'] },
      children: [
        ...('name' in node && typeof node.name === 'string'
          ? [
              {
                type: 'element' as const,
                tagName: 'span',
                properties: { className: ['vouch-component-name'] },
                children: [{ type: 'text' as const, value: node.name }],
              },
            ]
          : []),
        ...('children' in node ? state.all(node) : []),
      ],
    });
  const sourced: Handler = (_state, node: Nodes) => ({
    type: 'text',
    value: page.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0),
  });
  const nothing: Handler = () => undefined;
  const html: Handler = (_state, node: Nodes) => ({
    type: 'raw',
    value: node.type === 'html' ? markedHtml(node.value, references.tags.get(node)) : '',
  });
  return {
    html,
    image: marked('img'),
    imageReference: marked('img'),
    link: marked('a'),
    linkReference: marked('a'),
    containerDirective: named('div'),
    leafDirective: named('div'),
    textDirective: sourced,
    mdxJsxFlowElement: named('div'),
    mdxJsxTextElement: named('span'),
    mdxTextExpression: nothing,
    mdxFlowExpression: nothing,
    mdxjsEsm: nothing,
  };
}

function addressOf(page: ParsedPage, node: Nodes): string {
  for (const block of page.blocks) {
    const found = block.references.find((reference) => reference.node === node);
    if (found !== undefined) return found.target;
  }
  return '';
}

const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    'aside',
    'article',
    'section',
    'figure',
    'figcaption',
    'header',
    'footer',
    'nav',
    'main',
    'mark',
    'small',
    'abbr',
    'u',
    'cite',
    'time',
    'caption',
  ],
  attributes: {
    ...defaultSchema.attributes,
    '*': [...(defaultSchema.attributes?.['*'] ?? []), 'dataVouchReference', 'lang', 'dir'],
    span: [['className', 'vouch-component', 'vouch-component-name']],
    div: [['className', 'vouch-component']],
  },
};

/** Turns our marks into ids, and relative picture addresses into ones the preview can load. */
function finish(
  node: HastNodes,
  options: RenderOptions & { readonly folder: readonly string[] },
): void {
  if (node.type === 'element') {
    const mark = node.properties['dataVouchReference'];
    delete node.properties['dataVouchReference'];
    if (typeof mark === 'string' && mark.startsWith(`${options.token}-`)) {
      node.properties['id'] = `element-references-${mark.slice(options.token.length + 1)}`;
    }
    const source = node.properties['src'];
    if (node.tagName === 'img' && typeof source === 'string') {
      node.properties['src'] = assetAddress(source, options);
      node.properties['loading'] = 'lazy';
    }
  }
  if ('children' in node) for (const child of node.children) finish(child, options);
}

/** The address a picture is loaded from: the preview's route for the site's own, anything with a scheme as it is. */
export function assetAddress(
  source: string,
  { assetPrefix, folder }: { readonly assetPrefix: string; readonly folder: readonly string[] },
): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(source)) return source;
  const path = source.split(/[?#]/)[0] ?? '';
  const parts = path.startsWith('/') ? [] : [...folder];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(decoded(part));
  }
  return `${assetPrefix}/${parts.map(encodeURIComponent).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
