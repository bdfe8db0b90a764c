import type { Transaction } from '../base/index.ts';
import type { Scope } from '../contracts/index.ts';
import type { ContentRights } from './actor.ts';

/** A program that asks for itself, with scopes instead of grants. */
export interface ServiceAccount {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rights: ContentRights;
  readonly isDisabled: boolean;
}

/** A key of an account as it is kept: its hash, never the key. */
export interface ApiKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** Where service accounts and their keys are kept. */
export interface ServiceAccountStore {
  /** By name. */
  accounts(): Promise<readonly ServiceAccount[]>;
  account(accountId: string): Promise<ServiceAccount | null>;
  /** Of every account, the newest first. */
  keys(): Promise<readonly ApiKey[]>;
  keyByHash(hash: string): Promise<ApiKey | null>;
  /** Notes that a key was used; outside a transaction, since nothing else rests on it. */
  keyUsed(keyId: string, atMs: number): Promise<void>;
  within(transaction: Transaction): ServiceAccountWriter;
}

/** Changes service accounts; every method belongs to one transaction. */
export interface ServiceAccountWriter {
  account(accountId: string): Promise<ServiceAccount | null>;
  key(keyId: string): Promise<ApiKey | null>;
  addAccount(account: ServiceAccount, atMs: number): Promise<void>;
  updateAccount(account: ServiceAccount): Promise<void>;
  addKey(key: ApiKey & { readonly hash: string }): Promise<void>;
  /** Revokes a key; `false` when it was revoked already. */
  revokeKey(keyId: string, atMs: number): Promise<boolean>;
}
