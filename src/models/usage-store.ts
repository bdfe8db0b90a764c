import type { Transaction } from '../base/index.ts';
import type { Budget } from '../contracts/index.ts';
import type { Used } from './budget-rule.ts';

/** A call of a model, as it is written down. No content. */
export interface UsedCall {
  readonly atMs: number;
  /** As `actorIdOf` names it; `null` = nobody in particular. */
  readonly actorId: string | null;
  readonly configurationUid: number;
  readonly processSkillUid: number | null;
}

/** How a call ended; answered: also in part. Under way: not yet, or its process is gone. */
export type CallState = 'under_way' | 'answered' | 'failed';

export interface CallResult {
  readonly state: CallState;
  /** Who answered, or was asked. */
  readonly model: string;
  /** Of a call under way: as planned. The same for what follows. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costMicros: number;
}

/** Calls added up under one key: a day, a person, a configuration, a model or a process. */
export interface UsedBy {
  readonly key: string;
  readonly requests: number;
  readonly failed: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costMicros: number;
}

export type UsageKey = 'day' | 'person' | 'configuration' | 'model' | 'process';

/** What models were used for, and how much of it is allowed. */
export interface UsageStore {
  budgets(): Promise<readonly Budget[]>;
  /** Between two days `YYYY-MM-DD`, both included. */
  usedBy(
    key: UsageKey,
    days: { readonly from: string; readonly to: string },
  ): Promise<readonly UsedBy[]>;
  within(transaction: Transaction): UsageWriter;
}

/** A limit a budget was met at. A budget that is raised in its day or month can be met anew. */
export interface MetLimit {
  readonly scope: 'person' | 'configuration';
  /** The person's id or the configuration's uid. */
  readonly id: string;
  readonly period: 'day' | 'month';
  /** The first day of the period. */
  readonly since: string;
  readonly measure: 'requests' | 'tokens' | 'cost';
  /** Calls, tokens, or hundredths of the currency. */
  readonly limit: number;
}

export interface UsageWriter {
  /** Makes other checks of budgets wait until the transaction ends. */
  lock(): Promise<void>;
  /** Answered calls and those under way, with what they are planned with, since a day, of a person or a configuration. */
  usedSince(
    whose: { readonly actorId: string } | { readonly configurationUid: number },
    day: string,
  ): Promise<Used>;
  /** Writes a call down and returns its number. */
  record(call: UsedCall, result: CallResult): Promise<number>;
  /** Says how a call that was under way has ended. */
  settle(uid: number, result: CallResult): Promise<void>;
  /** Writes down that a limit of a budget was met; whether it was not yet, in this day or month. */
  noteMet(met: MetLimit): Promise<boolean>;
  /** Puts a budget in the place of the one there was; one without any limit goes. */
  setBudget(budget: Budget, atMs: number): Promise<void>;
  /** Removes calls from before a day; returns how many, at most `limit`. */
  removeBefore(day: string, limit: number): Promise<number>;
}
