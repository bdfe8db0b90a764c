import { ApiError } from './api-error.ts';
import { errorStrings } from './error-strings.ts';
import { contentRefusalText } from './content-refusal-words.ts';
import { useLocale, useText } from './i18n.tsx';

/** Turns anything thrown into a sentence in the reader's language: what happened, and what to do. */
export function useErrorText(): (error: unknown) => string {
  const sentences: Readonly<Record<string, string>> = useText(errorStrings);
  const { locale } = useLocale();
  return (error) => {
    if (!(error instanceof ApiError)) return sentences['internal'] ?? '';
    // A code this version does not know still comes with the server's own sentence.
    const known = contentRefusalText(error, locale) ?? sentences[error.code];
    return known ?? (error.message !== '' ? error.message : (sentences['internal'] ?? ''));
  };
}
