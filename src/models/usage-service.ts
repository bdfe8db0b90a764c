import { requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError, type Clock, type Transactions } from '../base/index.ts';
import type {
  Budget,
  BudgetUsed,
  UsageOverview,
  UsageShare,
  UsageSum,
} from '../contracts/index.ts';
import type { Used } from './budget-rule.ts';
import type { Configuration, ConfigurationReader } from './configuration.ts';
import { budgetStanding, calendarOf, centsOf, nextPeriod } from './metered-models.ts';
import type { UsageStore, UsedBy } from './usage-store.ts';

export interface UsageServiceDeps {
  readonly store: UsageStore;
  readonly configurations: ConfigurationReader;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly people: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** What a process is called; `null`: it is gone. */
  readonly processName: (skillUid: number) => Promise<string | null>;
}

/** What models are used for, and the budgets; for administrators alone. */
export interface UsageService {
  /** Default: the last 30 days. Throws `invalid_request` when the days are the wrong way round or more than 400. */
  overview(
    days: { readonly from?: string | undefined; readonly to?: string | undefined },
    actor: Actor,
  ): Promise<UsageOverview>;
  /** Throws `not_found` when there is no such person or configuration. */
  setBudget(budget: Budget, actor: Actor): Promise<UsageOverview>;
  /** What the budgets would say to a call now, by the code of the refusal; for whoever explains it, asks nobody's leave. */
  standing(
    person: Actor,
    configuration: Pick<Configuration, 'uid' | 'name'>,
  ): Promise<{ readonly refusal: string | null; readonly message: string }>;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;

export function createUsageService(deps: UsageServiceDeps): UsageService {
  const { store, clock } = deps;
  const overview = async (asked: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }): Promise<UsageOverview> => {
    const to = asked.to ?? calendarOf(clock.now()).day;
    const from = asked.from ?? dayAfter(to, -29);
    const days = daysBetween(from, to);
    const between = { from, to };
    const names = await namesOf(deps);
    const shares = async (key: 'person' | 'configuration' | 'model' | 'process') => {
      const used = await store.usedBy(key, between);
      return sorted(
        await Promise.all(
          used.map(async (each) => ({
            ...sumOf(each),
            id: each.key,
            name: await names[key](each.key),
          })),
        ),
      );
    };
    const byDay = new Map((await store.usedBy('day', between)).map((each) => [each.key, each]));
    const perDay = days.map((day) => ({ day, ...sumOf(byDay.get(day)) }));
    return {
      from,
      to,
      total: perDay.reduce<UsageSum>(addTo, sumOf(undefined)),
      days: perDay,
      people: await shares('person'),
      configurations: await shares('configuration'),
      models: await shares('model'),
      processes: await shares('process'),
      renewedAtMs: {
        day: nextPeriod(clock.now(), 'day'),
        month: nextPeriod(clock.now(), 'month'),
      },
      budgets: await Promise.all(
        (await withUsed(deps, await store.budgets())).map(async (budget) => ({
          ...budget,
          name: budget.scope === 'everyone' ? '' : await names[budget.scope](budget.id),
        })),
      ),
      choices: { people: [...names.people], configurations: [...names.configurations] },
    };
  };
  return {
    standing: async (person, configuration) => {
      const refused = await budgetStanding(
        { usage: store, transactions: deps.transactions, clock },
        { configuration, use: { actor: person, processSkillUid: null } },
      );
      return { refusal: refused?.code ?? null, message: refused?.message ?? '' };
    },
    overview: async (days, actor) => {
      requireAdministrator(actor);
      return overview(days);
    },
    setBudget: async (budget, actor) => {
      requireAdministrator(actor);
      const { people, configurations } = await namesOf(deps);
      const known = { everyone: [{ id: '' }], person: people, configuration: configurations };
      const isTakenAway = Object.values(budget.limits).every((limit) => limit === null);
      // A budget of somebody who is gone can still be taken away.
      if (!isTakenAway && !known[budget.scope].some(({ id }) => id === budget.id)) {
        throw new AppError('not_found', 'There is no such person or configuration.');
      }
      await deps.transactions.transact((transaction) =>
        store.within(transaction).setBudget(budget, clock.now()),
      );
      return overview({});
    },
  };
}

/** Budgets with what is used of them now, as the check before a call counts. */
function withUsed(
  { store, transactions, clock }: Pick<UsageServiceDeps, 'store' | 'transactions' | 'clock'>,
  budgets: readonly Budget[],
): Promise<readonly (Budget & { readonly used: BudgetUsed | null })[]> {
  const { day, month } = calendarOf(clock.now());
  return transactions.transact(async (transaction) => {
    const writer = store.within(transaction);
    const found: (Budget & { readonly used: BudgetUsed | null })[] = [];
    for (const budget of budgets) {
      const { scope, id } = budget;
      const whose = scope === 'person' ? { actorId: id } : { configurationUid: Number(id) };
      const used =
        scope === 'everyone'
          ? null
          : usedOf(await writer.usedSince(whose, day), await writer.usedSince(whose, month));
      found.push({ ...budget, used });
    }
    return found;
  });
}

function usedOf(day: Used, month: Used): BudgetUsed {
  return {
    dailyRequests: day.requests,
    dailyTokens: day.tokens,
    dailyCostCents: centsOf(day.costMicros),
    monthlyRequests: month.requests,
    monthlyTokens: month.tokens,
    monthlyCostCents: centsOf(month.costMicros),
  };
}

async function namesOf({ people, configurations, processName }: UsageServiceDeps) {
  const everybody = await people();
  const all = (await configurations.configurations()).map(({ uid, name }) => ({
    id: String(uid),
    name,
  }));
  const named = (list: readonly { readonly id: string; readonly name: string }[]) => (id: string) =>
    Promise.resolve(list.find((each) => each.id === id)?.name ?? id);
  return {
    people: everybody,
    configurations: all,
    person: named(everybody),
    configuration: named(all),
    model: (id: string) => Promise.resolve(id),
    process: async (id: string) => (id === '' ? '' : ((await processName(Number(id))) ?? id)),
  };
}

/** Every day between two, both included. */
function daysBetween(from: string, to: string): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(count >= 1 && count <= MAX_DAYS)) {
    throw new AppError(
      'invalid_request',
      `Give a first day that is not after the last one, and at most ${String(MAX_DAYS)} days.`,
      { data: { field: 'from' } },
    );
  }
  return Array.from({ length: count }, (_, index) => dayAfter(from, index));
}

function dayAfter(day: string, days: number): string {
  return calendarOf(Date.parse(day) + days * DAY_MS).day;
}

function sumOf(used: UsedBy | undefined): UsageSum {
  return {
    requests: used?.requests ?? 0,
    failed: used?.failed ?? 0,
    promptTokens: used?.promptTokens ?? 0,
    completionTokens: used?.completionTokens ?? 0,
    costCents: centsOf(used?.costMicros ?? 0),
  };
}

function addTo(sum: UsageSum, each: UsageSum): UsageSum {
  return {
    requests: sum.requests + each.requests,
    failed: sum.failed + each.failed,
    promptTokens: sum.promptTokens + each.promptTokens,
    completionTokens: sum.completionTokens + each.completionTokens,
    costCents: sum.costCents + each.costCents,
  };
}

function sorted(shares: readonly UsageShare[]): UsageShare[] {
  const tokens = (share: UsageShare) => share.promptTokens + share.completionTokens;
  return [...shares].sort(
    (one, other) =>
      other.costCents - one.costCents ||
      tokens(other) - tokens(one) ||
      other.requests - one.requests,
  );
}
