import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './statements.ts';

const root = join(import.meta.dirname, '../..');

/** Targets of Markdown links and images outside code, without those that leave the repository. */
function relativeLinks(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].map(
    (match) => match[1] ?? '',
  );
  const defined = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map((match) => match[1] ?? '');
  const html = [...prose.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  return [...inline, ...defined, ...html].filter((link) => !/^([a-z][a-z+.-]*:|\/\/)/i.test(link));
}

/** Anchors of a document's headings, as code hosts make them. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,6}\s+(.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  .map((name) => join(root, name))
  .filter((path) => existsSync(path))
  .concat(filesBelow(join(root, 'docs'), (name) => name.endsWith('.md')));

it('no relative link of the documentation is dead', () => {
  const dead = documents.flatMap((path) =>
    relativeLinks(readFileSync(path, 'utf8'))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : join(dirname(path), decodeURIComponent(file));
        if (!existsSync(target)) return true;
        if (anchor === undefined || !target.endsWith('.md')) return false;
        return !anchors(readFileSync(target, 'utf8')).includes(decodeURIComponent(anchor));
      })
      .map((link) => `${relative(root, path)} → ${link}`),
  );
  expect(dead).toEqual([]);
});

it('finds links and headings', () => {
  expect(relativeLinks('[a](b.md#c) ![i](i.png) `[no](x)` [w](https://w) [m](mailto:a@b)')).toEqual(
    ['b.md#c', 'i.png'],
  );
  expect(anchors('# One, two\n## `x` & y')).toEqual(['one-two', 'x--y']);
});
