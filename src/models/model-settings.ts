/** Which model an installation uses, and how to reach it. Keys come from the environment and are never shown. */
export type ModelSettings =
  | { readonly provider: 'checklist' }
  | {
      readonly provider: 'openai' | 'anthropic';
      readonly model: string;
      readonly apiKey: string;
      /** `null`: the provider's own address. */
      readonly baseUrl: string | null;
      /** `null`: looked up by the model's name, else 8,192 (facts §6). */
      readonly contextWindowTokens: number | null;
    }
  | {
      readonly provider: 'openai-compatible';
      readonly model: string;
      /** `null`: the server wants none. */
      readonly apiKey: string | null;
      readonly baseUrl: string;
      readonly contextWindowTokens: number | null;
    };
