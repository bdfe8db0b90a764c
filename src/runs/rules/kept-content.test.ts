import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { PrivacyLevel } from '../../contracts/index.ts';
import { keptContent, MAX_REDACTED_CHARACTERS, type Content } from './kept-content.ts';

const json = fc.jsonValue() as fc.Arbitrary<Content>;

/** What must not be kept, and never occurs in generated filler. */
const secret = fc.constantFrom(
  'sk-abcdefgh12345678',
  'ghp_ABCDEFGHIJKLMNOP',
  'Bearer abcdef.ghijkl-mnop',
  'ada.lovelace+site@example.co.uk',
  'müller@bücher.example',
);
const bare = (text: string) => text.replace(/^Bearer /, '');
const filler = fc.string({
  unit: fc.constantFrom('ä', 'b', ' ', '\n', '😀', '.'),
  maxLength: 3_000,
});

function textsOf(content: Content): readonly string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([name, member]) => [name, ...textsOf(member)]);
}

it('SEC-05 none and metadata keep nothing of a content, full keeps it as it was, whatever it is', () => {
  fc.assert(
    fc.property(json, (content) => {
      expect(keptContent('none', content)).toBeNull();
      expect(keptContent('metadata', content)).toBeNull();
      expect(keptContent('full', content)).toBe(content);
    }),
    propertyRuns('keptContent of levels'),
  );
});

it('SEC-05 redacted keeps no secret and no e-mail address wherever it stands, and no text over 2,000 characters', () => {
  fc.assert(
    fc.property(fc.tuple(filler, secret, filler), fc.nat(3), ([before, hidden, after], place) => {
      const text = `${before} ${hidden} ${after}`;
      const content: Content = [
        text,
        { body: text },
        { [text]: 1 },
        [{ calls: [{ arguments: { fields: { description: text } } }] }],
      ][place];
      const kept = textsOf(keptContent('redacted', content));
      for (const each of kept) {
        expect(each).not.toContain(bare(hidden));
        expect(Array.from(each).length).toBeLessThanOrEqual(MAX_REDACTED_CHARACTERS);
      }
    }),
    propertyRuns('keptContent redacted'),
  );
});

it('SEC-05 redacted leaves what holds no secret as it was, up to its length', () => {
  const content = { path: '/about', fields: { title: 'Opening hours' }, count: 3, done: true };
  expect(keptContent('redacted', content)).toEqual(content);
  expect(keptContent('redacted', { apiKey: 'hunter2', session_token: ['x'], key: null })).toEqual({
    apiKey: '[redacted]',
    session_token: '[redacted]',
    key: null,
  });
});

it('SEC-05 the levels are four, from least to most', () => {
  expect(PrivacyLevel.options).toEqual(['none', 'metadata', 'redacted', 'full']);
});
