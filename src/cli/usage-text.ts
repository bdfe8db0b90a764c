import type { BudgetLimits, BudgetUsed, UsageOverview, UsageShare } from '../contracts/index.ts';
import { timeText } from './time-text.ts';
import { printable } from './tour-screen.ts';

type StoredBudget = UsageOverview['budgets'][number];

/** One limit of a budget and how it stands. */
interface LimitStanding {
  readonly name: keyof BudgetLimits;
  readonly limit: number;
  /** As the limit counts; `null` = of each person another part is used. */
  readonly used: number | null;
  readonly unit: 'calls' | 'tokens' | 'cents';
  readonly period: 'day' | 'month';
  /** Integer ms. */
  readonly renewedAtMs: number;
}

type StandingBudget = StoredBudget & { readonly standing: readonly LimitStanding[] };
type UsageShown = Omit<UsageOverview, 'budgets'> & { readonly budgets: readonly StandingBudget[] };

const COUNTS: Readonly<Record<keyof BudgetLimits, Pick<LimitStanding, 'unit' | 'period'>>> = {
  dailyRequests: { unit: 'calls', period: 'day' },
  dailyTokens: { unit: 'tokens', period: 'day' },
  dailyCostCents: { unit: 'cents', period: 'day' },
  monthlyRequests: { unit: 'calls', period: 'month' },
  monthlyTokens: { unit: 'tokens', period: 'month' },
  monthlyCostCents: { unit: 'cents', period: 'month' },
};

/** Budgets with each limit that is set: what it allows, what is used of it, and when it begins anew. */
export function standingBudgets({
  budgets,
  renewedAtMs,
}: Pick<UsageOverview, 'budgets' | 'renewedAtMs'>): StandingBudget[] {
  return budgets.map((budget) => ({
    ...budget,
    standing: limitsOf(budget, budget.used).map(([name, limit, used]) => {
      const { unit, period } = COUNTS[name];
      return { name, limit, used, unit, period, renewedAtMs: renewedAtMs[period] };
    }),
  }));
}

function limitsOf(
  { limits }: Pick<StoredBudget, 'limits'>,
  used: BudgetUsed | null,
): readonly (readonly [keyof BudgetLimits, number, number | null])[] {
  return (Object.keys(COUNTS) as (keyof BudgetLimits)[]).flatMap((name) => {
    const limit = limits[name];
    return limit === null ? [] : [[name, limit, used?.[name] ?? null] as const];
  });
}

/** A budget, a line for each limit. */
export function budgetText({ scope, name, standing }: StandingBudget): string {
  const whose = scope === 'everyone' ? 'each person' : `${scope} ${printable(name)}`;
  return [`  ${whose}`, ...standing.map(limitLine), ''].join('\n');
}

function limitLine({ name, limit, used, unit, renewedAtMs }: LimitStanding): string {
  // Parts of a cent are shown as such: half a budget of one cent is no whole budget.
  const amount = (value: number) => String(Math.round(value * 100) / 100);
  const said =
    used === null
      ? `${amount(limit)} ${unit} for each`
      : `${amount(used)} of ${amount(limit)} ${unit} used${used >= limit ? ', used up' : ''}`;
  return `    ${name.padEnd(17)} ${said}; begins anew ${timeText(renewedAtMs).slice(0, 16)} UTC`;
}

/** What models were used for, as lines to read. */
export function usageText({ from, to, total, ...overview }: UsageShown): string {
  return [
    `${from} to ${to}`,
    line('total', total),
    ...section(
      'day',
      overview.days
        .filter(({ requests, failed }) => requests + failed > 0)
        .map((day) => ({ ...day, id: day.day, name: day.day })),
    ),
    ...section('person', overview.people),
    ...section('configuration', overview.configurations),
    ...section('model', overview.models),
    ...section('process', overview.processes),
    ...(overview.budgets.length === 0 ? [] : ['', 'budgets']),
  ]
    .map((text) => `${text}\n`)
    .concat(overview.budgets.map(budgetText))
    .join('');
}

function section(title: string, shares: readonly UsageShare[]): readonly string[] {
  return shares.length === 0
    ? []
    : ['', `by ${title}`, ...shares.map((each) => line(each.name, each))];
}

function line(name: string, sum: UsageOverview['total']): string {
  const failed = sum.failed === 0 ? '' : `, ${String(sum.failed)} failed`;
  return `  ${printable(name === '' ? '—' : name).padEnd(28)} ${String(sum.requests).padStart(7)} ${sum.requests === 1 ? 'call ' : 'calls'}${failed}  ${String(sum.promptTokens + sum.completionTokens).padStart(10)} tokens  ${(sum.costCents / 100).toFixed(2).padStart(9)}`;
}
