import type { Insertable, Selectable } from 'kysely';
import type {
  Configuration,
  ConfigurationFields,
  ConfigurationStore,
  ConfigurationWriter,
} from '../../../models/index.ts';
import { fromFlag, orNull, toFlag, toJson, type Given } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type { ConfigurationTable } from './tables.ts';

const LOCK = 'configurations';

/** Configurations in the database. */
export function createConfigurationStore(database: Database): ConfigurationStore {
  const select = () => database.reads.selectFrom('configuration').selectAll();
  return {
    configuration: async (uid) =>
      orNull(await select().where('uid', '=', uid).executeTakeFirst(), configurationOf),
    defaultConfiguration: async () =>
      orNull(
        await select().where('is_default', '=', 1).where('is_active', '=', 1).executeTakeFirst(),
        configurationOf,
      ),
    configurations: async () =>
      (await select().orderBy('name').orderBy('uid').execute()).map(configurationOf),
    within: (transaction) => ({
      lock: () => lockName(transaction, LOCK),
      ...writer(inTransaction(transaction)),
    }),
  };
}

function writer(tx: ReturnType<typeof inTransaction>): Omit<ConfigurationWriter, 'lock'> {
  const keepOneDefault = async (uid: number, isDefault: boolean | undefined) => {
    if (isDefault !== true) return;
    await tx
      .updateTable('configuration')
      .set({ is_default: 0 })
      .where('is_default', '=', 1)
      .where('uid', '!=', uid)
      .execute();
  };
  return {
    exists: async () => {
      const row = await tx.selectFrom('configuration').select('uid').limit(1).executeTakeFirst();
      return row !== undefined;
    },
    create: async (fields, atMs) => {
      const created = await tx
        .insertInto('configuration')
        .values({ ...columnsOf(fields), created_at_ms: atMs, updated_at_ms: atMs })
        .onConflict((conflict) => conflict.column('identifier').doNothing())
        .returning('uid')
        .executeTakeFirst();
      if (created === undefined) return null;
      await keepOneDefault(created.uid, fields.isDefault);
      return created.uid;
    },
    update: async (uid, changes, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('configuration')
        .set({ ...columnsOf(changes), updated_at_ms: atMs })
        .where('uid', '=', uid)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await keepOneDefault(uid, changes.isDefault);
      return true;
    },
  };
}

type Columns = Omit<Insertable<ConfigurationTable>, 'uid' | 'created_at_ms' | 'updated_at_ms'>;

/** The columns of the fields that are given. */
function columnsOf(fields: ConfigurationFields): Columns;
function columnsOf(fields: Partial<ConfigurationFields>): Given<Columns>;
function columnsOf(fields: Partial<ConfigurationFields>): Given<Columns> {
  return {
    identifier: fields.identifier,
    name: fields.name,
    model: fields.model,
    system_prompt: fields.systemPrompt,
    temperature: fields.temperature,
    max_output_tokens: fields.maxOutputTokens,
    max_iterations: fields.maxIterations,
    allowed_group_ids: toJson(fields.allowedGroupIds),
    require_second_approver: toFlag(fields.requireSecondApprover),
    allowed_tool_groups: toJson(fields.allowedToolGroups),
    snippet_tags: toJson(fields.snippetTags),
    snippets_in_caller_system_message: toFlag(fields.snippetsInCallerSystemMessage),
    fallback_identifiers: toJson(fields.fallbackIdentifiers),
    is_active: toFlag(fields.isActive),
    is_default: toFlag(fields.isDefault),
  };
}

function configurationOf(row: Selectable<ConfigurationTable>): Configuration {
  return {
    uid: row.uid,
    identifier: row.identifier,
    name: row.name,
    model: row.model,
    systemPrompt: row.system_prompt,
    temperature: row.temperature,
    maxOutputTokens: row.max_output_tokens,
    maxIterations: row.max_iterations,
    allowedGroupIds: JSON.parse(row.allowed_group_ids) as string[],
    requireSecondApprover: fromFlag(row.require_second_approver),
    allowedToolGroups: JSON.parse(row.allowed_tool_groups) as string[],
    snippetTags: JSON.parse(row.snippet_tags) as string[],
    snippetsInCallerSystemMessage: fromFlag(row.snippets_in_caller_system_message),
    fallbackIdentifiers: JSON.parse(row.fallback_identifiers) as string[],
    isActive: fromFlag(row.is_active),
    isDefault: fromFlag(row.is_default),
  };
}
