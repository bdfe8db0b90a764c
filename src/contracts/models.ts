import { z } from 'zod';

/** What a model service speaks: one of the wire formats, at its maker's address or another one. */
export const ProviderKind = z.enum([
  'openai',
  'openai-responses',
  'openai-compatible',
  'anthropic',
  'google',
  'ollama',
  'mistral',
  'openrouter',
  'azure',
]);
export type ProviderKind = z.infer<typeof ProviderKind>;
