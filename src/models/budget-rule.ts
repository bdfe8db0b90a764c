import type { BudgetLimits } from '../contracts/index.ts';

/** What was used up in a time. Costs in millionths of a hundredth of the currency, so that they are whole numbers. */
export interface Used {
  readonly requests: number;
  readonly tokens: number;
  readonly costMicros: number;
}

/** One budget that applies to a call, with what was used of it. */
export interface AppliedBudget {
  readonly scope: 'person' | 'configuration';
  readonly limits: BudgetLimits;
  readonly day: Used;
  readonly month: Used;
}

/** Which limit of which budget says no. */
export interface BudgetRefusal {
  readonly scope: 'person' | 'configuration';
  readonly period: 'day' | 'month';
  readonly measure: 'requests' | 'tokens' | 'cost';
  readonly limit: number;
  /** As the limit counts: calls, tokens, or hundredths of the currency. */
  readonly used: number;
}

/** Of one hundredth of the currency. */
export const MICROS = 1_000_000;

/**
 * Whether budgets refuse a call, and the first limit that does: the person's before the configuration's, the day's before
 * the month's, then requests, tokens, cost. A call is refused when it would be one too many, when more tokens than the limit
 * are used already, or when its planned cost would pass the limit (facts §8).
 */
export function budgetRefusal(
  budgets: readonly AppliedBudget[],
  plannedMicros: number,
): BudgetRefusal | null {
  for (const budget of budgets) {
    for (const period of PERIODS) {
      const over = overLimit(limitsOf(budget.limits, period), budget[period], plannedMicros);
      if (over !== null) return { scope: budget.scope, period, ...over };
    }
  }
  return null;
}

const PERIODS = ['day', 'month'] as const;

type Limits = Readonly<Record<BudgetRefusal['measure'], number | null>>;

function limitsOf(limits: BudgetLimits, period: BudgetRefusal['period']): Limits {
  return period === 'day'
    ? { requests: limits.dailyRequests, tokens: limits.dailyTokens, cost: limits.dailyCostCents }
    : {
        requests: limits.monthlyRequests,
        tokens: limits.monthlyTokens,
        cost: limits.monthlyCostCents,
      };
}

function overLimit(
  { requests, tokens, cost }: Limits,
  used: Used,
  plannedMicros: number,
): Pick<BudgetRefusal, 'measure' | 'limit' | 'used'> | null {
  if (requests !== null && used.requests + 1 > requests) {
    return { measure: 'requests', limit: requests, used: used.requests };
  }
  if (tokens !== null && used.tokens > tokens) {
    return { measure: 'tokens', limit: tokens, used: used.tokens };
  }
  if (cost !== null && used.costMicros + plannedMicros > cost * MICROS) {
    return { measure: 'cost', limit: cost, used: used.costMicros / MICROS };
  }
  return null;
}
