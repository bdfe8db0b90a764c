import type { ProviderKind, TrustZone } from '../contracts/index.ts';

/** Which model an installation uses, and how to reach it. Keys come from the environment and are never shown. */
export type ModelSettings = { readonly provider: 'checklist' } | ProviderSettings;

/** A model of a provider, as settings or an administrator name it. */
export interface ProviderSettings {
  readonly provider: ProviderKind;
  readonly model: string;
  /** `null`: the server wants none. */
  readonly apiKey: string | null;
  /** `null`: the provider's own address. */
  readonly baseUrl: string | null;
  /** `null`: looked up by the model's name, else 8,192 (facts §6). */
  readonly contextWindowTokens: number | null;
  /** Whether images of messages are shown to it. Default `false`. */
  readonly seesImages?: boolean;
  /** Default: `local` at an address of this machine, `externalGlobal` everywhere else. */
  readonly trustZone?: TrustZone;
}
