import { describe, expect, it } from 'vitest';
import { edited, holds, key, open, rewritten } from './site-torture-world.ts';

const page = (front: string, body = 'Text.\n'): string => `---\n${front}---\n\n${body}`;

/** Setting a key changes this piece of the file into that, and nothing else. */
function changes(
  text: string,
  [name, value]: readonly [string, string],
  [old, fresh]: readonly [string, string],
): void {
  expect(text.split(old), 'the piece stands once').toHaveLength(2);
  expect(edited(text, key(name), { value })).toBe(text.replace(old, () => fresh));
  holds(text);
}

describe('HST-02 front matter that other programs damaged', () => {
  it('host torture 1: comments above keys and behind list entries stay', () => {
    changes(
      page('# do not edit\ntitle: A # short\nids:\n- id1 # about x\n- id2\ndescription: old\n'),
      ['description', 'neu'],
      ['description: old', 'description: neu'],
    );
  });

  it('host torture 3: an empty key and keys nobody knows stay', () => {
    changes(
      page('subtitle:\nx-own: {a: 1}\ntitle: A\nlayout:   wide\n'),
      ['title', 'B'],
      ['title: A', 'title: B'],
    );
  });

  it('host torture 4: a date keeps its form when another key changes', () => {
    changes(page('date: 2026-03-16\ntitle: A\n'), ['title', 'B'], ['title: A', 'title: B']);
  });

  it('host torture 6: a time without seconds and a local time stay as they are written', () => {
    changes(page('date: 2024-01-05 09:41\ntitle: A\n'), ['title', 'B'], ['title: A', 'title: B']);
    changes(
      '+++\ndate = 2024-01-05T09:41:00\ntitle = "A"\n+++\n\nText.\n',
      ['title', 'B'],
      ['title = "A"', 'title = "B"'],
    );
  });

  it('host torture 7: TOML with a local date is read and edited', () => {
    const text = '+++\ntitle = "An Example"\ndate = 2018-12-14\n+++\n\nText.\n';
    expect(open(text).front.readOnly).toBeNull();
    changes(text, ['title', 'Another'], ['"An Example"', '"Another"']);
  });

  it('host torture 8: emoji are written as themselves, never as surrogates', () => {
    changes(page('title: A\n'), ['title', 'Team 👨‍👩‍👧 & 🚀'], ['title: A', 'title: Team 👨‍👩‍👧 & 🚀']);
    changes(page('title: "A"\n'), ['title', '👨: „x“'], ['"A"', '"👨: „x“"']);
  });

  it('host torture 9: invalid YAML is shown with the reason and left alone, and the text is edited', () => {
    const text = page('title: Introducing: Star Wars\n');
    expect(open(text).front.readOnly).toMatch(/not valid YAML.*colon/);
    expect(edited(text, key('title'), { value: 'B' })).toBe('refused: read_only');
    expect(rewritten(text, 'Text.', { value: 'Neu.' })).toBe(text.replace('Text.', 'Neu.'));
    holds(text);
  });

  it.each(['`code` first', '@home', '- a', '*b*', '&c', '!d', '%e', '# f', 'a: b', 'no', '012'])(
    'host torture 11: %s is quoted, and reads back',
    (value) => {
      changes(page('title: A\n'), ['title', value], ['title: A', `title: "${value}"`]);
    },
  );

  it('host torture 12: a wiki link with a pipe stays valid YAML', () => {
    changes(
      page('note: x\ntitle: A\n'),
      ['note', '[[Page|Alias]] x'],
      ['note: x', 'note: "[[Page|Alias]] x"'],
    );
    changes(page('note: "[[a|b]]"\ntitle: A\n'), ['title', 'B'], ['title: A', 'title: B']);
  });

  it('host torture 13: beside a key that stands twice the others are edited, and the doubled one is refused', () => {
    const text = page('title: A\ndescription: x\ntitle: B\n');
    changes(text, ['description', 'neu'], ['description: x', 'description: neu']);
    expect(edited(text, key('title'), { value: 'C' })).toBe('refused: not_editable_surgically');
  });

  it('host torture 14: a rule is no front matter, and four dashes do not close one', () => {
    const rule = '---\nSome text\n';
    expect(open(rule).front.fence.kind).toBe('none');
    expect(open(rule).blocks.map(({ kind }) => kind)).toEqual(['rule', 'paragraph']);
    holds(rule);
    const dashes = '---\na: 1\n----\nb\n---\n\nText.\n';
    expect(dashes.slice(open(dashes).front.fence.bodyStart)).toBe('\nText.\n');
    holds(dashes);
  });

  it('host torture 16: front matter that never closes is text, and setting a key says why not', () => {
    const text = `---\n${Array.from({ length: 12 }, (_, n) => `k${String(n)}: v\n`).join('')}\n`;
    expect(open(text).front.fence.kind).toBe('none');
    expect(edited(text, key('title'), { value: 'B' })).toBe('refused: unsupported');
    holds(text);
  });

  it('host torture 17: CRLF front matter is no body, and keeps its line ends', () => {
    const text = '---\r\ntitle: x\r\n---\r\nBody\r\n';
    expect(open(text).blocks.map(({ source }) => source)).toEqual(['Body']);
    changes(text, ['title', 'neu'], ['title: x', 'title: neu']);
    expect(edited(text, key('description'), { value: 'z' })).toBe(
      text.replace('x\r\n', 'x\r\ndescription: z\r\n'),
    );
  });

  it.each(['---\ntitle: x\n---\n', '+++\ntitle = "x"\n+++\n', '---\r\ntitle: x\r\n---\r\n'])(
    'host torture 18: behind a byte order mark %j is front matter, and the mark stays',
    (front) => {
      const text = `\uFEFF${front}\nText\n`;
      expect(open(text).front.data).toEqual({ title: 'x' });
      const [piece = ''] = /title.*x"?/.exec(front) ?? [];
      changes(text, ['title', 'neu'], [piece, piece.replace('x', 'neu')]);
    },
  );

  it('host torture 19: long and folded values are not laid out anew', () => {
    const long = `"${'long words '.repeat(30)}end"`;
    changes(
      page(`run: aws x\n  --flag y\na:\n- b\n-   c\nlong: ${long}\ntitle: A\n`),
      ['title', 'B'],
      ['title: A', 'title: B'],
    );
  });

  it('host torture 21: what stands for two places is refused, and odd YAML is stepped over', () => {
    const anchored = page('description: &d old\nog: *d\ntitle: A\n');
    expect(edited(anchored, key('description'), { value: 'x' })).toMatch(/^refused/);
    expect(edited(anchored, key('og'), { value: 'x' })).toMatch(/^refused/);
    changes(anchored, ['title', 'B'], ['title: A', 'title: B']);
    changes(
      page('base: &b {x: 1}\nall:\n  <<: *b\ntitle: !!str A\n'),
      ['title', 'B'],
      ['!!str A', '!!str B'],
    );
    changes(page('title:\tA\n? complex\n: value\n'), ['title', 'B'], ['\tA', '\tB']);
    changes(page('{title: x, y: 2}\n'), ['title', 'a, b'], ['title: x', 'title: "a, b"']);
    const program =
      '---js\n{ title: (() => { globalThis.ran = true; return "x"; })() }\n---\n\nText.\n';
    expect(open(program).front.fence.executable).toBe(true);
    expect(edited(program, key('title'), { value: 'x' })).toBe('refused: read_only');
    expect(globalThis).not.toHaveProperty('ran');
  });
});
