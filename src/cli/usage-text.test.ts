import { expect, it } from 'vitest';
import { NO_LIMITS } from '../../test/contracts/no-limits.ts';
import { budgetText, standingBudgets } from './usage-text.ts';

const RENEWED = { day: Date.UTC(2026, 11, 2), month: Date.UTC(2027, 0, 1) };
const USED = {
  dailyRequests: 12,
  dailyTokens: 34_000,
  dailyCostCents: 1.2345,
  monthlyRequests: 80,
  monthlyTokens: 500_000,
  monthlyCostCents: 20.5,
};

it('API-05 of each limit of a budget: what is used, what is allowed, in which unit, when it begins anew', () => {
  const budgets = standingBudgets({
    renewedAtMs: RENEWED,
    budgets: [
      {
        scope: 'person',
        id: 'ben',
        name: 'Ben',
        limits: { ...NO_LIMITS, dailyRequests: 12, monthlyCostCents: 5000 },
        used: USED,
      },
      {
        scope: 'everyone',
        id: '',
        name: '',
        limits: { ...NO_LIMITS, dailyTokens: 9000 },
        used: null,
      },
    ],
  });
  expect(budgets[0]?.standing).toEqual([
    {
      name: 'dailyRequests',
      limit: 12,
      used: 12,
      unit: 'calls',
      period: 'day',
      renewedAtMs: RENEWED.day,
    },
    {
      name: 'monthlyCostCents',
      limit: 5000,
      used: 20.5,
      unit: 'cents',
      period: 'month',
      renewedAtMs: RENEWED.month,
    },
  ]);
  expect(budgets.map(budgetText).join('')).toBe(
    '  person Ben\n' +
      '    dailyRequests     12 of 12 calls used, used up; begins anew 2026-12-02 00:00 UTC\n' +
      '    monthlyCostCents  20.5 of 5000 cents used; begins anew 2027-01-01 00:00 UTC\n' +
      '  each person\n' +
      '    dailyTokens       9000 tokens for each; begins anew 2026-12-02 00:00 UTC\n',
  );
});
