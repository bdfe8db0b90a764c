import { AppError, type Clock, type Ids, type Transactions } from '../base/index.ts';
import type {
  AddApiKey,
  AddServiceAccount,
  ApiKeyView,
  ChangeServiceAccount,
  NewApiKey,
  ServiceAccountView,
} from '../contracts/index.ts';
import { NO_CONTENT_RIGHTS, type Actor, type ServiceActor } from './actor.ts';
import { apiKeyHash, apiKeyOf, apiKeyState, KEY_BYTES } from './api-key.ts';
import { requireAdministrator } from './may.ts';
import { differences, type Recorder } from './people-audit.ts';
import type { ApiKey, ServiceAccount, ServiceAccountStore } from './service-account.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const DEFAULT_KEY_DAYS = 365;
/** A key that is used all the time is noted no oftener. */
const USE_NOTED_EVERY_MS = 60_000;

/** Programs that ask for themselves, and their keys. What changes them is for administrators alone and written down. */
export interface ServiceAccounts {
  list(actor: Actor): Promise<readonly ServiceAccountView[]>;
  add(account: AddServiceAccount, actor: Actor): Promise<ServiceAccountView>;
  change(
    accountId: string,
    changes: ChangeServiceAccount,
    actor: Actor,
  ): Promise<ServiceAccountView>;
  /** A new key, told this once. */
  addKey(accountId: string, key: AddApiKey, actor: Actor): Promise<NewApiKey>;
  revokeKey(accountId: string, keyId: string, actor: Actor): Promise<void>;
  /** The account a key stands for, as it is now; `null` for a key that is unknown, revoked or expired, or whose account is off. */
  actorOf(key: string): Promise<ServiceActor | null>;
}

interface ServiceAccountsDeps {
  readonly store: ServiceAccountStore;
  readonly record: Recorder;
  readonly transactions: Transactions;
  readonly ids: Ids;
  readonly clock: Clock;
}

export function createServiceAccounts(deps: ServiceAccountsDeps): ServiceAccounts {
  const { store, record, transactions, ids, clock } = deps;

  const viewOf = async (account: ServiceAccount): Promise<ServiceAccountView> =>
    accountView(account, await store.keys(), clock.now());

  return {
    list: async (actor) => {
      requireAdministrator(actor);
      const [accounts, keys] = await Promise.all([store.accounts(), store.keys()]);
      return accounts.map((account) => accountView(account, keys, clock.now()));
    },

    add: async (given, actor) => {
      requireAdministrator(actor);
      const account: ServiceAccount = {
        accountId: ids.uuid(),
        name: given.name,
        scopes: given.scopes,
        rights: given.rights ?? NO_CONTENT_RIGHTS,
        isDisabled: false,
      };
      await transactions.transact(async (transaction) => {
        await store.within(transaction).addAccount(account, clock.now());
        const { name, scopes, rights } = account;
        const subject = { id: account.accountId, name };
        await record(transaction, 'account_added', { subject, actor, detail: { scopes, rights } });
      });
      return viewOf(account);
    },

    change: async (accountId, changes, actor) => {
      requireAdministrator(actor);
      const after = await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const before = await writer.account(accountId);
        if (before === null) throw noAccount();
        const fields = {
          name: changes.name ?? before.name,
          scopes: changes.scopes ?? before.scopes,
          rights: changes.rights ?? before.rights,
          isDisabled: changes.isDisabled ?? before.isDisabled,
        };
        const changed: ServiceAccount = { accountId, ...fields };
        await writer.updateAccount(changed);
        const detail = differences(before, fields);
        const subject = { id: accountId, name: before.name };
        if (Object.keys(detail).length > 0) {
          await record(transaction, 'account_changed', { subject, actor, detail });
        }
        return changed;
      });
      return viewOf(after);
    },

    addKey: async (accountId, { name, days = DEFAULT_KEY_DAYS }, actor) => {
      requireAdministrator(actor);
      const { key, prefix, hash } = apiKeyOf(ids.secret(KEY_BYTES));
      const nowMs = clock.now();
      const stored: ApiKey = {
        keyId: ids.uuid(),
        accountId,
        name,
        prefix,
        createdAtMs: nowMs,
        expiresAtMs: days === null ? null : nowMs + days * DAY_MS,
        revokedAtMs: null,
        lastUsedAtMs: null,
      };
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const account = await writer.account(accountId);
        if (account === null) throw noAccount();
        await writer.addKey({ ...stored, hash });
        await record(transaction, 'key_created', {
          subject: { id: accountId, name: account.name },
          actor,
          detail: { name, prefix, expiresAtMs: stored.expiresAtMs },
        });
      });
      return { key, view: keyView(stored, nowMs) };
    },

    revokeKey: async (accountId, keyId, actor) => {
      requireAdministrator(actor);
      await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const [account, key] = [await writer.account(accountId), await writer.key(keyId)];
        if (account === null || key?.accountId !== accountId) {
          throw new AppError('not_found', 'There is no such key.');
        }
        if (!(await writer.revokeKey(keyId, clock.now()))) return;
        await record(transaction, 'key_revoked', {
          subject: { id: accountId, name: account.name },
          actor,
          detail: { name: key.name, prefix: key.prefix },
        });
      });
    },

    actorOf: async (shown) => {
      const hash = apiKeyHash(shown);
      const key = hash === null ? null : await store.keyByHash(hash);
      const nowMs = clock.now();
      if (key === null || apiKeyState(key, nowMs) !== 'good') return null;
      const account = await store.account(key.accountId);
      if (account === null || account.isDisabled) return null;
      if (nowMs - (key.lastUsedAtMs ?? 0) >= USE_NOTED_EVERY_MS) {
        await store.keyUsed(key.keyId, nowMs);
      }
      const { accountId, name, scopes, rights } = account;
      return { kind: 'service', accountId, name, scopes, rights };
    },
  };
}

function accountView(
  account: ServiceAccount,
  keys: readonly ApiKey[],
  nowMs: number,
): ServiceAccountView {
  const { accountId, name, scopes, rights, isDisabled } = account;
  const own = keys.filter((key) => key.accountId === accountId);
  return {
    id: accountId,
    name,
    scopes,
    rights,
    isDisabled,
    keys: own.map((key) => keyView(key, nowMs)),
  };
}

function keyView(key: ApiKey, nowMs: number): ApiKeyView {
  const { keyId, accountId: _account, ...shown } = key;
  return { id: keyId, ...shown, state: apiKeyState(key, nowMs) };
}

function noAccount(): AppError {
  return new AppError('not_found', 'There is no such service account.');
}
