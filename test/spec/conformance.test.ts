import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { citations, citedIds, statementIds } from './statements.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const ids = statementIds(read('docs/spec/conformance.md'));
const pending = read('docs/spec/pending.txt')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const cited = citations(root);

it('every statement is cited by the title of a test, or listed as pending', () => {
  const missing = ids.filter((id) => !cited.has(id) && !pending.includes(id));
  expect(missing, 'statements without a test').toEqual([]);
});

it('what a test cites is no longer pending', () => {
  const done = pending.filter((id) => cited.has(id));
  expect(done, 'remove these from docs/spec/pending.txt').toEqual([]);
});

it('tests and the pending list name statements that exist, each once', () => {
  const known = new Set(ids);
  expect(known.size).toBe(ids.length);
  // Other text looks like an id too (the name of an encoding), so only groups that exist are asked about.
  const groups = new Set(ids.map((id) => id.slice(0, 3)));
  const asked = [...cited.keys()].filter((id) => groups.has(id.slice(0, 3)));
  expect(asked.filter((id) => !known.has(id))).toEqual([]);
  expect(pending.filter((id) => !known.has(id))).toEqual([]);
  expect(new Set(pending).size).toBe(pending.length);
});

it('reads one id or several from the beginning of a title only', () => {
  // Put together here, so that this file itself cites nothing.
  const id = (group: string) => `${group}-01`;
  const [a, b, c, d] = [id('ABC'), id('DEF'), id('GHI'), id('JKL')] as const;
  const titles = `it('${a}, ${b} does', it("${c} does", it('does ${d}')`;
  expect(citedIds(titles)).toEqual([a, b, c]);
  expect(statementIds(`- ${a} It does.\n  - ${b} no\n${c} no`)).toEqual([a]);
});
