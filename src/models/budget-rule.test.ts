import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import type { BudgetLimits } from '../contracts/index.ts';
import { budgetRefusal, MICROS, type AppliedBudget } from './budget-rule.ts';

const NONE: BudgetLimits = {
  dailyRequests: null,
  dailyTokens: null,
  dailyCostCents: null,
  monthlyRequests: null,
  monthlyTokens: null,
  monthlyCostCents: null,
};
const UNUSED = { requests: 0, tokens: 0, costMicros: 0 };
const budget = (
  limits: Partial<BudgetLimits>,
  more: Partial<Omit<AppliedBudget, 'limits'>> = {},
): AppliedBudget => ({
  scope: 'person',
  limits: { ...NONE, ...limits },
  day: UNUSED,
  month: UNUSED,
  ...more,
});

describe('Budgets', () => {
  it.each([
    ['one request is left', { dailyRequests: 3 }, { requests: 2 }, null],
    ['none is', { dailyRequests: 3 }, { requests: 3 }, 'requests'],
    ['the tokens are exactly used', { dailyTokens: 100 }, { tokens: 100 }, null],
    ['one token too many', { dailyTokens: 100 }, { tokens: 101 }, 'tokens'],
    ['the planned cost still fits', { dailyCostCents: 7 }, { costMicros: 2 * MICROS }, null],
    ['it does not', { dailyCostCents: 7 }, { costMicros: 2 * MICROS + 1 }, 'cost'],
    ['nothing limits', {}, { requests: 1e6, tokens: 1e9, costMicros: 1e12 }, null],
  ] as const)('%s', (_title, limits, used, measure) => {
    const day = { ...UNUSED, ...used };
    const refusal = budgetRefusal([budget(limits, { day, month: day })], 5 * MICROS);
    expect(refusal?.measure ?? null).toBe(measure);
  });

  it('names the first: person before configuration, day before month, requests, tokens, cost', () => {
    const day = { requests: 5, tokens: 50, costMicros: 5 * MICROS };
    const month = { requests: 9, tokens: 90, costMicros: 9 * MICROS };
    const all = budget({ dailyRequests: 5, monthlyTokens: 1 }, { day, month });
    const later = budget({ monthlyTokens: 80 }, { day, month });
    const configuration = budget({ dailyCostCents: 1 }, { scope: 'configuration', day, month });
    expect(budgetRefusal([all, configuration], 0)).toEqual({
      scope: 'person',
      period: 'day',
      measure: 'requests',
      limit: 5,
      used: 5,
    });
    expect(budgetRefusal([later, configuration], 0)).toMatchObject({
      period: 'month',
      measure: 'tokens',
      used: 90,
    });
    expect(budgetRefusal([budget({}, { day, month }), configuration], 0)).toMatchObject({
      scope: 'configuration',
      measure: 'cost',
      used: 5,
    });
  });

  it('never allows by more use, a higher plan or a lower limit what it refused before', () => {
    const amount = fc.integer({ min: 0, max: 40 });
    const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null });
    const used = fc.record({
      requests: amount,
      tokens: amount,
      costMicros: amount.map((n) => n * MICROS),
    });
    const limits = fc.record({
      dailyRequests: limit,
      dailyTokens: limit,
      dailyCostCents: limit,
      monthlyRequests: limit,
      monthlyTokens: limit,
      monthlyCostCents: limit,
    });
    fc.assert(
      fc.property(limits, used, used, amount, amount, (given, day, rest, planned, more) => {
        const month = plus(day, rest);
        const before = budgetRefusal([budget(given, { day, month })], planned * MICROS);
        const grown = { ...UNUSED, requests: more, tokens: more, costMicros: more * MICROS };
        const after = budgetRefusal(
          [budget(given, { day: plus(day, grown), month: plus(month, grown) })],
          (planned + more) * MICROS,
        );
        if (before !== null) expect(after).not.toBeNull();
        if (Object.values(given).every((value) => value === null)) expect(after).toBeNull();
      }),
      propertyRuns('budgets only ever get tighter'),
    );
  });
});

function plus(one: typeof UNUSED, other: typeof UNUSED) {
  return {
    requests: one.requests + other.requests,
    tokens: one.tokens + other.tokens,
    costMicros: one.costMicros + other.costMicros,
  };
}
