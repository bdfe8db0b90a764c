import { cleanup, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { safeLink } from '../lib/safe-link.ts';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

const ALLOWED_TAGS = new Set(
  'DIV P H3 H4 H5 H6 EM STRONG S CODE PRE BR HR BLOCKQUOTE OL UL LI A SPAN TABLE THEAD TBODY TR TH TD'.split(
    ' ',
  ),
);

function tagsOf(source: string): Element[] {
  const { container } = render(<Markdown source={source} />);
  return [...container.querySelectorAll('*')];
}

describe('Markdown of a model', () => {
  it('shows HTML as letters', () => {
    const { container } = render(
      <Markdown source={'<script>alert(1)</script>\n\nHello <b onclick="x()">you</b>'} />,
    );
    expect(container.querySelector('script, b')).toBeNull();
    expect(container.textContent).toContain('<script>alert(1)</script>');
    expect(container.textContent).toContain('<b onclick="x()">');
  });

  it('fetches no picture: its alternative text stands for it', () => {
    const { container } = render(
      <Markdown source="See ![the yard](https://evil.example/p.png)." />,
    );
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('See the yard.');
  });

  it('follows web and mail addresses only, in a new tab that cannot reach back', () => {
    const { container } = render(
      <Markdown
        source={
          '[web](https://example.org/a) [mail](mailto:a@example.org) [js](javascript:alert(1)) [data](data:text/html,x) [own](/api/skills) [odd](JaVaScRiPt:alert(1))'
        }
      />,
    );
    const links = [...container.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.org/a',
      'mailto:a@example.org',
    ]);
    for (const link of links) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(link.getAttribute('target')).toBe('_blank');
    }
    expect(container.textContent).toContain('js');
  });

  it('makes only tags from its list and no attribute that acts, whatever the text', () => {
    const piece = fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '<svg onload=alert(1)>',
      '[a](javascript:x)',
      '![a](javascript:x)',
      '<javascript:alert(1)>',
      '<https://example.org>',
      '[r]: javascript:x',
      '[r]',
      '[^1]',
      '[^1]: note',
      '# h',
      '- [ ] task',
      '| a |\n|---|\n| b |',
      '```html\n<iframe>\n```',
      '**b**',
      '\n\n',
      ' ',
      '> q',
      'www.example.org',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        for (const element of tagsOf(pieces.join(''))) {
          expect(ALLOWED_TAGS).toContain(element.tagName);
          for (const name of element.getAttributeNames()) {
            expect(['href', 'rel', 'target', 'class', 'start', 'scope']).toContain(name);
          }
          const href = element.getAttribute('href');
          if (href !== null) expect(href).toMatch(/^(https?:|mailto:)/);
        }
        cleanup();
      }),
      { numRuns: 200 },
    );
  });

  it('begins its headings below the outline of the page', () => {
    const { container } = render(<Markdown source={'# One\n\n###### Deep'} />);
    expect(container.querySelector('h1, h2')).toBeNull();
    expect(container.querySelector('h3')?.textContent).toBe('One');
    expect(container.querySelector('h6')?.textContent).toBe('Deep');
  });
});

describe('safeLink', () => {
  it('knows a scheme by what a browser makes of it', () => {
    expect(safeLink('java\nscript:alert(1)')).toBeNull();
    expect(safeLink(' javascript:alert(1)')).toBeNull();
    expect(safeLink('//example.org')).toBeNull();
    expect(safeLink('HTTPS://Example.org')).toBe('https://example.org/');
  });
});
