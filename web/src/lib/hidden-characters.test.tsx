import { expect, it } from 'vitest';
import { visibleParts, withVisibleCharacters } from '../../../src/contracts/index.ts';
import { withVisibleChanges } from './hidden-characters.ts';

it('characters that cannot be seen are written out, and nothing else changes', () => {
  expect(visibleParts('do not\u202e tell')).toEqual([
    { kind: 'text', text: 'do not' },
    { kind: 'hidden', code: 'U+202E' },
    { kind: 'text', text: ' tell' },
  ]);
  expect(withVisibleCharacters('a\u{e0041}b\u200b\tc\n')).toBe('a⟦U+E0041⟧b⟦U+200B⟧\tc\n');
  expect(withVisibleCharacters('a\u{e0159}b\u3164\r')).toBe('a⟦U+E0159⟧b⟦U+3164⟧⟦U+000D⟧');
  expect(withVisibleCharacters('❤️ 👩\u200d💻')).toBe('❤️ 👩\u200d💻');
  expect(visibleParts('Größe – “fine” 🌳')).toEqual([{ kind: 'text', text: 'Größe – “fine” 🌳' }]);
});

it('a proposal shows hidden characters it brings, and leaves alone those that stay', () => {
  expect(withVisibleChanges('Kultur\u00adverein', 'Der Kultur\u00adverein').after).toBe(
    'Der Kultur\u00adverein',
  );
  expect(withVisibleChanges('one', 'o\u200bne')).toEqual({ before: 'one', after: 'o⟦U+200B⟧ne' });
  expect(withVisibleChanges(null, 'x')).toEqual({ before: null, after: 'x' });
});
