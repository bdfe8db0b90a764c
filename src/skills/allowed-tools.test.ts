import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes, normaliseAllowedTools, splitAllowedTools } from './allowed-tools.ts';

it.each([
  ['', []],
  ['  ', []],
  [',,', []],
  ['Read', ['Read']],
  ['Read, Write', ['Read', 'Write']],
  ['Read Write\tEdit\nGrep', ['Read', 'Write', 'Edit', 'Grep']],
  ['Bash(git add:*), Read', ['Bash(git add:*)', 'Read']],
  ['Bash(a, b (c d), e) Read', ['Bash(a, b (c d), e)', 'Read']],
  ['Bash(never closed, Read', ['Bash(never closed, Read']],
  ['a) b', ['a)', 'b']],
  ['Read\u00a0Write', ['Read', 'Write']],
  ['b, a, b', ['b', 'a', 'b']],
])('splits %j', (text, names) => {
  expect(splitAllowedTools(text)).toEqual(names);
});

it('a sorted set of names, by bytes; no declaration stays none', () => {
  expect(normaliseAllowedTools(null)).toBeNull();
  expect(normaliseAllowedTools([])).toEqual([]);
  expect(normaliseAllowedTools(['b', 'a c', 'b'])).toEqual(['a', 'b', 'c']);
  // UTF-16 units would put the emoji's surrogate before U+FF5E.
  expect(normaliseAllowedTools(['\u{1f600}', '\uff5e'])).toEqual(['\uff5e', '\u{1f600}']);
});

it('orders as UTF-8 bytes do', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('comma text, space text and list of the same names are one set', () => {
  const name = fc.stringMatching(/^[A-Za-z_]{1,8}(\([a-z :*,]{0,6}\))?$/);
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const set = normaliseAllowedTools(names);
      expect(normaliseAllowedTools(splitAllowedTools(names.join(', ')))).toEqual(set);
      expect(normaliseAllowedTools(splitAllowedTools(names.join(' ')))).toEqual(set);
      expect(set).toHaveLength(new Set(names).size);
    }),
  );
});
