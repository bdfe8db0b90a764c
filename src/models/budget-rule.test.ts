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
    { title: 'one request is left', limits: { dailyRequests: 3 }, used: { requests: 2 } },
    { title: 'none is', limits: { dailyRequests: 3 }, used: { requests: 3 }, over: 'requests' },
    { title: 'the tokens are exactly used', limits: { dailyTokens: 9 }, used: { tokens: 9 } },
    { title: 'one too many', limits: { dailyTokens: 9 }, used: { tokens: 10 }, over: 'tokens' },
    {
      title: 'the planned cost still fits',
      limits: { dailyCostCents: 7 },
      used: { costMicros: 2 * MICROS },
    },
    {
      title: 'it does not',
      limits: { dailyCostCents: 7 },
      used: { costMicros: 2 * MICROS + 1 },
      over: 'cost',
    },
    { title: 'nothing limits', limits: {}, used: { requests: 1e6, tokens: 1e9, costMicros: 1e12 } },
  ])('$title', ({ limits, used, over = null }) => {
    const day = { ...UNUSED, ...used };
    const refusal = budgetRefusal([budget(limits, { day, month: day })], 5 * MICROS);
    expect(refusal?.measure ?? null).toBe(over);
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
      fc.property(
        limits,
        fc.tuple(used, used),
        fc.tuple(amount, amount),
        (given, times, amounts) => {
          const [day, rest] = times;
          const [planned, more] = amounts;
          const month = plus(day, rest);
          const before = budgetRefusal([budget(given, { day, month })], planned * MICROS);
          const grown = { ...UNUSED, requests: more, tokens: more, costMicros: more * MICROS };
          const after = budgetRefusal(
            [budget(given, { day: plus(day, grown), month: plus(month, grown) })],
            (planned + more) * MICROS,
          );
          if (before !== null) expect(after).not.toBeNull();
          if (Object.values(given).every((value) => value === null)) expect(after).toBeNull();
        },
      ),
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
