import { expect, it } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const ada = { name: 'Ada Lovelace', email: 'countess@example.org' };

it.each([
  ['too short', 'short'],
  [' '.repeat(12), 'short'],
  ['x'.repeat(257), 'long'],
  ['abababababab', 'few_characters'],
  ['1234567890', 'common'],
  ['Password2026!', 'common'],
  ['qwertzuiop', 'common'],
  ['Ada Lovelace', 'own_name'],
  ['countess1815', 'own_name'],
  ['Countess@Example.org', 'own_name'],
  ['correct horse', null],
  ['🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎', 'few_characters'],
  ['日本語のとても長い合言葉', null],
])('“%s” is judged %s', (password, problem) => {
  expect(passwordProblem(password, ada)).toBe(problem);
});
