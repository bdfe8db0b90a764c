import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spliced } from '../outcome.ts';
import { findFence } from './fence.ts';
import { readFrontMatter, setFrontMatter } from './front-matter.ts';

const set = (
  text: string,
  key: string,
  value: string | { readonly onlyWhereUsed: string },
): string => {
  const mayCreate = typeof value === 'string';
  const field = { key, value: typeof value === 'string' ? value : value.onlyWhereUsed };
  const result = setFrontMatter(text, field, { mayCreate });
  return result.ok ? spliced(text, result.splice) : `refused: ${result.refusal.code}`;
};

describe('the fence', () => {
  it.each([
    ['---\nSome text\n', 'none'],
    ['---\na: 1\n\nbody without end', 'none'],
    ['---\r\ntitle: x\r\n---\r\nBody', 'yaml'],
    ['\uFEFF---\ntitle: x\n---\nBody', 'yaml'],
    ['\uFEFF+++\ntitle = "x"\n+++\nBody', 'toml'],
    ['{\n  "title": "A"\n}\n\nBody', 'json'],
    ['{{< figure >}}\n', 'none'],
    ['{% include x %}\n', 'none'],
    ['--- not a fence\ntitle: x\n---\n', 'none'],
  ])('%j is %s', (text, kind) => {
    expect(findFence(text).kind).toBe(kind);
  });

  it('does not take four dashes for its end', () => {
    const fence = findFence('---\na: 1\n----\nb\n---\nBody');
    expect(fence.bodyStart).toBe('---\na: 1\n----\nb\n---\n'.length);
  });

  it('leaves front matter that is a program alone', () => {
    expect(findFence('---js\n{ title: "a" }\n---\nB').executable).toBe(true);
  });
});

describe('setting a key', () => {
  it.each([
    [
      'keeps comments',
      '# do not edit\ntitle: A # why\n',
      'title',
      'B',
      '# do not edit\ntitle: B # why\n',
    ],
    ['keeps single quotes', "title: 'A'\nx: 1\n", 'title', "It's", "title: 'It''s'\nx: 1\n"],
    ['keeps double quotes', 'title: "A"\n', 'title', 'B', 'title: "B"\n'],
    ['quotes what YAML 1.1 reads otherwise', 'title: A\n', 'title', 'no', 'title: "no"\n'],
    ['quotes a colon', 'title: A\n', 'title', 'A: B', 'title: "A: B"\n'],
    ['keeps emoji', 'title: A\n', 'title', '👨‍👩‍👧 x', 'title: 👨‍👩‍👧 x\n'],
    [
      'leaves dates alone',
      'date: 2026-03-16\ntitle: A\n',
      'title',
      'B',
      'date: 2026-03-16\ntitle: B\n',
    ],
    ['keeps an empty key', 'subtitle:\ntitle: A\n', 'title', 'B', 'subtitle:\ntitle: B\n'],
    [
      'fills an empty key',
      'title: A\nsubtitle:\nx: 1\n',
      'subtitle',
      'B',
      'title: A\nsubtitle: B\nx: 1\n',
    ],
    [
      'adds a missing key at the end',
      'title: A\n# end\n',
      'description',
      'B',
      'title: A\n# end\ndescription: B\n',
    ],
    ['steps over tabs', 'title:\tA\n', 'title', 'B', 'title:\tB\n'],
    ['keeps a string tag', 'title: !!str A\n', 'title', 'B', 'title: !!str B\n'],
    ['edits in braces', '{title: x, y: 2}\n', 'title', 'a, b', '{title: "a, b", y: 2}\n'],
    [
      'keeps a block header',
      'title: A\ndescription: >-\n  one\n  two\nx: 1\n',
      'description',
      'new text',
      'title: A\ndescription: >-\n  new text\nx: 1\n',
    ],
    [
      'edits beside a merge key',
      'a: &m\n  t: 1\nb:\n  <<: *m\ntitle: A\n',
      'title',
      'B',
      'a: &m\n  t: 1\nb:\n  <<: *m\ntitle: B\n',
    ],
    [
      'keeps a folded long value of another key',
      'run: aws x\n  --flag y\ntitle: A\n',
      'title',
      'B',
      'run: aws x\n  --flag y\ntitle: B\n',
    ],
  ])('HST-02 %s', (...[, inner, key, value, expected]) => {
    expect(set(`---\n${inner}---\nBody\n`, key, value)).toBe(`---\n${expected}---\nBody\n`);
  });

  it.each([
    ['a key that stands twice', 'title: A\ndescription: x\ntitle: B\n', 'title'],
    ['an anchored value used elsewhere', 'description: &d old\nog: *d\n', 'description'],
    ['an alias', 'a: &d old\ndescription: *d\n', 'description'],
    ['a number', 'weight: 12\n', 'weight'],
    ['an unquoted date', 'date: 2024-01-05\n', 'date'],
    ['a boolean of YAML 1.1', 'toc: no\n', 'toc'],
    ['a list', 'tags:\n- a\n', 'tags'],
    ['a new key in braces', '{title: x}\n', 'description'],
    ['invalid YAML', 'title: Introducing: Star Wars\n', 'title'],
  ])('refuses %s', (_what, inner, key) => {
    expect(set(`---\n${inner}---\nBody\n`, key, 'new')).toMatch(/^refused/);
  });

  it('edits another key beside a doubled one', () => {
    const text = '---\ntitle: A\ndescription: x\ntitle: B\n---\n';
    expect(set(text, 'description', 'new')).toBe(
      '---\ntitle: A\ndescription: new\ntitle: B\n---\n',
    );
  });

  it('keeps CRLF and BOM', () => {
    expect(set('\uFEFF---\r\ntitle: A\r\n---\r\nB\r\n', 'description', 'x')).toBe(
      '\uFEFF---\r\ntitle: A\r\ndescription: x\r\n---\r\nB\r\n',
    );
  });

  it('sets TOML above the first table and leaves its local date alone', () => {
    const text =
      '+++\n# c\ntitle = "A"   # keep\ndate = 2018-12-14\n\n[extra]\ndescription = "in"\n+++\nB\n';
    expect(set(text, 'description', 'new')).toBe(
      text.replace('date = 2018-12-14\n', 'date = 2018-12-14\ndescription = "new"\n'),
    );
    expect(set(text, 'date', 'x')).toBe('refused: value_invalid');
    expect(set("+++\ntitle = 'A'\n+++\n", 'title', 'B')).toBe("+++\ntitle = 'B'\n+++\n");
  });

  it('sets and adds in JSON', () => {
    const text = '{\n  "title": "A",\n  "n": 1.0\n}\n\nB\n';
    expect(set(text, 'title', 'x "y"')).toBe(text.replace('"A"', String.raw`"x \"y\""`));
    expect(set(text, 'description', 'd')).toBe(text.replace('1.0', '1.0,\n  "description": "d"'));
  });

  it('creates a block only where the site has them', () => {
    expect(set('# Hi\r\n', 'title', 'T')).toBe('---\r\ntitle: T\r\n---\r\n\r\n# Hi\r\n');
    expect(set('# Hi\n', 'title', { onlyWhereUsed: 'T' })).toBe('refused: unsupported');
  });
});

/** Text that fields hold in life, and text that breaks naive writers. */
const value = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => text.trim()),
    fc.constantFrom(
      'no',
      '012',
      '12:30',
      '2024-01-05',
      '- a',
      '@x',
      '`y`',
      "it's",
      '"q"',
      'a # b',
      '~',
      '[x]',
      '{',
      'null',
      '1e3',
      '0x1F',
    ),
  )
  .filter((text) => text !== '' && !/[\p{Cc}\p{Surrogate}]/u.test(text));

const style = fc.constantFrom('A', "'A'", '"A"', '|-\n  A\n  B', '>\n  A\n  B', '');

it('HST-02 any text in any style: read back exactly, not a byte changed outside the splice', () => {
  fc.assert(
    fc.property(value, style, fc.constantFrom('\n', '\r\n'), (text, old, eol) => {
      const page =
        `---\n# top\ntitle: ${old}\ndate: 2026-01-02 # when\ntags: [a, b]\n---\n\nBody --- here\n`.replaceAll(
          '\n',
          eol,
        );
      const result = setFrontMatter(page, { key: 'title', value: text }, { mayCreate: false });
      if (!result.ok) throw new Error(result.refusal.message);
      const after = spliced(page, result.splice);
      const { start, end, inserted } = result.splice;
      expect(after.slice(0, start)).toBe(page.slice(0, start));
      expect(after.slice(start + inserted.length)).toBe(page.slice(end));
      const slot = readFrontMatter(after).slot('title');
      expect(slot.state === 'text' && slot.value).toBe(text);
      expect(after).toContain(`date: 2026-01-02 # when${eol}tags: [a, b]${eol}---${eol}`);
    }),
    { numRuns: 400 },
  );
});
