import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { Locale } from '../../../src/contracts/index.ts';
import type { Dictionary } from './dictionary.ts';
import { storedLocale, storeLocale } from './locale.ts';

interface LocaleState {
  locale: Locale;
  setLocale: (locale: Locale) => void;
}

const LocaleContext = createContext<LocaleState>({ locale: 'en', setLocale: () => undefined });

/**
 * Makes the reader's language known to our texts, to the component library and to the document.
 * `initial` defaults to what the reader chose before, then to the browser's languages.
 */
export function LocaleProvider({
  children,
  initial,
  isGuest = false,
}: {
  children: ReactNode;
  initial?: Locale;
  /** In somebody else's page: its language is not ours to say. */
  isGuest?: boolean;
}) {
  const [locale, setState] = useState<Locale>(() => initial ?? storedLocale());
  const setLocale = useCallback((next: Locale) => {
    storeLocale(next);
    setState(next);
  }, []);
  useEffect(() => {
    if (!isGuest) document.documentElement.lang = locale;
  }, [isGuest, locale]);
  const state = useMemo(() => ({ locale, setLocale }), [locale, setLocale]);
  return (
    <LocaleContext value={state}>
      <I18nProvider locale={locale === 'de' ? 'de-DE' : 'en-US'}>{children}</I18nProvider>
    </LocaleContext>
  );
}

/** The reader's language, and how to change it. */
export function useLocale(): LocaleState {
  return use(LocaleContext);
}

/** A feature's words in the reader's language: `const t = useText(strings)`, then `t.title`, `t.pages(3)`. */
export function useText<T>(strings: Dictionary<T>): Dictionary<T>[Locale] {
  return strings[useLocale().locale];
}
