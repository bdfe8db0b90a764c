import type { BudgetStop, Locale } from '../../../src/contracts/index.ts';
import { formatExact, formatExactUtc, formatNumber, plural } from './format.ts';

/** Which budget is used up, and when it begins anew: in UTC, as budgets count, and by the reader's clock. */
export function budgetText(stop: BudgetStop, locale: Locale): string {
  const { scope, renewedAtMs } = stop;
  const limit = limitText(stop, locale);
  const utc = formatExactUtc(locale, renewedAtMs);
  const here = formatExact(locale, renewedAtMs);
  if (locale === 'de') {
    const whose = scope === 'person' ? 'Ihr Budget' : `Das Budget von „${stop.configuration}“`;
    const byClock = here === utc ? '' : ` (bei Ihnen am ${here})`;
    return `${whose} (${limit}) ist verbraucht. Es beginnt am ${utc} Uhr UTC neu${byClock}; die Administration kann es unter Verbrauch erhöhen.`;
  }
  const whose = scope === 'person' ? 'Your budget' : `The budget of “${stop.configuration}”`;
  const byClock = here === utc ? '' : ` (${here} where you are)`;
  return `${whose} (${limit}) is used up. It begins anew on ${utc} UTC${byClock}; an administrator can raise it under Usage.`;
}

function limitText({ measure, limit, period }: BudgetStop, locale: Locale): string {
  const isGerman = locale === 'de';
  const time = isGerman
    ? { day: 'am Tag', month: 'im Monat' }[period]
    : { day: 'a day', month: 'a month' }[period];
  switch (measure) {
    case 'requests':
      return `${plural(locale, limit, isGerman ? { one: '# Aufruf', other: '# Aufrufe' } : { one: '# call', other: '# calls' })} ${time}`;
    case 'tokens':
      return `${formatNumber(locale, limit)} ${isGerman ? 'Token' : 'tokens'} ${time}`;
    case 'cost':
      return `${isGerman ? 'Kosten von' : 'a cost of'} ${formatNumber(locale, limit / 100, 2)} ${time}`;
  }
}
