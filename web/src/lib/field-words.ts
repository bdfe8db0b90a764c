import { dictionary } from './dictionary.ts';

/** What is wrong with the usual fields. */
export const fieldWords = dictionary({
  en: {
    required: 'Please fill this in.',
    notAnAddress: 'This is not an e-mail address.',
  },
  de: {
    required: 'Bitte ausfüllen.',
    notAnAddress: 'Das ist keine E-Mail-Adresse.',
  },
});

/** As browsers see it: somebody at some host. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

/** Which of these fields of a form are empty. */
export function emptyFields<K extends string>(
  form: Readonly<Record<K, string>>,
  names: readonly K[],
): readonly K[] {
  return names.filter((name) => form[name] === '');
}
