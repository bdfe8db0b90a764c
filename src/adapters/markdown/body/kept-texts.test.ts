import { describe, expect, it } from 'vitest';
import { createKeptTexts } from './kept-texts.ts';

describe('texts that were read', () => {
  const counting = () => {
    const kept = createKeptTexts<number>();
    let reads = 0;
    return (text: string, sign = '') => kept({ text, sign }, () => (reads += 1));
  };

  it('the same text read the same way is read once', () => {
    const read = counting();
    expect([read('a'), read('b'), read('a'), read('a', 'mdx'), read('a')]).toEqual([1, 2, 1, 3, 1]);
  });

  it('the ones used last are kept, six at most', () => {
    const read = counting();
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) read(text);
    read('a');
    read('g');
    expect([read('a'), read('b')]).toEqual([1, 8]);
  });

  it('long ones make room for each other, and the last one is always kept', () => {
    const read = counting();
    const long = 'x'.repeat(1_600_000);
    read('a');
    read(long);
    expect([read(long), read('a'), read(long)]).toEqual([2, 3, 4]);
  });
});
