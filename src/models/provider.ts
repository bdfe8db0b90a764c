import type { Transaction } from '../base/index.ts';
import type { ProviderKind, TrustZone } from '../contracts/index.ts';

/** A model service an administrator entered (facts §8). */
export interface Provider {
  readonly uid: number;
  /** Part of the names of its models; never changes. */
  readonly identifier: string;
  readonly name: string;
  readonly kind: ProviderKind;
  /** `null`: the maker's own address. */
  readonly baseUrl: string | null;
  /** Whether a sealed key is stored. */
  readonly hasKey: boolean;
  /** Environment variable that holds the key when none is stored. */
  readonly keyVariable: string | null;
  readonly trustZone: TrustZone;
  readonly silenceMs: number;
  readonly retries: number;
  readonly isActive: boolean;
  readonly updatedAtMs: number;
}

export type ProviderFields = Omit<Provider, 'uid' | 'hasKey' | 'updatedAtMs'>;

/** A model of a provider, with what it holds and what it costs. */
export interface ProviderModel {
  readonly uid: number;
  readonly providerUid: number;
  /** The provider's name of it; never changes. */
  readonly modelId: string;
  readonly name: string;
  readonly contextWindowTokens: number | null;
  readonly maxOutputTokens: number | null;
  /** In hundredths of the currency, for a million tokens. */
  readonly inputCentsPerMillion: number | null;
  readonly outputCentsPerMillion: number | null;
  /** Whether images of messages are shown to it. */
  readonly seesImages: boolean;
  readonly isActive: boolean;
  readonly updatedAtMs: number;
}

export type ProviderModelFields = Omit<ProviderModel, 'uid' | 'providerUid' | 'updatedAtMs'>;

/** Where providers and their models are kept. */
export interface ProviderStore {
  providers(): Promise<readonly Provider[]>;
  provider(uid: number): Promise<Provider | null>;
  providerNamed(identifier: string): Promise<Provider | null>;
  models(): Promise<readonly ProviderModel[]>;
  model(uid: number): Promise<ProviderModel | null>;
  modelNamed(providerUid: number, modelId: string): Promise<ProviderModel | null>;
  /** The key as it is stored for a provider at that address; `null`: none, or it has moved since it was read. */
  sealedKey(provider: Pick<Provider, 'uid' | 'baseUrl'>): Promise<string | null>;
  within(transaction: Transaction): ProviderWriter;
}

/** Changes providers; every method belongs to one transaction. */
export interface ProviderWriter {
  /** Makes others who lock wait until the transaction ends. Take it before reading what the decision rests on. */
  lock(): Promise<void>;
  /** The uid; `null` when the identifier is taken. */
  addProvider(fields: ProviderFields, atMs: number): Promise<number | null>;
  /** `false` when there is no such provider. */
  changeProvider(uid: number, changes: Partial<ProviderFields>, atMs: number): Promise<boolean>;
  setSealedKey(uid: number, sealed: string | null, atMs: number): Promise<void>;
  /** The uid; `null` when the provider has a model of that name already. */
  addModel(providerUid: number, fields: ProviderModelFields, atMs: number): Promise<number | null>;
  changeModel(uid: number, changes: Partial<ProviderModelFields>, atMs: number): Promise<boolean>;
}

/** What the key of a provider is sealed for. */
export function keyContext(providerUid: number): string {
  return `provider/${String(providerUid)}/key`;
}
