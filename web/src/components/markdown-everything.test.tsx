import { cleanup, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

function textOf(source: string): string {
  const { container } = render(<Markdown everything source={source} />);
  return container.textContent;
}

/** Each construct of Markdown that can carry words, with the place of a word written as `@`. */
const CONSTRUCTS = [
  'plain @',
  '# @',
  '@\n===',
  '**@** and *@* and ~~@~~ and `@`',
  '[text](https://example.org/@)',
  '[text](https://example.org "@")',
  '[@](javascript:@)',
  '[](/own/@)',
  '<https://example.org/@>',
  'https://example.org/@',
  '![@](https://example.org/@.png "@")',
  '![](data:@)',
  '[@]: https://example.org/@ "@"',
  '[x]: @',
  '[//]: # (@)',
  '[//]: # "@"',
  '[comment]: <> (@)',
  '[x@]: /y\n\n[text][x@] and ![alt][x@] and [x@][] and [x@]',
  'text[^@]\n\n[^@]: @ and **@**\n\n    @',
  '[^unused@]: @',
  '<!-- @ -->',
  'text <!-- @ --> text',
  '<div title="@" hidden>\n@\n</div>',
  'text <b class="@">@</b>',
  '```@ @\n@\n```',
  '~~~ @\n@\n~~~',
  '    @ indented',
  '- @\n- [x] @\n- [ ] @\n\n  @',
  '7. @\n9. @',
  '> @\n> > @\n>\n> [q]: @',
  '| @ | b |\n| --- | :-: |\n| c | @ |\n| d | e | @ | @ |',
  '---\ntitle: @\n---',
  '&lt;@&gt; &amp;@ \\*@\\*',
  'one  \ntwo @',
] as const;

/** Gives every place of a construct a word of its own. */
function withMarkers(source: string, start: number): { source: string; markers: string[] } {
  const markers: string[] = [];
  const written = source.replaceAll('@', () => {
    const marker = `mk${String(start + markers.length)}q`;
    markers.push(marker);
    return marker;
  });
  return { source: written, markers };
}

describe('Text to be approved', () => {
  it.each(CONSTRUCTS)('shows every word of %j', (construct) => {
    const { source, markers } = withMarkers(construct, 0);
    const text = textOf(source);
    expect(markers.filter((marker) => !text.includes(marker))).toEqual([]);
  });

  it('shows every word however constructs meet', () => {
    const seed = 20261130;
    const glue = fc.constantFrom('\n\n', '\n', ' ', '\n> ', '\n- ', '\n    ', '', '\n\n  ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...CONSTRUCTS), glue), { minLength: 1, maxLength: 8 }),
        (pieces) => {
          const { source, markers } = withMarkers(pieces.flat().join(''), 0);
          const text = textOf(source);
          cleanup();
          expect(markers.filter((marker) => !text.includes(marker))).toEqual([]);
        },
      ),
      { numRuns: 300, seed },
    );
  });

  it('shows where a link and a picture lead, and which box is ticked', () => {
    expect(textOf('[free](javascript:go "now") ![](https://e.example/a.png)')).toContain(
      'free (javascript:go "now") ![] (https://e.example/a.png)',
    );
    expect(textOf('- [x] done\n- [ ] open')).toBe('[x] done[ ] open');
  });

  it('still follows and loads nothing but safe links', () => {
    const { container } = render(
      <Markdown everything source={'<img src=x>\n\n![a](/p.png) [b](javascript:c)'} />,
    );
    expect(container.querySelector('img, a')).toBeNull();
  });

  it('writes out hidden characters, also those written as an entity', () => {
    const text = textOf(
      'a\u200bb &#8203; [c](/d&#x202e;e "f&#x200B;") `g\u202e`\r\n\r\n```h&#8203;\ni\n```',
    );
    expect(text).not.toMatch(/[\u200b\u202e]/u);
    expect(text.match(/U\+200B/gu)).toHaveLength(4);
    expect(text.match(/U\+202E/gu)).toHaveLength(2);
    expect(text).not.toContain('U+000D');
  });
});
