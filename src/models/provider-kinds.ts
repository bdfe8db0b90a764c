import type { ProviderKind } from '../contracts/index.ts';

/** What is known of a kind of provider before anybody has said anything about it. */
export interface ProviderKindFacts {
  /** For people. */
  readonly label: string;
  /** The maker's own address; `null` where each installation has its own, which must then be given. */
  readonly address: string | null;
  readonly needsKey: boolean;
  /** Environment variable the makers' own programs read the key from; `null`: none is customary. */
  readonly keyVariable: string | null;
}

export const PROVIDER_KINDS: Readonly<Record<ProviderKind, ProviderKindFacts>> = {
  openai: {
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    needsKey: true,
    keyVariable: 'OPENAI_API_KEY',
  },
  'openai-responses': {
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    needsKey: true,
    keyVariable: 'OPENAI_API_KEY',
  },
  'openai-compatible': {
    label: 'The model server',
    address: null,
    needsKey: false,
    keyVariable: null,
  },
  anthropic: {
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    needsKey: true,
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  google: {
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    keyVariable: 'GEMINI_API_KEY',
  },
  ollama: {
    label: 'Ollama',
    address: 'http://127.0.0.1:11434',
    needsKey: false,
    keyVariable: null,
  },
  mistral: {
    label: 'Mistral',
    address: 'https://api.mistral.ai/v1',
    needsKey: true,
    keyVariable: 'MISTRAL_API_KEY',
  },
  openrouter: {
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    needsKey: true,
    keyVariable: 'OPENROUTER_API_KEY',
  },
  azure: {
    label: 'Azure OpenAI',
    address: null,
    needsKey: true,
    keyVariable: 'AZURE_OPENAI_API_KEY',
  },
};
