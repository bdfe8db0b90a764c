import { Locale } from '../../../src/contracts/index.ts';

const KEY = 'vouch.locale';

/** The languages the interface speaks, each in its own words. */
export const LOCALES: readonly { id: Locale; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
];

/** What the reader chose before, else the first of the browser's languages that we speak, else English. */
export function initialLocale(stored: string | null, preferred: readonly string[]): Locale {
  const chosen = Locale.safeParse(stored);
  if (chosen.success) return chosen.data;
  for (const tag of preferred) {
    const language = Locale.safeParse(tag.slice(0, 2).toLowerCase());
    if (language.success) return language.data;
  }
  return 'en';
}

export function storedLocale(): Locale {
  return initialLocale(localStorage.getItem(KEY), navigator.languages);
}

export function storeLocale(locale: Locale): void {
  localStorage.setItem(KEY, locale);
}
