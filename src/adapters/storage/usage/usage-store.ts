import { sql, type Selectable } from 'kysely';
import { BudgetScope, type Budget, type BudgetLimits } from '../../../contracts/index.ts';
import type {
  CallResult,
  Used,
  UsageKey,
  UsageStore,
  UsageWriter,
  UsedBy,
} from '../../../models/index.ts';
import type { Database } from '../database.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type { BudgetTable } from './tables.ts';

const LOCK = 'model-usage';

/** What a share of the usage is told apart by. */
const KEY_COLUMNS = {
  day: 'day',
  person: 'actor_id',
  configuration: 'configuration_uid',
  model: 'model',
  process: 'process_skill_uid',
} as const satisfies Record<UsageKey, string>;

/** Calls of models and budgets in the database. */
export function createUsageStore(database: Database): UsageStore {
  return {
    budgets: async () =>
      (
        await database.reads
          .selectFrom('budget')
          .selectAll()
          .orderBy('scope')
          .orderBy('id')
          .execute()
      ).map(budgetOf),
    usedBy: async (key, { from, to }) => {
      const rows = await database.reads
        .selectFrom('model_usage')
        .select([
          sql<string | number | null>`${sql.ref(KEY_COLUMNS[key])}`.as('key'),
          added("case when state = 'failed' then 0 else 1 end").as('requests'),
          added("case when state = 'failed' then 1 else 0 end").as('failed'),
          added('prompt_tokens').as('prompt_tokens'),
          added('completion_tokens').as('completion_tokens'),
          added('cost_micros').as('cost_micros'),
        ])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(KEY_COLUMNS[key])
        .execute();
      return rows.map((row): UsedBy => ({
        key: row.key === null ? '' : String(row.key),
        requests: row.requests,
        failed: row.failed,
        promptTokens: row.prompt_tokens,
        completionTokens: row.completion_tokens,
        costMicros: row.cost_micros,
      }));
    },
    within: (transaction) => ({
      lock: () => lockName(transaction, LOCK),
      ...writer(inTransaction(transaction)),
    }),
  };
}

function writer(tx: ReturnType<typeof inTransaction>): Omit<UsageWriter, 'lock'> {
  return {
    usedSince: async (whose, day) => {
      const rows = tx
        .selectFrom('model_usage')
        .select([
          sql<number>`cast(count(*) as bigint)`.as('requests'),
          added('prompt_tokens + completion_tokens').as('tokens'),
          added('cost_micros').as('cost_micros'),
        ])
        .where('day', '>=', day)
        .where('state', '!=', 'failed');
      const row = await (
        'actorId' in whose
          ? rows.where('actor_id', '=', whose.actorId)
          : rows.where('configuration_uid', '=', whose.configurationUid)
      ).executeTakeFirst();
      const { requests = 0, tokens = 0, cost_micros: costMicros = 0 } = row ?? {};
      return { requests, tokens, costMicros } satisfies Used;
    },
    record: async (call, result) => {
      const { uid } = await tx
        .insertInto('model_usage')
        .values({
          at_ms: call.atMs,
          day: new Date(call.atMs).toISOString().slice(0, 10),
          actor_id: call.actorId,
          configuration_uid: call.configurationUid,
          process_skill_uid: call.processSkillUid,
          ...resultColumns(result),
        })
        .returning('uid')
        .executeTakeFirstOrThrow();
      return uid;
    },
    settle: async (uid, result) => {
      await tx
        .updateTable('model_usage')
        .set(resultColumns(result))
        .where('uid', '=', uid)
        .execute();
    },
    noteMet: async ({ limit, ...met }) => {
      await tx
        .deleteFrom('budget_met')
        .where('scope', '=', met.scope)
        .where('id', '=', met.id)
        .where('period', '=', met.period)
        .where('since', '<', met.since)
        .execute();
      const noted = await tx
        .insertInto('budget_met')
        .values({ ...met, met_limit: limit })
        .onConflict((conflict) => conflict.doNothing())
        .returning('since')
        .executeTakeFirst();
      return noted !== undefined;
    },
    setBudget: async ({ scope, id, limits }, atMs) => {
      await tx.deleteFrom('budget').where('scope', '=', scope).where('id', '=', id).execute();
      if (Object.values(limits).every((limit) => limit === null)) return;
      await tx
        .insertInto('budget')
        .values({ scope, id, ...limitColumns(limits), updated_at_ms: atMs })
        .execute();
    },
    removeBefore: async (day, limit) => {
      const { numDeletedRows } = await tx
        .deleteFrom('model_usage')
        .where('uid', 'in', (old) =>
          old.selectFrom('model_usage').select('uid').where('day', '<', day).limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** A sum that is a whole number on both databases, 0 over nothing; PostgreSQL adds whole numbers up to decimals. */
function added(expression: string) {
  return sql<number>`cast(coalesce(sum(${sql.raw(expression)}), 0) as bigint)`;
}

function resultColumns(result: CallResult) {
  return {
    model: result.model,
    state: result.state,
    prompt_tokens: result.promptTokens,
    completion_tokens: result.completionTokens,
    cost_micros: result.costMicros,
  };
}

function limitColumns(limits: BudgetLimits) {
  return {
    daily_requests: limits.dailyRequests,
    daily_tokens: limits.dailyTokens,
    daily_cost_cents: limits.dailyCostCents,
    monthly_requests: limits.monthlyRequests,
    monthly_tokens: limits.monthlyTokens,
    monthly_cost_cents: limits.monthlyCostCents,
  };
}

function budgetOf(row: Selectable<BudgetTable>): Budget {
  return {
    scope: BudgetScope.parse(row.scope),
    id: row.id,
    limits: {
      dailyRequests: row.daily_requests,
      dailyTokens: row.daily_tokens,
      dailyCostCents: row.daily_cost_cents,
      monthlyRequests: row.monthly_requests,
      monthlyTokens: row.monthly_tokens,
      monthlyCostCents: row.monthly_cost_cents,
    },
  };
}
