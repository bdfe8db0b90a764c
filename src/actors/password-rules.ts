import { AppError } from '../base/index.ts';
import type { PasswordProblem } from '../contracts/index.ts';

const SHORTEST = 10;
const LONGEST = 256;
const FEWEST_DIFFERENT = 4;

/** Of ten characters and more, those that are guessed first; lower case, without what is put before and behind. */
const COMMON = [
  '1234567890',
  '0123456789',
  '0987654321',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'password',
  'passwort',
  'passw0rd',
  'letmein',
  'administrator',
  'changeme',
  'iloveyou',
  'welcome',
  'willkommen',
  'geheim',
  'sunshine',
  'princess',
  'football',
];

/** Why a password is not taken; `null` = it is. Length is what counts: no rule asks for signs or digits. */
export function passwordProblem(
  password: string,
  person: { readonly name: string; readonly email: string },
): PasswordProblem | null {
  const length = Array.from(password).length;
  if (length < SHORTEST || password.trim() === '') return 'short';
  if (length > LONGEST) return 'long';
  const plain = password.toLowerCase();
  if (new Set(plain).size < FEWEST_DIFFERENT) return 'few_characters';
  const bare = plain.replace(/[\d\W_]+$/u, '').replace(/^[\d\W_]+/u, '');
  if (COMMON.includes(plain) || COMMON.includes(bare)) return 'common';
  const [mailbox = ''] = person.email.toLowerCase().split('@');
  const own = [person.email, mailbox, person.name].map((text) => text.trim().toLowerCase());
  if (own.includes(plain) || own.includes(bare)) return 'own_name';
  return null;
}

const SENTENCES: Readonly<Record<PasswordProblem, string>> = {
  short: `The password must have at least ${String(SHORTEST)} characters, not all of them blank.`,
  long: `The password must have at most ${String(LONGEST)} characters.`,
  few_characters: 'The password repeats too few different characters. Take another one.',
  common: 'This password is one of the first to be guessed. Take another one.',
  own_name: 'The password must not be your name or e-mail address. Take another one.',
};

/** Throws `password_refused` with `data.reason` for a password that is not taken. */
export function requirePassword(
  password: string,
  person: { readonly name: string; readonly email: string },
): void {
  const reason = passwordProblem(password, person);
  if (reason === null) return;
  throw new AppError('password_refused', SENTENCES[reason], { data: { reason } });
}
