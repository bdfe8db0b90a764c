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

/** Which limit of which budget refused a call, and when it begins anew. */
export const BudgetStop = z.object({
  scope: z.enum(['person', 'configuration']),
  period: z.enum(['day', 'month']),
  measure: z.enum(['requests', 'tokens', 'cost']),
  limit: z.number(),
  /** As the limit counts: calls, tokens, or hundredths of the currency. */
  used: z.number(),
  renewedAtMs: z.number().int(),
  /** What the call was made with, also when the budget is the person's. */
  configuration: z.string(),
});
export type BudgetStop = z.infer<typeof BudgetStop>;

/** What was used of a budget in this day and month, as its limits count. */
export const BudgetUsed = z.object({
  dailyRequests: z.number().int(),
  dailyTokens: z.number().int(),
  dailyCostCents: z.number(),
  monthlyRequests: z.number().int(),
  monthlyTokens: z.number().int(),
  monthlyCostCents: z.number(),
});
export type BudgetUsed = z.infer<typeof BudgetUsed>;

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
  /** When what is used of budgets is counted from nothing again. */
  renewedAtMs: z.object({ day: z.number().int(), month: z.number().int() }),
  budgets: z.array(
    Budget.extend({
      name: z.string(),
      /** `null` for `everyone`: each person has used another part of it. */
      used: BudgetUsed.nullable(),
    }),
  ),
  /** Whom a budget can be set for. */
  choices: z.object({
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    configurations: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type UsageOverview = z.infer<typeof UsageOverview>;
