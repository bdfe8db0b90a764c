import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPassage, plainText } from './passage.ts';

describe('changedPassage', () => {
  it('is the sentence in which something changes', () => {
    expect(changedPassage('First. Second is here. Third.', 'First. Second is there. Third.')).toBe(
      'Second is here.',
    );
  });

  it('spans all sentences that change', () => {
    expect(changedPassage('A one. B two. C three. D.', 'A one. X two. Y three. D.')).toBe(
      'B two. C three.',
    );
  });

  it('reads as the page does: without marks and addresses', () => {
    expect(changedPassage('More **about** it [here](/join).', 'More about joining.')).toBe(
      'More about it here.',
    );
  });

  it('is nothing when there was no text, or when the passage is too long to point at', () => {
    expect(changedPassage(null, 'New')).toBeNull();
    expect(changedPassage('  ', 'New')).toBeNull();
    expect(changedPassage('word '.repeat(300), 'other')).toBeNull();
  });

  it('is always words of the text it was taken from', () => {
    const sentence = fc.array(fc.constantFrom('tree', 'hall', 'town', 'evening'), {
      minLength: 1,
      maxLength: 5,
    });
    const text = fc
      .array(
        sentence.map((words) => `${words.join(' ')}.`),
        { minLength: 1, maxLength: 6 },
      )
      .map((sentences) => sentences.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const passage = changedPassage(before, after);
        expect(passage === null || plainText(before).includes(passage)).toBe(true);
      }),
      { verbose: true },
    );
  });
});
