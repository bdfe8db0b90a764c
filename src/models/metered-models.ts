import { actorIdOf } from '../actors/index.ts';
import { AppError, type Clock, type Transaction, type Transactions } from '../base/index.ts';
import type { Budget, BudgetLimits, BudgetStop } from '../contracts/index.ts';
import { budgetRefusal, MICROS, type AppliedBudget, type BudgetRefusal } from './budget-rule.ts';
import { costMicros, counting, plannedTokens } from './call-tokens.ts';
import { knownOf, type ChatModel, type ModelAnswer, type ModelUsage } from './chat-model.ts';
import type { ChatModels, Configuration, ModelUse } from './configuration.ts';
import type { CallResult, UsageStore, UsageWriter, UsedCall } from './usage-store.ts';

export interface MeteredModelsDeps {
  readonly models: ChatModels;
  readonly usage: UsageStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  /** For usage that could not be written down after an answer, which counts more, and for budgets that are met. */
  readonly log: {
    error(facts: object, message: string): void;
    warn(facts: object, message: string): void;
  };
  /** Told once a limit and day or month of a budget that refuses a call, in the transaction that writes it down. */
  readonly onBudgetExhausted?: (transaction: Transaction, met: MetBudget) => Promise<void>;
}

/** A budget that refused a call, the first time at this limit in its day or month. */
export interface MetBudget extends Omit<BudgetRefusal, 'used'> {
  /** Whose it is; `null` of a configuration's. */
  readonly userId: string | null;
  /** What the call was made with, also when the budget is the person's. */
  readonly configurationUid: number;
  readonly renewedAtMs: number;
}

/**
 * Models whose every call is checked against the budgets before it is made, and written down after it. A call that budgets
 * apply to is written down when it is admitted, so that those side by side see each other: until it has ended, it counts with
 * its planned tokens and cost. Throws `budget_exhausted`.
 */
export function createMeteredModels(deps: MeteredModelsDeps): ChatModels {
  return {
    modelFor: async (configuration, use) => {
      const model = await deps.models.modelFor(configuration, use);
      return use === undefined ? model : meteredModel(deps, model, { configuration, use });
    },
  };
}

interface Caller {
  readonly configuration: Pick<Configuration, 'uid' | 'name'>;
  readonly use: ModelUse;
}

function meteredModel(deps: MeteredModelsDeps, model: ChatModel, caller: Caller): ChatModel {
  return {
    ...knownOf(model),
    generate: async (request) => {
      const planned = plannedTokens(request);
      const call = await admit(deps, caller, { model, planned });
      const counted = counting(request);
      try {
        const answer = await model.generate(counted.request);
        await keep(deps, call, resultOf(model, answer));
        return answer;
      } catch (error) {
        await keep(deps, call, brokenOff(model, planned, counted.tokens()));
        throw error;
      }
    },
  };
}

/** What a call without an answer took: nothing, unless some of the answer had come, which providers charge for with the prompt. */
function brokenOff(model: ChatModel, planned: ModelUsage, completionTokens: number): CallResult {
  const { name, price } = model;
  const isFree = completionTokens === 0;
  const tokens = { promptTokens: isFree ? 0 : planned.promptTokens, completionTokens };
  return {
    state: isFree ? 'failed' : 'answered',
    model: name,
    ...tokens,
    costMicros: costMicros(tokens, price),
  };
}

/** A call that may be made; `uid` when it is written down already. */
interface AdmittedCall {
  readonly used: UsedCall;
  readonly uid: number | null;
}

async function admit(
  deps: MeteredModelsDeps,
  { configuration, use }: Caller,
  { model, planned }: { readonly model: ChatModel; readonly planned: ModelUsage },
): Promise<AdmittedCall> {
  const { usage, transactions } = deps;
  const atMs = deps.clock.now();
  const used: UsedCall = {
    atMs,
    actorId: actorIdOf(use.actor),
    configurationUid: configuration.uid,
    processSkillUid: use.processSkillUid,
  };
  const budgets = budgetsOf(await usage.budgets(), use, configuration);
  if (budgets.length === 0) return { used, uid: null };
  const plannedMicros = costMicros(planned, model.price);
  const admitted = await transactions.transact(async (transaction) => {
    const writer = usage.within(transaction);
    await writer.lock();
    const applied = await appliedBudgets(writer, budgets, used);
    const refusal = budgetRefusal(applied, plannedMicros);
    if (refusal !== null) {
      await tellOnce(deps, transaction, { refusal, call: used });
      return refusal;
    }
    const uid = await writer.record(used, {
      ...planned,
      state: 'under_way',
      model: model.name,
      costMicros: plannedMicros,
    });
    return { used, uid };
  });
  // Only now: what is thrown inside would take back that it was told.
  if ('period' in admitted) throw budgetError(admitted, atMs, configuration.name);
  return admitted;
}

/** Tells of a budget that is met: of each limit it has had the first time in its day or month. */
async function tellOnce(
  { usage, log, onBudgetExhausted }: MeteredModelsDeps,
  transaction: Transaction,
  { refusal, call }: { readonly refusal: BudgetRefusal; readonly call: UsedCall },
): Promise<void> {
  const { scope, period, measure, limit } = refusal;
  const { atMs, configurationUid } = call;
  const userId = scope === 'person' ? call.actorId : null;
  const id = userId ?? String(configurationUid);
  const since = calendarOf(atMs)[period];
  const limitMet = { scope, id, period, since, measure, limit };
  if (!(await usage.within(transaction).noteMet(limitMet))) return;
  const renewedAtMs = nextPeriod(atMs, period);
  const met = { scope, userId, configurationUid, period, measure, limit, renewedAtMs };
  await onBudgetExhausted?.(transaction, met);
  transaction.onCommit(() => {
    log.warn(
      { scope, user: userId, configurationUid, period, measure, limit },
      'A budget is used up; calls of models are refused until it begins anew',
    );
  });
}

/** Budgets with what was used of them on the day and in the month of a call. */
async function appliedBudgets(
  writer: Pick<UsageWriter, 'usedSince'>,
  budgets: ReturnType<typeof budgetsOf>,
  { atMs, actorId, configurationUid }: UsedCall,
): Promise<readonly AppliedBudget[]> {
  const { day, month } = calendarOf(atMs);
  const applied: AppliedBudget[] = [];
  for (const { scope, limits } of budgets) {
    const whose = scope === 'person' ? { actorId: actorId ?? '' } : { configurationUid };
    applied.push({
      scope,
      limits,
      day: await writer.usedSince(whose, day),
      month: await writer.usedSince(whose, month),
    });
  }
  return applied;
}

/** What the budgets would say to a call that costs nothing; `null` = they would let it through. */
export async function budgetStanding(
  { usage, transactions, clock }: Pick<MeteredModelsDeps, 'usage' | 'transactions' | 'clock'>,
  { configuration, use }: Caller,
): Promise<AppError | null> {
  const atMs = clock.now();
  const budgets = budgetsOf(await usage.budgets(), use, configuration);
  const call: UsedCall = {
    atMs,
    actorId: actorIdOf(use.actor),
    configurationUid: configuration.uid,
    processSkillUid: use.processSkillUid,
  };
  const applied = await transactions.transact((transaction) =>
    appliedBudgets(usage.within(transaction), budgets, call),
  );
  const refusal = budgetRefusal(applied, 0);
  return refusal === null ? null : budgetError(refusal, atMs, configuration.name);
}

async function keep(
  { usage, transactions, log }: MeteredModelsDeps,
  { used, uid }: AdmittedCall,
  result: CallResult,
): Promise<void> {
  try {
    await transactions.transact(async (transaction) => {
      const writer = usage.within(transaction);
      if (uid === null) await writer.record(used, result);
      else await writer.settle(uid, result);
    });
  } catch (error) {
    log.error(
      { err: error, model: result.model },
      'What a model call used could not be written down',
    );
  }
}

/** A person's own budget, else everyone's; then the configuration's. Service accounts have no budget of their own. */
export function budgetsOf(
  all: readonly Budget[],
  { actor }: Pick<ModelUse, 'actor'>,
  { uid }: Pick<Configuration, 'uid'>,
): readonly { readonly scope: AppliedBudget['scope']; readonly limits: BudgetLimits }[] {
  const named = (scope: Budget['scope'], id: string) =>
    all.find((each) => each.scope === scope && each.id === id)?.limits;
  const person =
    actor.kind === 'user' ? (named('person', actor.userId) ?? named('everyone', '')) : undefined;
  const configuration = named('configuration', String(uid));
  return [
    ...(person === undefined ? [] : [{ scope: 'person' as const, limits: person }]),
    ...(configuration === undefined
      ? []
      : [{ scope: 'configuration' as const, limits: configuration }]),
  ];
}

function resultOf(model: ChatModel, answer: ModelAnswer): CallResult {
  const { name, price } = answer.answeredBy ?? model;
  const { promptTokens, completionTokens } = answer.usage;
  return {
    state: 'answered',
    model: name,
    promptTokens,
    completionTokens,
    costMicros: costMicros(answer.usage, price),
  };
}

/** The day and the first of the month of a time, in UTC. */
export function calendarOf(atMs: number): { readonly day: string; readonly month: string } {
  const day = new Date(atMs).toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
}

function budgetError(refusal: BudgetRefusal, atMs: number, configurationName: string): AppError {
  const { scope, period, measure, limit, used } = refusal;
  const renewedAtMs = nextPeriod(atMs, period);
  const whose = scope === 'person' ? 'Your budget' : `The budget of “${configurationName}”`;
  const amount = (value: number) =>
    measure === 'cost' ? (value / 100).toFixed(2) : String(Math.round(value));
  const unit = { requests: 'requests', tokens: 'tokens', cost: 'of cost' }[measure];
  return new AppError(
    'budget_exhausted',
    `${whose} for this ${period} is used up: ${amount(used)} of ${amount(limit)} ${unit}. It starts anew at ${new Date(renewedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC; an administrator can raise it under Usage.`,
    { data: { ...refusal, renewedAtMs, configuration: configurationName } satisfies BudgetStop },
  );
}

/** When what is counted by the day or the month begins anew after a time, integer ms: at 00:00 UTC. */
export function nextPeriod(atMs: number, period: BudgetRefusal['period']): number {
  const now = new Date(atMs);
  return period === 'day'
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

/** Hundredths of the currency of so many millionths of them. */
export function centsOf(costMicros: number): number {
  return costMicros / MICROS;
}
