import type { BudgetLimits } from '../../src/contracts/index.ts';

/** A budget that refuses nothing; tests set of it what they are about. */
export const NO_LIMITS: BudgetLimits = {
  dailyRequests: null,
  dailyTokens: null,
  dailyCostCents: null,
  monthlyRequests: null,
  monthlyTokens: null,
  monthlyCostCents: null,
};
