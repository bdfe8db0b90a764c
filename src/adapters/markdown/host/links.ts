import type { Definition, Nodes } from 'mdast';
import { checkBody } from '../body/edit.ts';
import { rangeOf } from '../body/parse.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import { spliced } from '../outcome.ts';
import { setField } from '../page/field-place.ts';
import type { ParsedPage } from '../page/page.ts';

/**
 * A place on a page that names an address: an image or link, or the definition several of them share. Plain data: it may
 * come from another thread.
 */
export type LinkPlace =
  | { readonly kind: 'reference'; readonly element: number; readonly reference: number }
  /** `nth` among the definitions of its element. */
  | { readonly kind: 'definition'; readonly element: number; readonly nth: number };

export interface FoundLink {
  readonly place: LinkPlace;
  readonly href: string;
  /** Its words, or the name of the definition. */
  readonly words: string;
}

/** Every address a page names. */
export function linksOf(page: ParsedPage): readonly FoundLink[] {
  return page.blocks.flatMap((block, element): FoundLink[] => {
    const references = block.references.flatMap((each, reference): FoundLink[] => {
      // One that gets its address from a definition has none of its own.
      const isShared = each.node !== null && !each.fields.some(({ name }) => name === 'target');
      return isShared ? [] : [foundLink(each, element, reference)];
    });
    return [
      ...references,
      ...definitionsOf(page, element).map((each, nth) => ({
        place: { kind: 'definition' as const, element, nth },
        href: each.url,
        words: each.label ?? each.identifier,
      })),
    ];
  });
}

function foundLink(
  each: ParsedPage['blocks'][number]['references'][number],
  element: number,
  reference: number,
): FoundLink {
  const words = each.fields.find(({ name }) => name === 'text' || name === 'alternative');
  const place = { kind: 'reference' as const, element, reference };
  return { place, href: each.target, words: words?.value ?? each.target };
}

function definitionsOf(page: ParsedPage, element: number): readonly Definition[] {
  const node = page.body.root.children[element];
  return node === undefined ? [] : definitionsIn(node);
}

function definitionsIn(node: Nodes): readonly Definition[] {
  if (node.type === 'definition') return [node];
  return 'children' in node ? node.children.flatMap(definitionsIn) : [];
}

/** The splice that gives a link another address. */
export function setLink(
  page: ParsedPage,
  place: LinkPlace,
  href: string,
): { readonly ok: true; readonly splice: Splice } | Refused {
  if (place.kind === 'reference') {
    const { element, reference } = place;
    const field = { table: 'references', element, reference, field: 'target' } as const;
    return setField(page, field, { value: href, mayCreate: false });
  }
  const node = definitionsOf(page, place.element)[place.nth];
  if (node === undefined) return refuse('not_found', 'The link is not there any more.');
  const { start, end } = rangeOf(node);
  const source = page.text.slice(start, end);
  const at = source.indexOf(node.url, source.indexOf(']:') + 2);
  if (at === -1) return refuse('not_editable_surgically', 'The address is written another way.');
  const from = start + at;
  const splice = { start: from, end: from + node.url.length, inserted: href };
  const checked = checkBody(page, spliced(page.text, splice), { node, part: 'url' });
  if (!checked.ok) return checked;
  return checked.after.type === 'definition' && checked.after.url === href
    ? { ok: true, splice }
    : refuse('value_invalid', 'The address would be read back differently.');
}
