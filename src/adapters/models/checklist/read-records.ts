import type { PageContent, PageNode, PageTree } from '../../../content/index.ts';
import { isRecord } from './system-facts.ts';

/** A page, or a part of it. */
export interface PagePart {
  readonly page: PageContent;
  /** Whether the result arrived whole. */
  readonly complete: boolean;
  /** Number of the first element of the following part; `null` = this was the last. */
  readonly next: number | null;
}

/** The parts of a page as one. */
export function joined(parts: readonly [PagePart, ...PagePart[]]): PagePart {
  const [first, ...rest] = parts;
  return rest.reduce(
    (whole, part) => ({
      complete: whole.complete && part.complete,
      next: part.next,
      page: {
        page: part.page.page,
        elements: [...whole.page.elements, ...part.page.elements],
        references: [...whole.page.references, ...part.page.references],
      },
    }),
    first,
  );
}

/**
 * The page a `get_page_content` result holds, or `null`. A result that was cut at its length limit gives the elements
 * that arrived whole.
 */
export function readPageResult(content: string): PagePart | null {
  const { value, complete } = parseLenient(content);
  if (!isRecord(value) || !isRecord(value['page'])) return null;
  const page = value['page'];
  if (typeof page['uid'] !== 'number' || typeof page['path'] !== 'string') return null;
  return {
    complete,
    next: typeof value['next'] === 'number' ? value['next'] : null,
    page: {
      page: {
        uid: page['uid'],
        path: page['path'],
        language: text(page['language']),
        title: text(page['title']),
        hidden: page['hidden'] === true,
        readOnly: typeof page['readOnly'] === 'string' ? page['readOnly'] : null,
        fields: textFields(page['fields']),
        editableFields: texts(page['editableFields']),
        version: text(page['version']),
      },
      elements: list(value['elements']).flatMap((element) =>
        typeof element['uid'] === 'number' && typeof element['kind'] === 'string'
          ? [
              {
                uid: element['uid'],
                kind: element['kind'] as PageContent['elements'][number]['kind'],
                level: typeof element['level'] === 'number' ? element['level'] : null,
                text: text(element['text']),
                source: text(element['source']),
                fields: textFields(element['fields']),
                readOnly: typeof element['readOnly'] === 'string' ? element['readOnly'] : null,
              },
            ]
          : [],
      ),
      references: list(value['references']).flatMap((reference) =>
        typeof reference['uid'] === 'number' && typeof reference['element'] === 'number'
          ? [
              {
                uid: reference['uid'],
                element: reference['element'],
                kind: reference['kind'] === 'image' ? ('image' as const) : ('link' as const),
                target: text(reference['target']),
                fields: textFields(reference['fields']),
                editableFields: texts(reference['editableFields']),
              },
            ]
          : [],
      ),
    },
  };
}

/** The tree a `get_page_tree` result holds; an empty one when it holds none. */
export function readTreeResult(content: string): PageTree {
  const { value } = parseLenient(content);
  return { roots: isRecord(value) ? nodes(value['roots']) : [] };
}

function nodes(value: unknown): readonly PageNode[] {
  return list(value).flatMap((node) =>
    typeof node['uid'] === 'number'
      ? [
          {
            uid: node['uid'],
            path: text(node['path']),
            title: text(node['title']),
            language: text(node['language']),
            description: typeof node['description'] === 'string' ? node['description'] : null,
            hidden: node['hidden'] === true,
            readOnly: typeof node['readOnly'] === 'string' ? node['readOnly'] : null,
            children: nodes(node['children']),
          },
        ]
      : [],
  );
}

/** JSON, or the longest beginning of it that ends after a whole object, closed. */
function parseLenient(content: string): { value: unknown; complete: boolean } {
  const start = content.indexOf('{');
  if (start < 0) return { value: null, complete: false };
  const open: string[] = [];
  let inString = false;
  let whole: { end: number; closers: string } | null = null;
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') {
      open.pop();
      if (character === '}') whole = { end: at + 1, closers: open.toReversed().join('') };
      if (open.length === 0) break;
    }
  }
  if (whole === null) return { value: null, complete: false };
  try {
    const value = JSON.parse(content.slice(start, whole.end) + whole.closers) as unknown;
    return { value, complete: whole.closers === '' };
  } catch {
    return { value: null, complete: false };
  }
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string')
    : [];
}

function textFields(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
