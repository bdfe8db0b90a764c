import type { Insertable, Kysely, Selectable } from 'kysely';
import { ProviderKind, TrustZone } from '../../../contracts/index.ts';
import type {
  Provider,
  ProviderFields,
  ProviderModel,
  ProviderModelFields,
  ProviderStore,
  ProviderWriter,
} from '../../../models/index.ts';
import { fromFlag, orNull, toFlag, type Given } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type { ModelTable, ProviderTable } from './tables.ts';

/** Providers and their models in the database. */
export function createProviderStore(database: Database): ProviderStore {
  const providers = () => database.reads.selectFrom('provider').selectAll();
  const models = () => database.reads.selectFrom('model').selectAll();
  return {
    providers: async () =>
      (await providers().orderBy('name').orderBy('uid').execute()).map(providerOf),
    provider: async (uid) =>
      orNull(await providers().where('uid', '=', uid).executeTakeFirst(), providerOf),
    providerNamed: async (identifier) =>
      orNull(await providers().where('identifier', '=', identifier).executeTakeFirst(), providerOf),
    models: async () => (await models().orderBy('name').orderBy('uid').execute()).map(modelOf),
    model: async (uid) => orNull(await models().where('uid', '=', uid).executeTakeFirst(), modelOf),
    modelNamed: async (providerUid, modelId) =>
      orNull(
        await models()
          .where('provider_uid', '=', providerUid)
          .where('model_id', '=', modelId)
          .executeTakeFirst(),
        modelOf,
      ),
    sealedKey: async ({ uid, baseUrl }) => {
      const row = await providers()
        .where('uid', '=', uid)
        .where('base_url', baseUrl === null ? 'is' : '=', baseUrl)
        .executeTakeFirst();
      return row?.sealed_key ?? null;
    },
    within: (transaction) => ({
      lock: () => lockName(transaction, 'providers'),
      ...writer(inTransaction(transaction)),
    }),
  };
}

function writer(tx: Kysely<Schema>): Omit<ProviderWriter, 'lock'> {
  return {
    addProvider: async (fields, atMs) => {
      const added = await tx
        .insertInto('provider')
        .values({
          ...providerColumns(fields),
          identifier: fields.identifier,
          kind: fields.kind,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.column('identifier').doNothing())
        .returning('uid')
        .executeTakeFirst();
      return added?.uid ?? null;
    },
    changeProvider: async (uid, changes, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('provider')
        .set({ ...providerColumns(changes), updated_at_ms: atMs })
        .where('uid', '=', uid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    setSealedKey: async (uid, sealed, atMs) => {
      await tx
        .updateTable('provider')
        .set({ sealed_key: sealed, updated_at_ms: atMs })
        .where('uid', '=', uid)
        .execute();
    },
    addModel: async (providerUid, fields, atMs) => {
      const added = await tx
        .insertInto('model')
        .values({
          ...modelColumns(fields),
          provider_uid: providerUid,
          model_id: fields.modelId,
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.columns(['provider_uid', 'model_id']).doNothing())
        .returning('uid')
        .executeTakeFirst();
      return added?.uid ?? null;
    },
    changeModel: async (uid, changes, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('model')
        .set({ ...modelColumns(changes), updated_at_ms: atMs })
        .where('uid', '=', uid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

type ProviderColumns = Pick<
  Insertable<ProviderTable>,
  'name' | 'base_url' | 'key_variable' | 'trust_zone' | 'silence_ms' | 'retries' | 'is_active'
>;
type ModelColumns = Omit<
  Insertable<ModelTable>,
  'uid' | 'provider_uid' | 'model_id' | 'created_at_ms' | 'updated_at_ms'
>;

/** The columns of the fields that are given. */
function providerColumns(fields: ProviderFields): ProviderColumns;
function providerColumns(fields: Partial<ProviderFields>): Given<ProviderColumns>;
function providerColumns(fields: Partial<ProviderFields>): Given<ProviderColumns> {
  return {
    name: fields.name,
    base_url: fields.baseUrl,
    key_variable: fields.keyVariable,
    trust_zone: fields.trustZone,
    silence_ms: fields.silenceMs,
    retries: fields.retries,
    is_active: toFlag(fields.isActive),
  };
}

function modelColumns(fields: ProviderModelFields): ModelColumns;
function modelColumns(fields: Partial<ProviderModelFields>): Given<ModelColumns>;
function modelColumns(fields: Partial<ProviderModelFields>): Given<ModelColumns> {
  return {
    name: fields.name,
    context_window_tokens: fields.contextWindowTokens,
    max_output_tokens: fields.maxOutputTokens,
    input_cents_per_million: fields.inputCentsPerMillion,
    output_cents_per_million: fields.outputCentsPerMillion,
    sees_images: toFlag(fields.seesImages),
    is_active: toFlag(fields.isActive),
  };
}

function providerOf(row: Selectable<ProviderTable>): Provider {
  return {
    uid: row.uid,
    identifier: row.identifier,
    name: row.name,
    kind: ProviderKind.parse(row.kind),
    baseUrl: row.base_url,
    hasKey: row.sealed_key !== null,
    keyVariable: row.key_variable,
    // What a later version wrote and this one does not know is the least trusted (facts §3).
    trustZone: TrustZone.catch('externalGlobal').parse(row.trust_zone),
    silenceMs: row.silence_ms,
    retries: row.retries,
    isActive: fromFlag(row.is_active),
    updatedAtMs: row.updated_at_ms,
  };
}

function modelOf(row: Selectable<ModelTable>): ProviderModel {
  return {
    uid: row.uid,
    providerUid: row.provider_uid,
    modelId: row.model_id,
    name: row.name,
    contextWindowTokens: row.context_window_tokens,
    maxOutputTokens: row.max_output_tokens,
    inputCentsPerMillion: row.input_cents_per_million,
    outputCentsPerMillion: row.output_cents_per_million,
    seesImages: fromFlag(row.sees_images),
    isActive: fromFlag(row.is_active),
    updatedAtMs: row.updated_at_ms,
  };
}
