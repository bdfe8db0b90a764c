import { expect } from 'vitest';
import type { Dialect } from '../../src/adapters/markdown/body/parse.ts';
import { spliced } from '../../src/adapters/markdown/outcome.ts';
import {
  fieldNow,
  setField,
  type FieldPlace,
} from '../../src/adapters/markdown/page/field-place.ts';
import { parsePage, type ParsedPage } from '../../src/adapters/markdown/page/page.ts';

/** Files that other programs damaged, edited field by field. */

export const PLAIN: Dialect = { mdx: false, directives: false };
export const MDX: Dialect = { mdx: true, directives: true };

export const open = (text: string, dialect: Dialect = PLAIN): ParsedPage =>
  parsePage({ path: 'a.md', text }, dialect);

export const key = (name: string): FieldPlace => ({ table: 'pages', key: name });

export const element = (index: number, field = 'text'): FieldPlace => ({
  table: 'content',
  element: index,
  field,
});

/** The text with this one field at this value, or why it is refused: `refused: read_only`. */
export function edited(
  text: string,
  place: FieldPlace,
  options: { readonly value: string; readonly dialect?: Dialect; readonly mayCreate?: boolean },
): string {
  const { value, dialect, mayCreate = false } = options;
  const result = setField(open(text, dialect), place, { value, mayCreate });
  return result.ok ? spliced(text, result.splice) : `refused: ${result.refusal.code}`;
}

/** The text of the element whose source begins so, set to a value. */
export function rewritten(
  text: string,
  begins: string,
  options: { readonly value: string; readonly dialect?: Dialect },
): string {
  const index = open(text, options.dialect).blocks.findIndex(({ source }) =>
    source.startsWith(begins),
  );
  expect(index, `an element that begins with ${begins}`).not.toBe(-1);
  return edited(text, element(index), options);
}

/** Every field of a page that is there or could be. */
export function placesOf(page: ParsedPage): readonly FieldPlace[] {
  const names = new Set(['title', 'description', ...page.front.keys]);
  return [
    ...[...names].map(key),
    ...page.blocks.flatMap(({ leaves, references }, index) => [
      ...leaves.map(({ name }) => element(index, name)),
      ...references.flatMap(({ fields }, reference) =>
        fields.map(({ name }): FieldPlace => ({
          table: 'references',
          element: index,
          reference,
          field: name,
        })),
      ),
    ]),
  ];
}

const VALUES = ['Neuer Text, knapp.', 'A „quoted“ – 10 % # [1] `x` @', 'no'];

/**
 * The assertion every fixture must pass: whatever field is set to whatever value, it is refused with a sentence, or the value
 * reads back, the front matter says the same under every other key, and all other elements stand as they stood.
 */
export function holds(text: string, dialect: Dialect = PLAIN): void {
  const page = open(text, dialect);
  for (const place of placesOf(page)) {
    for (const value of place.table === 'content' && place.field === 'level' ? ['2'] : VALUES) {
      const result = setField(page, place, { value, mayCreate: true });
      if (!result.ok) {
        expect(result.refusal.message).toMatch(/\w.*\.$/s);
        continue;
      }
      const after = open(spliced(text, result.splice), dialect);
      const where = `${JSON.stringify(place)} at ${JSON.stringify(value)}`;
      expect(fieldNow(after, place).value, where).toBe(value);
      expect(others(after, place), where).toEqual(others(page, place));
    }
  }
}

/** All a page says besides one field. */
function others(page: ParsedPage, place: FieldPlace) {
  const data = Object.entries(page.front.data).filter(
    ([name]) => place.table !== 'pages' || name !== place.key,
  );
  const sources = page.blocks.map(({ source }, index) =>
    place.table !== 'pages' && place.element === index ? null : source,
  );
  return { data, sources, gaps: gapsOf(page) };
}

/** What stands between the elements: nothing but white space, and always the same. */
function gapsOf({ text, blocks, front }: ParsedPage): readonly string[] {
  let from = front.fence.bodyStart;
  const gaps = blocks.map(({ range }) => {
    const gap = text.slice(from, range.start);
    from = range.end;
    return gap;
  });
  // A page that gets its first front matter gets an empty line below it.
  return [...gaps.slice(1), text.slice(from)];
}
