import { expect, it } from 'vitest';
import { UnreadReason } from '../../../../src/contracts/index.ts';
import { unreadText } from './unread-words.ts';

it('every reason for which a file is left alone has a sentence of its own in each language', () => {
  for (const locale of ['en', 'de'] as const) {
    const said = UnreadReason.options.map((code) => unreadText({ reason: 'x', code }, locale));
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(new Set(said).size).toBe(said.length);
  }
});

it('a site that gives no code is heard in its own words', () => {
  expect(unreadText({ reason: 'It is locked there.' }, 'de')).toBe('It is locked there.');
});
