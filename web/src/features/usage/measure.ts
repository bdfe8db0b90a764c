import type { Locale, UsageSum } from '../../../../src/contracts/index.ts';
import { formatNumber } from '../../lib/format.ts';

/** What a chart shows. */
export type Measure = 'cost' | 'tokens' | 'requests';

export const MEASURES: readonly Measure[] = ['cost', 'tokens', 'requests'];

export function amountOf(measure: Measure, sum: UsageSum): number {
  if (measure === 'cost') return sum.costCents / 100;
  return measure === 'tokens' ? sum.promptTokens + sum.completionTokens : sum.requests;
}

/** Costs as money is written, the rest as whole numbers. */
export function amountText(locale: Locale, measure: Measure, amount: number): string {
  return measure === 'cost' ? costText(locale, amount * 100) : formatNumber(locale, amount);
}

/** Small amounts keep the places that say anything. */
export function costText(locale: Locale, cents: number): string {
  const places = cents !== 0 && Math.abs(cents) < 100 ? 4 : 2;
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: places,
  }).format(cents / 100);
}

/** What is shown first: costs where there are any. */
export function firstMeasure(total: UsageSum): Measure {
  return total.costCents > 0 ? 'cost' : 'tokens';
}

/** Whether models answered and none of it could be reckoned: no price is entered for them. */
export function isUnpriced(sum: UsageSum): boolean {
  return sum.costCents === 0 && sum.promptTokens + sum.completionTokens > 0;
}
