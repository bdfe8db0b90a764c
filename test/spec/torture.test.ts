import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './statements.ts';

/** Rows of the list of what went wrong elsewhere when people had to decide. */
const ROWS = [1, 2, 3, 5, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 22, 25, 26, 28, 29];

it('every row of the torture list is cited by the title of a test', () => {
  const root = join(import.meta.dirname, '../..');
  const cited = new Set(
    filesBelow(join(root, 'test'), (name) => name.endsWith('.test.ts')).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/'[A-Z]{3}-\d\d[^'\n]* torture (\d+(?:, \d+)*):/g)]
        .flatMap((title) => title[1]?.split(', ') ?? [])
        .map(Number),
    ),
  );
  expect([...cited].sort((a, b) => a - b)).toEqual(ROWS);
});
