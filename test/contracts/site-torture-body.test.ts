import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../src/adapters/markdown/site/site.ts';
import { profileOf } from '../../src/adapters/markdown/site/profile.ts';
import { edited, element, holds, key, MDX, open, PLAIN, rewritten } from './site-torture-world.ts';

/** Rewriting the paragraph `Here.` leaves everything else of the page as it is. */
function staysAround(rest: string, dialect = PLAIN): void {
  for (const text of [`Here.\n\n${rest}`, `${rest}\n\nHere.\n`]) {
    const expected = text.replace('Here.', 'Neu, 10 %.');
    expect(rewritten(text, 'Here.', { value: 'Neu, 10 %.', dialect })).toBe(expected);
  }
  holds(`Here.\n\n${rest}`, dialect);
}

const refused = /^refused: /;

describe('HST-02 text that other programs damaged', () => {
  it.each([
    '{{< figure src="f.jpg" >}}',
    `{{< x html="<a href=''>a</a>" >}} words`,
    '{{% note %}}\nwords\n{{% /note %}}',
    '{% youtube text="x" %}',
    '{% raw %}{{ x }}{% endraw %}',
  ])('host torture 22: %j stays beside an edit and within one', (shortcode) => {
    staysAround(shortcode);
    const mixed = `${shortcode.split('\n')[0] ?? ''} alt\n`;
    expect(rewritten(mixed, mixed.slice(0, 4), { value: 'neu' })).toMatch(refused);
  });

  it('host torture 23: a page with comments and unclosed tags is edited', () => {
    staysAround('Intro\n\n<!--more-->\n\nRest');
    staysAround('<blockquote><p>a<br>b</p></blockquote>');
  });

  it('host torture 25: entities stay entities, and a lone brace does not get into MDX', () => {
    staysAround('a &lt; b &amp; c &nbsp; d');
    staysAround('a &lt; b, &#123; c', MDX);
    expect(rewritten('Here.\n\n<X/>\n', 'Here.', { value: 'a { b', dialect: MDX })).toMatch(
      refused,
    );
    expect(rewritten('Here.\n\n<X/>\n', 'Here.', { value: 'a <3', dialect: MDX })).toMatch(refused);
  });

  it('host torture 26: an edit of the title leaves bold words and links of the text alone', () => {
    const text = '---\ntitle: A\n---\n\n**bold** __too__ [a](b.md "c") <https://e.org> *x*\n';
    expect(edited(text, key('title'), { value: 'B' })).toBe(text.replace('title: A', 'title: B'));
    holds(text);
  });

  it('host torture 27: nothing is escaped, not even by many edits', () => {
    const rest = [
      '*[HTML]: Hyper',
      '[x]({% link _posts/a.md %})',
      'text[^1] and a\\*b',
      '[^1]: Note',
      ':::',
      '::: tip Title\n\ninner\n\n:::',
    ].join('\n\n');
    staysAround(rest);
    let text = `Here.\n\n${rest}\n`;
    for (const value of ['One.', 'Two *words*.', 'Here.']) {
      text = edited(text, element(0), { value });
    }
    expect(text).toBe(`Here.\n\n${rest}\n`);
  });

  it('host torture 29: line breaks within headings and paragraphs stay', () => {
    staysAround('First\\\nSecond\n===');
    staysAround('a line  \nand its break');
    const heading = 'First\\\nSecond\n===\n';
    expect(edited(heading, element(0), { value: 'Erste\\\nZweite' })).toBe(
      'Erste\\\nZweite\n===\n',
    );
  });

  it('host torture 30: links by reference, their definitions and the numbers of a list stay', () => {
    const text = 'The [editor] has [issues].\n\n[editor]: https://a.org\n[issues]: https://b.org\n';
    expect(rewritten(text, 'The', { value: 'An [editor] with [issues].' })).toBe(
      text.replace('The [editor] has [issues].', 'An [editor] with [issues].'),
    );
    staysAround(text.trimEnd());
    staysAround('42. a\n43. b');
  });

  it('host torture 32: imports, attributes and nested components of MDX stay', () => {
    staysAround("import X from './x'\n\n<X a={1}/>", MDX);
    staysAround('a <Highlight variant="fluro">b</Highlight>', MDX);
    staysAround('<A>\n  <B c={{ d: [1] }}>\n\n  text\n\n  </B>\n</A>', MDX);
    const inline = 'a <Highlight variant="fluro">b</Highlight>\n';
    expect(rewritten(inline, 'a', { value: 'a b', dialect: MDX })).toMatch(refused);
  });

  it.each([':::note Title\ntext\n:::', '::: note\n\ntext\n\n:::', 'text :::'])(
    'host torture 33: %j is neither repaired nor taken in, whatever the site reads',
    (marks) => {
      staysAround(marks);
      staysAround(marks, { mdx: false, directives: true });
      expect(rewritten('Here.\n', 'Here.', { value: 'a\n:::' })).toMatch(refused);
    },
  );

  it('host torture 34: headings on two lines, hidden remarks, ids, tabs, definitions and a file without an end', () => {
    staysAround('Alt\nzwei\n===');
    staysAround('a %%hidden%% b');
    staysAround('## Title {#id}');
    staysAround('- a\n\t- b\n\t\t- c');
    staysAround('Term\n: Definition');
    expect(rewritten('a %%hidden%% b\n', 'a', { value: 'c' })).toMatch(refused);
    expect(edited('## Title {#id}\n', element(0), { value: 'Neu' })).toMatch(refused);
    expect(edited('## Title {#id}\n', element(0), { value: 'Neu {#id}' })).toBe('## Neu {#id}\n');
    expect(edited('no end', element(0), { value: 'neu' })).toBe('neu');
    const docusaurus = profileOf(
      { config: null, root: '/x', topFolders: [], pages: [] },
      { profile: 'docusaurus' },
    );
    const dialect = dialectOf('a.md', docusaurus);
    expect(open('<Tabs groupId="x">\n\ntext\n\n</Tabs>\n', dialect).blocks[0]?.kind).toBe(
      'component',
    );
    expect(open('a <br> b\n', dialect).body.readOnly).toContain('MDX');
  });
});
