import type { Locale } from '../../../../../src/contracts/index.ts';

/** Somebody's own words, in the quotation marks of the reader's language. */
export function quotedText(text: string, locale: Locale): string {
  return locale === 'de' ? `„${text}“` : `“${text}”`;
}
