import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, diffLines, foldRows, type DiffLine } from './line-diff.ts';

const textOf = (lines: readonly DiffLine[]) =>
  lines.map(({ parts }) => parts.map(({ text }) => text).join('')).join('\n');
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${String(i)}`);

describe('diffLines', () => {
  it('marks the changed words of lines that stand for each other', () => {
    const lines = diffLines('a\nof more than 30 words.\nb', 'a\nof more than 25 words.\nb');
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', 1, 1],
      ['delete', 2, null],
      ['insert', null, 2],
      ['same', 3, 3],
    ]);
    expect(lines[1]?.parts.filter(({ changed }) => changed)).toEqual([
      { text: '30', changed: true },
    ]);
  });

  it('leaves lines that have little in common unmarked', () => {
    const lines = diffLines('An old rule about tables', 'Nothing like it');
    expect(lines.flatMap(({ parts }) => parts).some(({ changed }) => changed)).toBe(false);
  });

  it('numbers a text that is compared with nothing', () => {
    expect(diffLines(null, 'a\nb').map(({ kind, after }) => [kind, after])).toEqual([
      ['same', 1],
      ['same', 2],
    ]);
  });

  it('gives back both texts, whatever changed', () => {
    const line = fc.constantFrom('', 'alpha beta', 'alpha gamma', 'delta', '- item', '  ');
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(textOf(lines.filter(({ kind }) => kind !== 'insert'))).toBe(before);
        expect(textOf(lines.filter(({ kind }) => kind !== 'delete'))).toBe(after);
      }),
      { verbose: true },
    );
  });
});

describe('foldRows', () => {
  const before = numbered(30);
  const after = before.with(15, 'line fifteen');
  const lines = diffLines(before.join('\n'), after.join('\n'));

  it('folds unchanged stretches away and keeps the lines around a change', () => {
    const rows = foldRows(lines, new Set());
    expect(rows.map((row) => (row.kind === 'fold' ? row.lines.length : 'line'))).toEqual([
      13,
      ...Array.from({ length: 6 }, () => 'line'),
      12,
    ]);
  });

  it('opens one fold and leaves the other', () => {
    const first = foldRows(lines, new Set()).find((row) => row.kind === 'fold');
    const rows = foldRows(lines, new Set([first?.id ?? '']));
    expect(rows.filter(({ kind }) => kind === 'fold')).toHaveLength(1);
  });

  it('hides no line that changed, and none for good', () => {
    const shown = foldRows(lines, new Set()).flatMap((row) =>
      row.kind === 'fold' ? row.lines : [row.line],
    );
    expect(shown).toEqual(lines);
    expect(countLines(lines)).toEqual({ added: 1, removed: 1, same: 29 });
  });

  it('does not fold a text without changes, nor a few lines', () => {
    const same = diffLines(before.join('\n'), before.join('\n'));
    expect(foldRows(same, new Set()).every(({ kind }) => kind === 'line')).toBe(true);
    const short = diffLines('a\nb\nc\nx', 'a\nb\nc\ny');
    expect(foldRows(short, new Set()).every(({ kind }) => kind === 'line')).toBe(true);
  });
});
