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

  it('replaces words, not letters', () => {
    expect(wordChanges('The town lends rooms.', 'The town gives rooms.')).toEqual([
      { kind: 'same', text: 'The town ' },
      { kind: 'removed', text: 'lends' },
      { kind: 'added', text: 'gives' },
      { kind: 'same', text: ' rooms.' },
    ]);
  });

  it('finds nothing to change in equal texts, and survives a language code nobody knows', () => {
    expect(wordChanges('same', 'same', 'not a language')).toEqual([{ kind: 'same', text: 'same' }]);
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
