import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './statements.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The numbers and letters of the entries below a heading of the torture lists. */
function entries(text: string, heading: string): readonly string[] {
  const [, part = ''] = text.split(`## ${heading}\n`);
  const [own = ''] = part.split('\n## ');
  return [...own.matchAll(/^- (\d+|[A-Z]) /gm)].map((entry) => entry[1] ?? '');
}

type List = 'torture' | 'skill torture' | 'host torture';

/** What titles in a test file cite of a list, by the word in front of the colon. */
function cited(text: string, list: List): readonly string[] {
  const own = list === 'torture' ? '(?<!skill |host )torture' : list;
  const title = new RegExp(
    `['"\`](?:[^'"\`\\n]* )?${own} ((?:\\d+|[A-Z])(?:, (?:\\d+|[A-Z]))*):`,
    'g',
  );
  return [...text.matchAll(title)].flatMap((found) => found[1]?.split(', ') ?? []);
}

it.each([
  ['People who decide', 'torture', 22],
  ['Skills as they arrive', 'skill torture', 32],
  ['Content as it lies in files', 'host torture', 32],
] as const)('every entry of “%s” is cited by the title of a test', (heading, list, count) => {
  const listed = entries(readFileSync(join(ROOT, 'docs/spec/torture.md'), 'utf8'), heading);
  expect(listed).toHaveLength(count);
  expect(new Set(listed).size).toBe(count);
  const tests = ['test/contracts', 'test/crash', 'src'].flatMap((folder) =>
    filesBelow(join(ROOT, folder), (name) => name.endsWith('.test.ts')),
  );
  const all = new Set(tests.flatMap((path) => cited(readFileSync(path, 'utf8'), list)));
  expect([...all].sort()).toEqual([...listed].sort());
});

it('reads the lists apart, and several entries of one title', () => {
  // Put together here, so that this file itself cites nothing.
  const titles = ['skill torture', 'host torture', 'torture']
    .map((list) => `it('ABC ${list} 1, A: x')`)
    .join('\n');
  expect(cited(titles.replace('1, A', '2, B'), 'skill torture')).toEqual(['2', 'B']);
  expect(cited(titles.replace('1, A', '2, B'), 'torture')).toEqual(['1', 'A']);
  expect(entries('## P\n\n- 1 a\n- B b\n\n## Q\n\n- 2 c\n', 'P')).toEqual(['1', 'B']);
});
