import type { Kysely } from 'kysely';
import type {
  ApiKey,
  ContentRights,
  ServiceAccount,
  ServiceAccountStore,
} from '../../../actors/index.ts';
import { Scope } from '../../../contracts/index.ts';
import { fromFlag, orNull, toFlag } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import type { ApiKeyTable, ServiceAccountTable } from './administration-tables.ts';

/** Service accounts and their keys in the database. */
export function createServiceAccountStore(database: Database): ServiceAccountStore {
  const { reads, writes } = database;
  return {
    accounts: async () =>
      (await accounts(reads).orderBy('name').orderBy('account_id').execute()).map(accountOf),
    account: (accountId) => accountIn(reads, accountId),
    keys: async () =>
      (await keys(reads).orderBy('created_at_ms', 'desc').orderBy('key_id', 'desc').execute()).map(
        keyOf,
      ),
    keyByHash: async (hash) =>
      orNull(await keys(reads).where('key_hash', '=', hash).executeTakeFirst(), keyOf),
    keyUsed: async (keyId, atMs) => {
      await writes
        .updateTable('api_key')
        .set({ last_used_at_ms: atMs })
        .where('key_id', '=', keyId)
        .execute();
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        account: (accountId) => accountIn(tx, accountId),
        key: async (keyId) =>
          orNull(await keys(tx).where('key_id', '=', keyId).executeTakeFirst(), keyOf),
        addAccount: async (account, atMs) => {
          await tx
            .insertInto('service_account')
            .values({ account_id: account.accountId, created_at_ms: atMs, ...stored(account) })
            .execute();
        },
        updateAccount: async (account) => {
          await tx
            .updateTable('service_account')
            .set(stored(account))
            .where('account_id', '=', account.accountId)
            .execute();
        },
        addKey: async (key) => {
          await tx
            .insertInto('api_key')
            .values({
              key_id: key.keyId,
              account_id: key.accountId,
              key_hash: key.hash,
              name: key.name,
              prefix: key.prefix,
              created_at_ms: key.createdAtMs,
              expires_at_ms: key.expiresAtMs,
              revoked_at_ms: key.revokedAtMs,
              last_used_at_ms: key.lastUsedAtMs,
            })
            .execute();
        },
        revokeKey: async (keyId, atMs) => {
          const { numUpdatedRows } = await tx
            .updateTable('api_key')
            .set({ revoked_at_ms: atMs })
            .where('key_id', '=', keyId)
            .where('revoked_at_ms', 'is', null)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
      };
    },
  };
}

const accounts = (db: Kysely<Schema>) => db.selectFrom('service_account').selectAll();
const keys = (db: Kysely<Schema>) => db.selectFrom('api_key').selectAll();

async function accountIn(db: Kysely<Schema>, accountId: string): Promise<ServiceAccount | null> {
  return orNull(
    await accounts(db).where('account_id', '=', accountId).executeTakeFirst(),
    accountOf,
  );
}

function stored({ name, scopes, rights, isDisabled }: ServiceAccount) {
  return {
    name,
    scopes: JSON.stringify(scopes),
    rights: JSON.stringify(rights),
    is_disabled: toFlag(isDisabled),
  };
}

function accountOf(row: ServiceAccountTable): ServiceAccount {
  return {
    accountId: row.account_id,
    name: row.name,
    // One that a later or former version knows opens nothing here.
    scopes: (JSON.parse(row.scopes) as readonly string[]).filter(isScope),
    rights: JSON.parse(row.rights) as ContentRights,
    isDisabled: fromFlag(row.is_disabled),
  };
}

function keyOf(row: ApiKeyTable): ApiKey {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}

function isScope(name: string): name is Scope {
  return Scope.safeParse(name).success;
}
