import { z } from 'zod';

/** What one budget allows; `null` = no limit. Costs are hundredths of the currency prices are entered in. */
export const BudgetLimits = z.object({
  dailyRequests: z.number().int().positive().nullable(),
  dailyTokens: z.number().int().positive().nullable(),
  dailyCostCents: z.number().positive().max(1_000_000_000).nullable(),
  monthlyRequests: z.number().int().positive().nullable(),
  monthlyTokens: z.number().int().positive().nullable(),
  monthlyCostCents: z.number().positive().max(1_000_000_000).nullable(),
});
export type BudgetLimits = z.infer<typeof BudgetLimits>;

/** Whose budget: of each person who has none of their own, of one person, or of one configuration. */
export const BudgetScope = z.enum(['everyone', 'person', 'configuration']);
export type BudgetScope = z.infer<typeof BudgetScope>;

/** Set with every limit `null`, it is taken away. */
export const Budget = z.object({
  scope: BudgetScope,
  /** The person's id or the configuration's uid; empty for `everyone`. */
  id: z.string().max(64),
  limits: BudgetLimits,
});
export type Budget = z.infer<typeof Budget>;

/** Calls of models, added up. */
export const UsageSum = z.object({
  /** Answered, and those under way. */
  requests: z.number().int(),
  failed: z.number().int(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  costCents: z.number(),
});
export type UsageSum = z.infer<typeof UsageSum>;

/** One person, configuration, model or process; `id` empty: calls without one. */
export const UsageShare = UsageSum.extend({ id: z.string(), name: z.string() });
export type UsageShare = z.infer<typeof UsageShare>;

/** A day of the calendar in UTC, `YYYY-MM-DD`. */
export const UsageDay = z.iso.date();

/** What models were used for between two days, both included. */
export const UsageOverview = z.object({
  from: UsageDay,
  to: UsageDay,
  total: UsageSum,
  /** Every day of the time asked for, also those without a call. */
  days: z.array(UsageSum.extend({ day: UsageDay })),
  /** Most expensive first, then by tokens. */
  people: z.array(UsageShare),
  configurations: z.array(UsageShare),
  models: z.array(UsageShare),
  processes: z.array(UsageShare),
  budgets: z.array(Budget.extend({ name: z.string() })),
  /** Whom a budget can be set for. */
  choices: z.object({
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    configurations: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type UsageOverview = z.infer<typeof UsageOverview>;
