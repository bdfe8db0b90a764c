import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './statements.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The rows of the table that begins with this head, each as its cells. */
function rows(text: string, ...head: readonly string[]): readonly (readonly string[])[] {
  const lines = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const start = lines.findIndex((cells) => head.every((word, index) => cells[index] === word));
  const below = start < 0 ? [] : lines.slice(start + 2);
  const end = below.findIndex((cells) => cells.length === 0);
  return end < 0 ? below : below.slice(0, end);
}

/** What a cell names: `file “words of a title”`, several with a semicolon between. */
function named(cell: string): readonly (readonly [file: string, words: string])[] {
  return [...cell.matchAll(/([\w-]+) “([^”]+)”/g)].map(([, file = '', words = '']) => [
    file,
    words,
  ]);
}

/** Lines of a test file that hold a title: after `it(`, or alone below `it.each(…)(`. */
function titles(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*(?:it\()?['"`]/.test(line));
}

const LIST = read('docs/spec/browser.md');

it.each([
  ['facts.md', ['From', 'Event']],
  ['rules.md', ['row', 'run']],
  ['rules.md', ['first tool step', 'write step', 'outcome']],
])('every row of the table of %s that begins with %j is seen in a browser', (file, head) => {
  const listed = rows(LIST, ...head, 'Seen by');
  const asked = rows(read(`docs/spec/${file}`), ...head);
  expect(asked.length).toBeGreaterThan(6);
  expect(listed.map((cells) => cells.slice(0, -1))).toEqual(
    asked.map((cells) => cells.slice(0, head.length)),
  );
  expect(listed.filter((cells) => named(cells.at(-1) ?? '').length === 0)).toEqual([]);
});

it('every test that is named is there', () => {
  const files = filesBelow(join(ROOT, 'test/e2e'), (name) => name.endsWith('.test.ts'));
  const gone = named(LIST).filter(([file, words]) => {
    const path = files.find((one) => one.endsWith(`/${file}.test.ts`));
    return (
      path === undefined ||
      !titles(readFileSync(path, 'utf8')).some((title) => title.includes(words))
    );
  });
  expect(gone).toEqual([]);
  expect(named(LIST).length).toBeGreaterThan(30);
});
