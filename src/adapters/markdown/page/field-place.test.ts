import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../body/parse.ts';
import { spliced } from '../outcome.ts';
import { fieldNow, restoredProblem, setField, type FieldPlace } from './field-place.ts';
import { parsePage, type ParsedPage } from './page.ts';

const PLAIN: Dialect = { mdx: false, directives: false };
const MDX: Dialect = { mdx: true, directives: true };

const open = (text: string, dialect = PLAIN): ParsedPage =>
  parsePage({ path: 'a.md', text }, dialect);

const set = (page: ParsedPage, place: FieldPlace, value: string): string => {
  const result = setField(page, place, { value, mayCreate: false });
  return result.ok ? spliced(page.text, result.splice) : `refused: ${result.refusal.code}`;
};

/** Sets the text of the first element that has one, or of the given one. */
const setText = (
  text: string,
  value: string,
  options: { element?: number; dialect?: Dialect } = {},
) => {
  const page = open(text, options.dialect);
  const element = options.element ?? page.blocks.findIndex((block) => block.leaves.length > 0);
  const field = page.blocks[element]?.leaves[0]?.name ?? 'text';
  return set(page, { table: 'content', element, field }, value);
};

const setReference = (text: string, field: string, value: string) => {
  const page = open(text);
  const element = page.blocks.findIndex((block) => block.references.length > 0);
  return set(page, { table: 'references', element, reference: 0, field }, value);
};

describe('a text that would become something else is refused', () => {
  it.each([
    ['a list', 'alt\n\nnext\n', '1. Erstens'],
    ['a heading', 'alt\n\nnext\n', '# Neu'],
    ['an underlined heading', 'alt\n\nnext\n', 'neu\n---'],
    ['two paragraphs', 'alt\n\nnext\n', 'eins\n\nzwei'],
    ['an open fence', 'alt\n\nnext\n', '```js'],
    ['HTML', 'alt\n\nnext\n', '<div>'],
    ['a closing hash', '## Alt\n\np\n', 'Nr. #'],
    ['a further cell', '| a | b |\n|---|---|\n| c | d |\n', 'x | y'],
    ['a link by a known label', 'alt\n\n[x]: http://e.com\n', 'siehe [x]'],
    ['a lost footnote', 'alt[^1]\n\n[^1]: n\n', 'neu'],
    ['a lost shortcode', '{{< figure src="a.jpg" >}} alt\n', 'neu'],
    ['a lost Liquid tag', 'a {% youtube text="x" %} b\n', 'a b'],
    ['lost raw marks', '{% raw %}\nalt\n{% endraw %}\n', 'neu'],
    ['a lost heading id', '## Alt {#my-id}\n', 'Neu'],
    ['a lost link', 'see [x](/y)\n', 'see'],
    ['another link', 'see [x](/y)\n', 'see [x](/z)'],
    ['a new address', 'see it\n', 'see https://example.org'],
    ['lost inline HTML', 'a<br>b\n', 'a b'],
    ['a directive', 'alt um 10 Uhr\n', 'neu :note und 10:30'],
    ['a definition', 'alt\n\nnext\n', '[a]: /b'],
    ['a lost abbreviation', '*[HTML]: Hyper\n', 'Hyper'],
    ['front matter', 'alt\n\n---\n', '---'],
  ])('%s', (_what, text, value) => {
    expect(setText(text, value)).toMatch(/^refused/);
  });

  it.each([
    ['a brace', 'Preis {x'],
    ['a tag', 'a <3'],
  ])('%s in MDX', (_what, value) => {
    expect(setText('Hallo\n\n<Tabs/>\n', value, { dialect: MDX })).toMatch(/^refused/);
  });
});

describe('a text is replaced where it stands', () => {
  it.each([
    ['closing hashes', '## Alt ##\n\np\n', 'C#', '## C# ##\n\np\n'],
    ['an underline', 'Alt\nzwei\n====\n\np\n', 'Neu', 'Neu\n====\n\np\n'],
    ['an id', '## Alt {#my-id}\n', 'Neu {#my-id}', '## Neu {#my-id}\n'],
    ['a heading that begins like a list', '## Alt\n', '1. Teil', '## 1. Teil\n'],
    [
      'reference links',
      'The [editor] has.\n\n[editor]: /x\n',
      'An [editor] is.',
      'An [editor] is.\n\n[editor]: /x\n',
    ],
    ['no final newline', 'alt', 'neu', 'neu'],
    ['CRLF', 'a\r\n\r\nb\r\n', 'eins\nzwei', 'eins\r\nzwei\r\n\r\nb\r\n'],
    ['BOM', '\uFEFFalt\n\nb\n', 'neu', '\uFEFFneu\n\nb\n'],
    [
      'BOM and front matter',
      '\uFEFF---\nt: 1\n---\nalt\n\nb\n',
      'neu',
      '\uFEFF---\nt: 1\n---\nneu\n\nb\n',
    ],
    ['a list right below', 'alt\n- a\n- b\n', 'neu', 'neu\n- a\n- b\n'],
    ['more marks', '<!--more-->\n\nalt\n', 'neu', '<!--more-->\n\nneu\n'],
    [
      'entities and bold elsewhere',
      'alt\n\n&lt; **b** text[^1] \\*x\n',
      'neu',
      'neu\n\n&lt; **b** text[^1] \\*x\n',
    ],
    ['numbering', 'alt\n\n42. a\n43. b\n', 'neu', 'neu\n\n42. a\n43. b\n'],
    ['a time of day', 'alt\n', 'ab 10:30 Uhr', 'ab 10:30 Uhr\n'],
    [
      'a kept shortcode',
      '{{< x src="f.jpg" >}} alt\n',
      '{{< x src="f.jpg" >}} neu',
      '{{< x src="f.jpg" >}} neu\n',
    ],
  ])('HST-02 %s', (...[, text, value, expected]) => {
    expect(setText(text, value)).toBe(expected);
  });

  it('keeps imports and components of MDX', () => {
    const text = 'import X from \'./x\'\n\n<X a={1}/>\n\nalt <H v="f">b</H>\n';
    const expected = text.replace('alt', 'neu');
    expect(setText(text, 'neu <H v="f">b</H>', { dialect: MDX })).toBe(expected);
  });

  it('shows an MDX page that does not parse and refuses to edit it', () => {
    const page = open('<!-- c -->\n\nalt\n', MDX);
    expect(page.body.readOnly).toContain('MDX');
    expect(page.blocks.map((block) => block.text)).toContain('alt');
    expect(set(page, { table: 'content', element: 1, field: 'text' }, 'neu')).toBe(
      'refused: read_only',
    );
  });

  it.each([':::note Titel\ntext\n:::\n', '::: tip\ntext\n:::\n', 'a\n:::\n'])(
    'takes %j for a building block',
    (text) => {
      const [block] = open(text).blocks;
      expect(block).toMatchObject({ kind: 'component', leaves: [] });
    },
  );
});

describe('the level of a heading', () => {
  const setLevel = (text: string, value: string, dialect = PLAIN) => {
    const page = open(text, dialect);
    const element = page.blocks.findIndex(({ kind }) => kind === 'heading');
    const place: FieldPlace = { table: 'content', element, field: 'level' };
    const result = setField(page, place, { value, mayCreate: false });
    if (!result.ok) return `refused: ${result.refusal.code}`;
    const after = spliced(text, result.splice);
    const now = open(after, dialect);
    expect(fieldNow(now, place).value).toBe(value);
    const value0 = fieldNow(page, place).value;
    expect(restoredProblem(now, place, { after: text, value: value0 })).toBeNull();
    expect(restoredProblem(now, place, { after, value: value0 })).not.toBeNull();
    return after;
  };

  it.each([
    ['hashes', 'a\n\n#### Alt {#x}\n\nb\n', '3', 'a\n\n### Alt {#x}\n\nb\n'],
    ['hashes up', '# Alt\nb\n', '6', '###### Alt\nb\n'],
    ['hashes on both sides', '## A # b ## \n', '4', '#### A # b #### \n'],
    ['other hashes behind', '## Alt #\n', '3', '### Alt #\n'],
    ['an indented one', '   ## Alt\n', '1', '   # Alt\n'],
    ['one without words', '##\n\nb\n', '3', '###\n\nb\n'],
    ['an underline', 'Alt\nzwei\n====\n\nb\n', '2', 'Alt\nzwei\n----\n\nb\n'],
    ['an underline of one sign', 'Alt\n-\n', '1', 'Alt\n=\n'],
    [
      'an underline behind front matter',
      '---\nt: 1\n---\nAlt\n=== \n',
      '2',
      '---\nt: 1\n---\nAlt\n--- \n',
    ],
    ['CRLF and BOM', '\uFEFF## Alt\r\n\r\nb\r\n', '3', '\uFEFF### Alt\r\n\r\nb\r\n'],
  ])('HST-02 %s', (...[, text, value, expected]) => {
    expect(setLevel(text, value)).toBe(expected);
  });

  it('an underlined heading has no third level, and a rule of front matter is no underline', () => {
    expect(setLevel('Alt\n---\n', '3')).toBe('refused: not_editable_surgically');
    expect(setLevel('---\n\nAlt\n===\n', '2')).toBe('refused: would_change_structure');
  });

  it.each(['0', '7', '2.5', '-1', 'two', ''])('%j is no level', (value) => {
    expect(setLevel('## A\n', value)).toBe('refused: value_invalid');
  });

  it('is no field of anything else, nor of MDX that does not parse', () => {
    const page = open('a\n');
    const place: FieldPlace = { table: 'content', element: 0, field: 'level' };
    expect(fieldNow(page, place).refusal?.refusal.code).toBe('unknown_field');
    expect(setLevel('## A\n\n<!-- c -->\n', '3', MDX)).toBe('refused: read_only');
  });
});

describe('images and links', () => {
  const picture = 'Vor ![alter \\] text](a.png "ti") und [![in](b.png)](/x)\n';

  it('HST-02 sets an alternative text with brackets and quotes', () => {
    expect(setReference(picture, 'alternative', 'Neu [1] *x*')).toBe(
      picture.replace('alter \\] text', String.raw`Neu \[1\] \*x\*`),
    );
    expect(setReference('![](a.png)\n', 'alternative', 'Neu')).toBe('![Neu](a.png)\n');
  });

  it('HST-02 sets and adds a title', () => {
    expect(setReference(picture, 'title', 'say "x"')).toBe(
      picture.replace('"ti"', String.raw`"say \"x\""`),
    );
    expect(setReference("![a](b.png 'x')\n", 'title', "it's")).toBe(
      String.raw`![a](b.png 'it\'s')` + '\n',
    );
    expect(setReference('[a](<b c>)\n', 'title', 'T')).toBe('[a](<b c> "T")\n');
  });

  it('escapes a pipe in a table', () => {
    const table = '| ![a](x.png) |\n|---|\n';
    expect(setReference(table, 'alternative', 'x | y')).toBe('| ![x \\| y](x.png) |\n|---|\n');
  });

  it('HST-02 sets the words of a link, in a list too', () => {
    expect(setReference('- go [hier](/x) now\n- b\n', 'text', 'zum **Plan**')).toBe(
      '- go [zum **Plan**](/x) now\n- b\n',
    );
    expect(setReference('[hier](/x)\n', 'text', 'a ] b')).toMatch(/^refused/);
  });

  it('shows links of HTML and pictures of shortcodes, and does not touch them', () => {
    const page = open(
      '<a href="/x">go <img src="a.png" alt="p"></a>\n\n{{< figure src="f.jpg" alt="q" >}}\n',
    );
    const all = page.blocks.flatMap((block) => block.references);
    expect(all.map(({ kind, target, node }) => [kind, target, node])).toEqual([
      ['link', '/x', null],
      ['image', 'a.png', null],
      ['image', 'f.jpg', null],
    ]);
    for (const [element, field] of [
      [0, 'text'],
      [0, 'title'],
      [1, 'alternative'],
    ] as const) {
      expect(set(page, { table: 'references', element, reference: 0, field }, 'x')).toBe(
        'refused: read_only',
      );
    }
  });
});

const block = fc.constantFrom(
  '# Head',
  '## Sub {#id}',
  '### Deep ###',
  'Lined\n===',
  'A line of **text** with [a link](/x "t") and `code`.',
  'Two lines\nof words',
  '- a\n- b\n  - c',
  '> quote',
  '```js\nconst a = 1;\n```',
  '| a | b |\n|---|---|\n| c | d |',
  '![alt](p.png)',
  '<div>\nraw\n</div>',
  '{% include x.html %}',
  'Term\n: Definition',
  '***',
  '[ref]: /r',
  'See [ref] and text[^1].',
  '[^1]: note',
);

it('HST-02 any edit of any page: refused, or read back with not a byte changed outside', () => {
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.nat(),
      fc.constantFrom('\n', '\r\n'),
      (...[blocks, raw, pick, eol]) => {
        const text = `---${eol}t: 1${eol}---${eol}${blocks.join('\n\n').replaceAll('\n', eol)}${eol}`;
        const page = open(text);
        const places: FieldPlace[] = page.blocks.flatMap((each, element) => [
          ...each.leaves.map((leaf) => ({ table: 'content' as const, element, field: leaf.name })),
          ...each.references.flatMap((found, reference) =>
            found.fields.map(({ name }) => ({
              table: 'references' as const,
              element,
              reference,
              field: name,
            })),
          ),
        ]);
        const place = places[pick % Math.max(1, places.length)];
        const isLevel = place?.table === 'content' && place.field === 'level';
        const value = isLevel ? String((pick % 7) + 1) : raw.trim();
        if (place === undefined || value === '' || /\p{Cc}/u.test(value)) return;
        const result = setField(page, place, { value, mayCreate: false });
        if (!result.ok) return;
        const { start, end, inserted } = result.splice;
        const after = spliced(text, result.splice);
        expect(after.slice(0, start)).toBe(text.slice(0, start));
        expect(after.slice(start + inserted.length)).toBe(text.slice(end));
        const again = open(after);
        expect(again.blocks.map(({ kind }) => kind)).toEqual(page.blocks.map(({ kind }) => kind));
        const unchanged = (of: ParsedPage) =>
          of.blocks.filter((_block, index) => place.table !== 'pages' && index !== place.element);
        expect(unchanged(again).map(({ source }) => source)).toEqual(
          unchanged(page).map(({ source }) => source),
        );
      },
    ),
    { numRuns: 500 },
  );
});
