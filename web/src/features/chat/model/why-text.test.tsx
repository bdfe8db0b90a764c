import { describe, expect, it } from 'vitest';
import { splitWhy } from './why-text.ts';

describe('splitWhy', () => {
  it('takes the last short paragraph as the reason', () => {
    expect(splitWhy('Next is a sentence.\n\nIt has 32 words.')).toEqual({
      message: 'Next is a sentence.',
      why: 'It has 32 words.',
    });
    expect(splitWhy('It has 32 words.')).toEqual({ message: '', why: 'It has 32 words.' });
  });

  it('leaves lists, code and long paragraphs in the conversation', () => {
    for (const text of ['Two things:\n\n- one\n- two', '```\ncode\n```', 'word '.repeat(120)])
      expect(splitWhy(text)).toEqual({ message: text.trim(), why: '' });
    expect(splitWhy('')).toEqual({ message: '', why: '' });
  });
});
