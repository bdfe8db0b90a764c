import type { Generated } from 'kysely';

/** Calls of models and their budgets; no content. Times in milliseconds, days as `YYYY-MM-DD` in UTC. */
export interface UsageTables {
  model_usage: ModelUsageTable;
  budget: BudgetTable;
  budget_met: BudgetMetTable;
}

export interface ModelUsageTable {
  uid: Generated<number>;
  at_ms: number;
  day: string;
  actor_id: string | null;
  configuration_uid: number;
  process_skill_uid: number | null;
  model: string;
  state: string;
  prompt_tokens: number;
  completion_tokens: number;
  cost_micros: number;
}

/** One row a limit that was told to be met, of the current day or month of its budget. */
interface BudgetMetTable {
  scope: string;
  id: string;
  period: string;
  /** The day, or the first of the month. */
  since: string;
  measure: string;
  met_limit: number;
}

export interface BudgetTable {
  scope: string;
  id: string;
  daily_requests: number | null;
  daily_tokens: number | null;
  daily_cost_cents: number | null;
  monthly_requests: number | null;
  monthly_tokens: number | null;
  monthly_cost_cents: number | null;
  updated_at_ms: number;
}
