import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordChanges, type TextChange } from './word-changes.ts';

const sideOf = (changes: readonly TextChange[], without: 'added' | 'removed') =>
  changes
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('wordChanges', () => {
  it('takes a phrase whole instead of leaving its inner space standing', () => {
    const changes = wordChanges('die Räume, die sich im Hof befinden', 'die Räume im Hof befinden');
    expect(changes).toEqual([
      { kind: 'same', text: 'die Räume' },
      { kind: 'removed', text: ', die sich' },
      { kind: 'same', text: ' im Hof befinden' },
    ]);
  });

  it('gives back both texts, character for character', () => {
    const word = fc.constantFrom(
      'die',
      'Stadt',
      'Räume',
      ',',
      '.',
      ' ',
      '  ',
      '\n',
      'a',
      '–',
      '🌳',
    );
    const text = fc.array(word, { maxLength: 24 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = wordChanges(before, after, 'de');
        expect(sideOf(changes, 'added')).toBe(before);
        expect(sideOf(changes, 'removed')).toBe(after);
      }),
      { numRuns: 500, verbose: true },
    );
  });
});
