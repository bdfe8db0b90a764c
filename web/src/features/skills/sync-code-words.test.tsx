import { expect, it } from 'vitest';
import { syncCodeText } from './sync-code-words.ts';

const more = (count: number) => ({ code: 'more_lines', message: 'more', count });

it('remarks that are not listed are counted', () => {
  expect(syncCodeText('line', more(1), 'en')).toBe('and 1 more remark');
  expect(syncCodeText('line', more(1_200), 'en')).toBe('and 1,200 more remarks');
  expect(syncCodeText('line', more(1), 'de')).toBe('und 1 weiterer Hinweis');
  expect(syncCodeText('line', more(51), 'de')).toBe('und 51 weitere Hinweise');
});

it('a code without words is said as the server says it', () => {
  expect(syncCodeText('line', { code: 'no_such', message: 'As it is.' }, 'de')).toBe('As it is.');
});
