import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { draftListItem, type ListItemChange } from '../host/list-items.ts';
import { parsePage, type ParsedPage } from './page.ts';

const PLAIN = { mdx: false, directives: false };

const open = (text: string): ParsedPage => parsePage({ path: 'a.md', text }, PLAIN);

type Wanted =
  | { readonly add: string; readonly after?: string }
  | { readonly remove: string }
  | { readonly move: string; readonly after: string };

function changeOf(element: number, wanted: Wanted): ListItemChange {
  if ('add' in wanted) {
    const { add: text, ...place } = wanted;
    return { kind: 'add_list_item', element, text, ...place };
  }
  if ('remove' in wanted) return { kind: 'remove_list_item', element, item: wanted.remove };
  return { kind: 'move_list_item', element, item: wanted.move, after: wanted.after };
}

/** The page after a change of its first list, or why it is refused. */
function changed(text: string, wanted: Wanted): string {
  const page = open(text);
  const uids = page.blocks.map((_block, index) => index + 1);
  const element = page.blocks.findIndex(({ kind }) => kind === 'list') + 1;
  const result = draftListItem({ page, uids }, changeOf(element, wanted));
  return result.ok ? result.draft.text : `refused: ${result.refusal.code}`;
}

const LIST = 'Before.\n\n- one *a*\n- two\n  goes on\n  - in\n  - ner\n- three\n\nBehind.\n';

describe('HST-02 items of a list', () => {
  it.each<[Wanted, string]>([
    [{ add: 'new [x](y.md)' }, '- three\n- new [x](y.md)\n'],
    [{ add: 'new', after: 'item_0' }, 'Before.\n\n- new\n- one'],
    [{ add: 'new\nline', after: 'item_1' }, '*a*\n- new\n  line\n- two'],
    [{ add: 'new', after: 'item_2_1' }, '  - in\n  - new\n  - ner\n'],
    [{ add: 'new', after: 'item_2_0' }, '  goes on\n  - new\n  - in\n'],
    [{ add: 'new', after: 'item_2_2' }, '  - ner\n  - new\n- three\n'],
    [{ remove: 'item_1' }, 'Before.\n\n- two\n'],
    [{ remove: 'item_2' }, '*a*\n- three\n'],
    [{ remove: 'item_3' }, '  - ner\n\nBehind.'],
    [{ remove: 'item_2_1' }, '  goes on\n  - ner\n- three'],
    [{ move: 'item_3', after: 'item_0' }, 'Before.\n\n- three\n- one *a*\n- two\n'],
    [{ move: 'item_1', after: 'item_3' }, '- three\n- one *a*\n\nBehind.'],
    [{ move: 'item_2_2', after: 'item_2_0' }, '  - ner\n  - in\n- three'],
  ])('%j', (wanted, expected) => {
    const after = changed(LIST, wanted);
    expect(after).toContain(expected);
    const windows = changed(LIST.replaceAll('\n', '\r\n'), wanted);
    expect(windows).toBe(after.replaceAll('\n', '\r\n'));
    expect(changed(`\uFEFF${LIST}`, wanted)).toBe(`\uFEFF${after}`);
  });

  it.each<[string, Wanted, string]>([
    ['3. a\n4. b\n', { remove: 'item_1' }, '3. b\n'],
    ['3. a\n4. b\n', { add: 'c', after: 'item_0' }, '3. c\n4. a\n5. b\n'],
    ['1) a\n1) b\n', { add: 'c' }, '1) a\n1) b\n1) c\n'],
    ['1. a\n2. b\n3. c\n', { move: 'item_3', after: 'item_1' }, '1. a\n2. c\n3. b\n'],
    ['- [x] a\n- [ ] b\n', { add: 'c' }, '- [x] a\n- [ ] b\n- [ ] c\n'],
    ['*   a\n\n*   b', { add: 'c' }, '*   a\n\n*   b\n\n*   c'],
    ['- a', { add: 'c\nd' }, '- a\n- c\n  d'],
    ['- ```\n  x\n  ```\n- b\n', { move: 'item_2', after: 'item_0' }, '- b\n- ```\n  x\n  ```\n'],
  ])('%j with %j is %j', (text, wanted, expected) => {
    expect(changed(text, wanted)).toBe(expected);
  });

  it.each<[string, Wanted, string]>([
    ['- a\n', { remove: 'item_1' }, 'unsupported'],
    ['- a\n- b\n', { move: 'item_1', after: 'item_0' }, 'no_change'],
    ['- a\n- b\n', { move: 'item_2', after: 'item_1' }, 'no_change'],
    ['- a\n- b\n', { move: 'item_0', after: 'item_1' }, 'not_found'],
    ['- a\n- b\n', { move: 'item_3', after: 'item_1' }, 'not_found'],
    ['- a\n- b\n', { remove: 'text' }, 'not_found'],
    ['- a\n  - b\n  - d\n- c\n', { move: 'item_1_1', after: 'item_2' }, 'unsupported'],
    ['- a\n', { add: '' }, 'value_invalid'],
    ['- a\n', { add: '# b' }, 'value_invalid'],
    ['- a\n', { add: 'b\n\nc' }, 'value_invalid'],
    ['- a\n', { add: '- b' }, 'value_invalid'],
    ['- a\n', { add: '{% raw %}' }, 'value_invalid'],
    ['- a\n', { add: '```js' }, 'value_invalid'],
    ['- a\n', { add: '[l]: /b' }, 'value_invalid'],
  ])('%j refuses %j: %s', (text, wanted, code) => {
    expect(changed(text, wanted)).toBe(`refused: ${code}`);
  });
});

it('HST-02 an item is no longer than a text of a list may be', () => {
  expect(changed('- a\n', { add: 'x'.repeat(5_001) })).toBe('refused: value_too_long');
});

/** A random list of a page, with what stands around it. */
const lists = fc.record({
  mark: fc.constantFrom('-', '*', '1.', '2)'),
  gap: fc.constantFrom('\n', '\n\n'),
  items: fc.array(
    fc.constantFrom('a', '*b* c', '[l](t.md)', 'x\n{in}y', 'q\n{in}- r\n{in}- s', '`-` z', 'ü'),
    { minLength: 1, maxLength: 6 },
  ),
  behind: fc.constantFrom('', '\n', '\n\nText.\n', '\n\n# H\n\n- other\n'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});

function toText(list: {
  readonly mark: string;
  readonly gap: string;
  readonly items: readonly string[];
  readonly behind: string;
  readonly lineEnd: string;
}): string {
  const indent = ' '.repeat(list.mark.length + 1);
  const start = Number.parseInt(list.mark, 10);
  const rows = list.items.map((item, at) => {
    const own = Number.isNaN(start) ? list.mark : `${String(start + at)}${list.mark.slice(1)}`;
    return `${own} ${item.replaceAll('{in}', indent)}`;
  });
  const text = `---\ntitle: T\n---\n\nBefore.\n\n${rows.join(list.gap)}${list.behind}`;
  return text.replaceAll('\n', list.lineEnd);
}

it('HST-02 whatever comes, goes or moves, the items are those that were meant, and not a byte around the list changes', () => {
  fc.assert(
    fc.property(lists, fc.tuple(fc.nat(), fc.nat(), fc.nat()), (list, [kind, one, other]) => {
      const text = toText(list);
      const count = list.items.length;
      const at = one % count;
      const to = other % (count + 1);
      const name = (position: number) => `item_${String(position)}`;
      const wanted: Wanted =
        kind % 3 === 0
          ? { add: 'new *one*', after: name(to) }
          : kind % 3 === 1
            ? { remove: name(at + 1) }
            : { move: name(at + 1), after: name(to) };
      const after = changed(text, wanted);
      if (after.startsWith('refused: ')) {
        expect(after).toMatch(/unsupported|no_change|would_change_structure/);
        return;
      }
      const items: string[] = [...list.items];
      if ('add' in wanted) items.splice(to, 0, 'new *one*');
      else if ('remove' in wanted) items.splice(at, 1);
      else {
        const [moved = ''] = items.splice(at, 1);
        items.splice(to > at ? to - 1 : to, 0, moved);
      }
      // How far apart the items of a list of one would stand, nobody knows.
      const gap = count === 1 ? '\n' : list.gap;
      expect(after).toBe(toText({ ...list, gap, items }));
    }),
    propertyRuns('items of lists', 150),
  );
});
