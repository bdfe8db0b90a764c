import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../body/parse.ts';
import { spliced } from '../outcome.ts';
import { fieldNow, restoredProblem, setField, type FieldPlace } from './field-place.ts';
import { parsePage, type ParsedPage } from './page.ts';

const PLAIN: Dialect = { mdx: false, directives: false };
const MDX: Dialect = { mdx: true, directives: true };

type ReferencePlace = Extract<FieldPlace, { table: 'references' }>;

const open = (text: string, dialect = PLAIN): ParsedPage =>
  parsePage({ path: 'a.md', text }, dialect);

/** Places of a field in all pictures of a page. */
const pictures = (page: ParsedPage, field = 'alternative'): readonly ReferencePlace[] =>
  page.blocks.flatMap((block, element) =>
    block.references.flatMap(({ kind }, reference) =>
      kind === 'image' ? [{ table: 'references' as const, element, reference, field }] : [],
    ),
  );

const set = (text: string, value: string, options: { field?: string; dialect?: Dialect } = {}) => {
  const page = open(text, options.dialect);
  const [place] = pictures(page, options.field);
  if (place === undefined) return 'no picture';
  const result = setField(page, place, { value, mayCreate: false });
  return result.ok ? spliced(text, result.splice) : `refused: ${result.refusal.code}`;
};

const values = (text: string, dialect = PLAIN, field = 'alternative') => {
  const page = open(text, dialect);
  return pictures(page, field).map((place) => fieldNow(page, place).value);
};

describe('HST-02 a picture in HTML: its alternative text is replaced where it stands', () => {
  it.each([
    ['double quotes', '<img src="a.png" alt="avatar">\n', '<img src="a.png" alt="NEW">\n'],
    ['single quotes', "<img src='a.png' alt='it&apos;s' />\n", "<img src='a.png' alt='NEW' />\n"],
    ['no quotes', '<img alt=avatar src=a.png>\n', '<img alt="NEW" src=a.png>\n'],
    ['no quotes before a slash', '<img src=a.png alt=x/>\n', '<img src=a.png alt="NEW">\n'],
    ['upper case', '<IMG SRC="a.png" ALT="x">\n', '<IMG SRC="a.png" ALT="NEW">\n'],
    [
      'blanks around the sign',
      '<img src = "a.png" alt = "x">\n',
      '<img src = "a.png" alt = "NEW">\n',
    ],
    [
      'several lines',
      '<img\n  src="a.png"\n  alt="one\n  two"\n  width="1"\n/>\n',
      '<img\n  src="a.png"\n  alt="NEW"\n  width="1"\n/>\n',
    ],
    [
      'CRLF',
      '<p>\r\n<img src="a.png"\r\n alt="x">\r\n</p>\r\n',
      '<p>\r\n<img src="a.png"\r\n alt="NEW">\r\n</p>\r\n',
    ],
    ['none yet', '<img src="a.png" width="3" />\n', '<img src="a.png" alt="NEW" width="3" />\n'],
    ['none yet, no quotes', '<img class=b src=a.png>\n', '<img class=b src=a.png alt="NEW">\n'],
    ['a name alone', '<img src="a.png" alt>\n', '<img src="a.png" alt="NEW">\n'],
    ['empty', '<img src="a.png" alt="">\n', '<img src="a.png" alt="NEW">\n'],
    [
      'inside a block',
      'p\n\n<aside class="pquote">\n  <img src="a.png" class="b" alt="avatar">\n  Words &amp; more\n</aside>\n\nq\n',
      'p\n\n<aside class="pquote">\n  <img src="a.png" class="b" alt="NEW">\n  Words &amp; more\n</aside>\n\nq\n',
    ],
    ['in a line', 'a *b* <img src="a.png" alt="x"> c\n', 'a *b* <img src="a.png" alt="NEW"> c\n'],
    [
      'in a link',
      'a <a href="/x"><img src="a.png" alt="x"></a>\n',
      'a <a href="/x"><img src="a.png" alt="NEW"></a>\n',
    ],
    [
      'in a list',
      '1. a\n\n   <p>\n   <img src="a.png"\n   alt="x">\n   </p>\n2. b\n',
      '1. a\n\n   <p>\n   <img src="a.png"\n   alt="NEW">\n   </p>\n2. b\n',
    ],
    [
      'in a quotation',
      '> <div>\n> <img src="a.png" alt="x">\n> </div>\n',
      '> <div>\n> <img src="a.png" alt="NEW">\n> </div>\n',
    ],
    [
      'in a line of a quotation',
      '> a <img\n> src="a.png" alt="x"> b\n',
      '> a <img\n> src="a.png" alt="NEW"> b\n',
    ],
    [
      'in a table',
      '| a |\n|---|\n| <img src="a.png" alt="x"> |\n',
      '| a |\n|---|\n| <img src="a.png" alt="NEW"> |\n',
    ],
    [
      'a template in another attribute',
      `<img src="{{ '/a.png' | url }}" alt="x">\n`,
      `<img src="{{ '/a.png' | url }}" alt="NEW">\n`,
    ],
    [
      'behind a comment',
      '<div><!-- <img src="c.png" alt="c"> --><img src="a.png" alt="x"></div>\n',
      '<div><!-- <img src="c.png" alt="c"> --><img src="a.png" alt="NEW"></div>\n',
    ],
    [
      'behind a script',
      '<script>\n"<img src=c alt=c>"\n</script><img src="a.png" alt="x">\n',
      '<script>\n"<img src=c alt=c>"\n</script><img src="a.png" alt="NEW">\n',
    ],
    [
      'BOM and front matter',
      '\uFEFF---\nt: 1\n---\n<img src="a.png" alt="😀">\n',
      '\uFEFF---\nt: 1\n---\n<img src="a.png" alt="NEW">\n',
    ],
    [
      'faults elsewhere',
      '<td></div><b c=1 c=2><img src="a.png" alt="x">\n',
      '<td></div><b c=1 c=2><img src="a.png" alt="NEW">\n',
    ],
  ])('%s', (...[, text, expected]) => {
    expect(set(text, 'NEW')).toBe(expected);
  });

  it('escapes what HTML reads as its own, by the quotes that are there', () => {
    const words = `"Tom" & 'Jerry' <3 Ümläut 😀 &amp;`;
    const inDouble = `<img src="a.png" alt="&quot;Tom&quot; &amp; 'Jerry' &lt;3 Ümläut 😀 &amp;amp;">\n`;
    const inSingle = `<img src="a.png" alt='"Tom" &amp; &#39;Jerry&#39; &lt;3 Ümläut 😀 &amp;amp;'>\n`;
    expect(set('<img src="a.png" alt="x">\n', words)).toBe(inDouble);
    expect(set(`<img src="a.png" alt='x'>\n`, words)).toBe(inSingle);
    expect(values(inDouble)).toEqual([words]);
    expect(values(inSingle)).toEqual([words]);
  });

  it('a pipe in a table cell and a tick beside code are written so that Markdown leaves them alone', () => {
    const table = '| a |\n|---|\n| <img src="a.png" alt="x"> |\n';
    expect(set(table, 'a | b')).toBe(table.replace('"x"', '"a &#124; b"'));
    expect(set('a ` b <img src="a.png" alt="x">\n', 'a ` b')).toBe(
      'a ` b <img src="a.png" alt="a &#96; b">\n',
    );
  });

  it('adds and replaces a title', () => {
    const title = { field: 'title' };
    expect(set('<img src="a.png" alt="x">\n', 'T', title)).toBe(
      '<img src="a.png" alt="x" title="T">\n',
    );
    expect(set('<img src="a.png">\n', 'T', title)).toBe('<img src="a.png" title="T">\n');
    expect(set(`<img title='t' src="a.png">\n`, "it's", title)).toBe(
      `<img title='it&#39;s' src="a.png">\n`,
    );
  });

  it('shows plain words: references read, lines as lines', () => {
    expect(values('<img src="a.png" alt="it&apos;s &auml; &copy 1 &lt;b&gt; AT&T">\n')).toEqual([
      "it's ä © 1 <b> AT&T",
    ]);
    expect(values('<img src=a.png alt="one\r\ntwo">\r\n')).toEqual(['one\ntwo']);
  });

  it('an empty alternative text says that the picture is decoration; a missing one says nothing', () => {
    expect(values('<img src="a.png" alt=""> <img src="b.png">\n')).toEqual(['', null]);
  });
});

it.each([
  ['another attribute', '<p><img src="a.png" class="c" alt="NEW">\n'],
  ['an attribute more', '<p><img src="a.png" class="b" alt="NEW" id="i">\n'],
  ['the name of the tag', '<p><imgs src="a.png" class="b" alt="NEW">\n'],
  ['a word behind it', '<p><img src="a.png" class="b" alt="NEW">x\n'],
  ['a tag that is not clean any more', '<p><img src="a.png" class="b" alt="NEW" alt="NEW">\n'],
  ['a value that is not the one', '<p><img src="a.png" class="b" alt="OLD">\n'],
])('HST-02 a text in which also %s differs is not the change', (_what, after) => {
  const page = open('<p><img src="a.png" class="b" alt="x">\n');
  const [place] = pictures(page);
  if (place === undefined) throw new Error('no picture');
  const exact = '<p><img src="a.png" class="b" alt="NEW">\n';
  expect(restoredProblem(page, place, { after: exact, value: 'NEW' })).toBeNull();
  expect(restoredProblem(page, place, { after, value: 'NEW' })).not.toBeNull();
});

describe('a picture that is not plainly written is shown, and refused', () => {
  it.each([
    ['a template as text', '<img src="a.png" alt="{{ page.title }}">\n'],
    ['a tag of a template as text', '<img src="a.png" alt="{% t %}">\n'],
    ['a tag of a template between', '<p><img src="a.png" {% if x %}alt="a"{% endif %}></p>\n'],
    ['attributes of a template', '<p><img src="a.png" {{ attrs }} alt="x"></p>\n'],
    ['quotes that end early', '<p><img src="{{ "a.png" | url }}" alt="x"></p>\n'],
    ['an attribute twice', '<img src="a.png" alt="x" ALT="y">\n'],
    ['attributes glued together', '<p><img src="a.png"alt="x"></p>\n'],
    ['no value behind the sign', '<p><img src="a.png" alt= ></p>\n'],
    ['a binding', '<img src="a.png" :alt="title">\n'],
    ['a binding beside it', '<img src="a.png" v-bind:alt="title" alt="x">\n'],
  ])('%s', (_what, text) => {
    const page = open(text);
    expect(pictures(page)).toHaveLength(1);
    expect(set(text, 'NEW')).toBe('refused: read_only');
  });

  it.each([
    ['a comment', '<!-- <img src="a.png" alt="x"> -->\n'],
    ['a script', '<script>\nx = \'<img src="a.png" alt="x">\'\n</script>\n'],
    ['code', '```html\n<img src="a.png" alt="x">\n```\n\n`<img src="a.png" alt="x">`\n'],
    ['a tag without end', '<div><img src="a.png" alt="x"\n\nnext\n'],
    ['no source', '<img alt="x">\n'],
  ])('%s holds none', (_what, text) => {
    expect(pictures(open(text))).toEqual([]);
  });

  it.each(['{{ x }}', '{% x %}', '${x}', '<%= x %>'])('%s is no new text', (value) => {
    expect(set('<img src="a.png" alt="x">\n', value)).toBe('refused: would_change_structure');
  });
});

describe('a picture in JSX', () => {
  const mdx = { dialect: MDX };

  it.each([
    [
      'a block',
      '---\nt: 1\n---\n\n<img src="a.png" alt="x" />\n',
      '---\nt: 1\n---\n\n<img src="a.png" alt="NEW" />\n',
    ],
    ['in a line', "a <img alt='x' src='a.png'/> b\n", "a <img alt='NEW' src='a.png'/> b\n"],
    [
      'none yet',
      '<Tabs>\n  <img src="a.png" width={3} />\n</Tabs>\n',
      '<Tabs>\n  <img src="a.png" alt="NEW" width={3} />\n</Tabs>\n',
    ],
    ['a component', '<Picture src="a.png" alt="x" {/* c */ ...{}} />\n', 'refused: read_only'],
    [
      'a component without spread',
      '<Picture src="a.png" alt="x" wide />\n',
      '<Picture src="a.png" alt="NEW" wide />\n',
    ],
    ['a component without text', '<Picture src="a.png" wide />\n', 'refused: read_only'],
    ['an expression', '<img src="a.png" alt={t("x")} />\n', 'refused: read_only'],
    ['an attribute twice', '<img src="a.png" alt="x" alt="y" />\n', 'refused: read_only'],
    ['a spread', '<img src="a.png" alt="x" {...props} />\n', 'refused: read_only'],
  ])('HST-02 %s', (...[, text, expected]) => {
    expect(set(text, 'NEW', mdx)).toBe(expected);
  });

  it('HST-02 escapes and reads back', () => {
    const after = set('<img src="a.png" alt="x" />\n', `"a" & {b} <c> ä 😀`, mdx);
    expect(after).toBe('<img src="a.png" alt="&quot;a&quot; &amp; {b} &lt;c&gt; ä 😀" />\n');
    expect(values(after, MDX)).toEqual([`"a" & {b} <c> ä 😀`]);
  });

  it('shows an expression as one', () => {
    expect(values('<img src="a.png" alt={t("x")} />\n', MDX)).toEqual(['{t("x")}']);
  });
});

const quote = fc.constantFrom('"', "'");
const words = fc.string({
  unit: fc.constantFrom(
    'a',
    'ß',
    '😀',
    '"',
    "'",
    '&',
    '<',
    '>',
    '&amp;',
    '`',
    '|',
    '\\',
    '*',
    '_',
    '{',
    '}',
    '=',
    '/',
    '#39;',
    ' ',
  ),
  maxLength: 12,
});
const attribute = fc.oneof(
  fc.constantFrom(
    'class="pquote"',
    'WIDTH=3',
    'data-x=\'{"a": 1}\'',
    'hidden',
    'style="a: b"',
    'onclick="x(\'>\')"',
  ),
);
const around = fc.constantFrom(
  ['', '\n'],
  ['p\n\n<aside>\n  ', '\n  Words\n</aside>\n\nq\n'],
  ['Words *and* ', ' more `code`.\n'],
  ['- a\n- ', ' b\n- c\n'],
  ['> <div>', '</div>\n>\n> b\n'],
  ['| a | b |\n|---|---|\n| ', ' | c |\n'],
  ['<!-- <img src=c alt=c> -->', '<b>x</b>\n'],
);

it('HST-02 any words in any picture: refused, or read back, with nothing else of the page changed, and taken back to the byte', () => {
  let written = 0;
  fc.assert(
    fc.property(
      fc.record({
        around,
        quote,
        before: fc.array(attribute, { maxLength: 2 }),
        after: fc.array(attribute, { maxLength: 2 }),
        old: fc.option(fc.constantFrom('', 'avatar', 'it&apos;s', 'Ä &amp; B', 'a  b'), {
          nil: null,
        }),
        field: fc.constantFrom('alternative', 'title'),
        blank: fc.constantFrom(' ', '  '),
        end: fc.constantFrom('>', ' />', '  >'),
        raw: words,
      }),
      (draw) => {
        const name = draw.field === 'title' ? 'title' : 'alt';
        const own = draw.old === null ? [] : [`${name}=${draw.quote}${draw.old}${draw.quote}`];
        const parts = [...new Set([...draw.before, 'src="a.png"', ...own, ...draw.after])];
        const tag = `<img ${parts.join(draw.blank)}${draw.end}`;
        const text = draw.around.join(tag);
        const value = draw.raw.trim();
        const page = open(text);
        const [place] = pictures(page, draw.field);
        if (place === undefined) throw new Error(`no picture in ${text}`);
        if (value === '') return;
        const result = setField(page, place, { value, mayCreate: false });
        if (!result.ok) {
          expect(result.refusal.code).not.toBe('read_only');
          return;
        }
        written += 1;
        const { start, end, inserted } = result.splice;
        const after = spliced(text, result.splice);
        const now = open(after);
        expect(fieldNow(now, place).value).toBe(value);
        expect(
          restoredProblem(now, place, { after: text, value: fieldNow(page, place).value }),
        ).toBeNull();
        // Only the attribute: everything before and behind it stands there byte by byte.
        expect(
          after.slice(0, start) + text.slice(start, end) + after.slice(start + inserted.length),
        ).toBe(text);
        expect(text.slice(start, end)).toBe(draw.old ?? '');
      },
    ),
    { numRuns: 600 },
  );
  expect(written).toBeGreaterThan(300);
});
