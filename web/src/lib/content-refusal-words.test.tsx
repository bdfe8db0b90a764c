import { expect, it } from 'vitest';
import { ChangeRefusalCode } from '../../../src/contracts/index.ts';
import { ApiError } from './api-error.ts';
import { contentRefusalText } from './content-refusal-words.ts';

const refused = (reason: unknown, code = 'content_refused') =>
  new ApiError(code, 'The English sentence.', { status: 409, data: { reason } });

it('every reason for which a site refuses a change has a sentence of its own in each language', () => {
  for (const locale of ['en', 'de'] as const) {
    const said = ChangeRefusalCode.options.map((reason) =>
      contentRefusalText(refused(reason), locale),
    );
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
    expect(new Set(said).size).toBe(said.length);
  }
});

it('a reason of a later version, and an error about something else, have none here', () => {
  expect(contentRefusalText(refused('of_tomorrow'), 'de')).toBeNull();
  expect(contentRefusalText(refused('toString'), 'de')).toBeNull();
  expect(contentRefusalText(refused('read_only', 'not_found'), 'de')).toBeNull();
});
