import { expect, it } from 'vitest';
import { environmentLocale } from './locale-option.ts';

it.each([
  [{}, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'de'],
  [{ LANG: 'de' }, 'de'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LANG: 'fr_FR.UTF-8' }, 'en'],
  [{ LANG: 'den_CA' }, 'en'],
  [{ LANG: 'de_DE', LC_ALL: 'en_GB' }, 'en'],
  [{ LANG: 'en_GB', LC_ALL: '', LC_MESSAGES: 'de_AT' }, 'de'],
] as const)('API-05 the language of the environment %j is %s', (env, locale) => {
  expect(environmentLocale(env)).toBe(locale);
});
