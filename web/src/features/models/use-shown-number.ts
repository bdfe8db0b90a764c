import { formatNumber } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.tsx';

/** A number in a table, as the reader's language writes it. */
export function useShownNumber(): (value: number | null) => string {
  const { locale } = useLocale();
  return (value) => (value === null ? '–' : formatNumber(locale, value));
}
