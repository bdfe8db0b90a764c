import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../content/index.ts';
import { spliced } from '../outcome.ts';
import { readFrontMatter, setFrontMatter } from './front-matter.ts';

const set = (text: string, key: string, value: FieldValue): string => {
  const result = setFrontMatter(text, { key, value }, { mayCreate: true });
  return result.ok ? spliced(text, result.splice) : `refused: ${result.refusal.code}`;
};

type Case = [key: string, value: FieldValue, before: string, after: string];

const YAML = `---
order: 3   # by hand
draft: true
date: 2026-03-16
at: 2026-03-16T09:41:00Z
tags: [ "a b", c ]
list:
  - one   
  - 'two'
more:
- x # why
- y
seo:
  title: T
  deep: { on: false, n: 1.5 }
empty:
---
Body
`;

describe('HST-02 setting values of any kind', () => {
  it.each<Case>([
    ['order', 12, 'order: 3 ', 'order: 12 '],
    ['draft', false, 'draft: true', 'draft: false'],
    ['date', '2026-04-01', 'date: 2026-03-16', 'date: 2026-04-01'],
    ['at', '2027-12-31T23:59:00Z', '2026-03-16T09:41:00Z', '2027-12-31T23:59:00Z'],
    ['tags', ['c', 'd', 'e: f'], '[ "a b", c ]', '[ c, "d", "e: f" ]'],
    ['list', ['two', 'three', 4], "- one   \n  - 'two'", "- 'two'\n  - three\n  - 4"],
    ['seo.title', 'New', 'title: T', 'title: New'],
    ['seo.deep.on', true, 'on: false', 'on: true'],
    ['seo.deep.n', -2, 'n: 1.5', 'n: -2'],
    ['empty', [1, 'a'], 'empty:', 'empty: [1, a]'],
    ['new', true, 'empty:\n', 'empty:\nnew: true\n'],
    ['new', ['a', 'no'], 'empty:\n', 'empty:\nnew: [a, "no"]\n'],
  ])('YAML: %s becomes %j', (key, value, ...[before, after]) => {
    expect(set(YAML, key, value)).toBe(YAML.replace(before, after));
    const windows = YAML.replaceAll('\n', '\r\n');
    const expected = YAML.replace(before, after).replaceAll('\n', '\r\n');
    expect(set(windows, key, value)).toBe(expected);
  });

  it.each<[string, FieldValue]>([
    ['order', 'three'],
    ['order', Number.NaN],
    ['draft', 'false'],
    ['date', '2026-04-01T10:00:00Z'],
    ['date', '2026-02-30'],
    ['date', 'soon'],
    ['at', '2026-03-16T25:00:00Z'],
    ['list', []],
    ['list', 'one'],
    ['seo.title', 3],
  ])('YAML: %s does not become %j', (key, value) => {
    expect(set(YAML, key, value)).toBe('refused: value_invalid');
  });

  it('leaves alone what holds more than plain values, and adds nothing within another key', () => {
    expect(set(YAML, 'more', ['z'])).toBe('refused: read_only');
    expect(set(YAML, 'seo', 'x')).toBe('refused: read_only');
    expect(set(YAML, 'seo.new', 'x')).toBe('refused: unsupported');
    expect(set('---\na: &x [1]\nb: *x\n---\n', 'a', [2])).toBe('refused: read_only');
  });

  const TOML = `+++
weight = 3 # by hand
draft = true
date = 2026-03-16
tags = ["a", 'b']
[extra]
toc = false
names = [
  "x",
  "y",
]
[[other]]
n = 1
+++
Body
`;

  it.each<Case>([
    ['weight', 1.5, 'weight = 3', 'weight = 1.5'],
    ['draft', false, 'draft = true', 'draft = false'],
    ['date', '2027-01-02', '2026-03-16', '2027-01-02'],
    ['tags', ['b', 'c'], `["a", 'b']`, `['b', "c"]`],
    ['extra.toc', true, 'toc = false', 'toc = true'],
    ['extra.names', ['y', 'z'], '"x",\n  "y",', '"y",\n  "z",'],
    ['pages', [1, 2], `'b']\n`, `'b']\npages = [1, 2]\n`],
  ])('TOML: %s becomes %j', (key, value, ...[before, after]) => {
    expect(set(TOML, key, value)).toBe(TOML.replace(before, after));
  });

  it('TOML: leaves tables alone', () => {
    expect(set(TOML, 'other.n', 2)).toBe('refused: unsupported');
    expect(set(TOML, 'date', '2027-01-02T10:00:00')).toBe('refused: value_invalid');
  });

  const JSON_PAGE = `{
  "n": 1, "on": false,
  "tags": [
    "a",
    "b"
  ],
  "seo": { "title": "T" }
}
Body
`;

  it.each<Case>([
    ['n', 2, '"n": 1', '"n": 2'],
    ['on', true, 'false', 'true'],
    ['tags', ['b', 'c', 'd'], '"a",\n    "b"', '"b",\n    "c",\n    "d"'],
    ['seo.title', 'U', '"T"', '"U"'],
  ])('JSON: %s becomes %j', (key, value, ...[before, after]) => {
    expect(set(JSON_PAGE, key, value)).toBe(JSON_PAGE.replace(before, after));
  });

  it('reads the values it sets', () => {
    const front = readFrontMatter(YAML);
    expect(front.slot('tags')).toMatchObject({ kind: 'list', value: ['a b', 'c'] });
    expect(front.slot('date')).toMatchObject({ kind: 'date', value: '2026-03-16' });
    expect(front.slot('seo.deep.n')).toMatchObject({ kind: 'number', value: 1.5 });
  });
});
