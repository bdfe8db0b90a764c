import { describe, expect, it } from 'vitest';
import { spliced } from '../outcome.ts';
import { fieldNow, setField } from './field-place.ts';
import { parsePage } from './page.ts';

const PLAIN = { mdx: false, directives: false };

const set = (text: string, field: string, value: string): string => {
  const page = parsePage({ path: 'a.md', text }, PLAIN);
  const place = { table: 'content', element: 0, field } as const;
  const result = setField(page, place, { value, mayCreate: false });
  if (!result.ok) return `refused: ${result.refusal.code}`;
  const after = spliced(text, result.splice);
  expect(fieldNow(parsePage({ path: 'a.md', text: after }, PLAIN), place).value).toBe(value);
  return after;
};

const LIST = `- one *a*
- [x] two
  goes on
   - inner [b](c.md)

     Behind.
1. other
`;

const QUOTE = `> First
> line.
>
> Second
lazy
`;

describe('HST-02 texts in lists and quotations', () => {
  it.each([
    ['item_1', 'one **b**', 'one *a*', 'one **b**'],
    ['item_2', 'drei\nund', 'two\n  goes on', 'drei\n  und'],
    ['item_2', 'drei', 'two\n  goes on', 'drei'],
    ['item_2_1', 'new [b](c.md)\nline', 'inner [b](c.md)', 'new [b](c.md)\n     line'],
  ])('sets %s to %j', (field, value, ...[before, after]) => {
    expect(set(LIST, field, value)).toBe(LIST.replace(before, after));
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    expect(set(windows(LIST), field, value)).toBe(windows(LIST.replace(before, after)));
  });

  it.each([
    ['paragraph_1', 'A\nb\nc', 'First\n> line.', 'A\n> b\n> c'],
    ['paragraph_2', 'A\nb', 'Second\nlazy', 'A\n> b'],
  ])('sets %s to %j', (field, value, ...[before, after]) => {
    expect(set(QUOTE, field, value)).toBe(QUOTE.replace(before, after));
  });

  it.each([
    ['item_1', '# a'],
    ['item_1', '- a'],
    ['item_1', 'a\n\nb'],
    ['item_1', 'a\n- b'],
    ['item_1', '[ ] a'],
    ['item_1', '1. a'],
    ['item_2_1', 'without the link'],
    ['item_9', 'x'],
  ])('refuses %s as %j', (field, value) => {
    expect(set(LIST, field, value)).toMatch(/^refused/);
  });
});
