import type { ProviderKind } from '../../src/contracts/index.ts';
import {
  anthropicTranscriptFaults,
  createAnthropicWireServer,
  createGoogleWireServer,
  createMistralWireServer,
  createOllamaWireServer,
  createOpenAiWireServer,
  createResponsesWireServer,
  googleTranscriptFaults,
  mistralTranscriptFaults,
  ollamaTranscriptFaults,
  openAiTranscriptFaults,
  responsesTranscriptFaults,
} from '../../src/testing/index.ts';

const OPENAI = { create: createOpenAiWireServer, faults: openAiTranscriptFaults };

/** Each kind of provider with the server that speaks its format, and what that server refuses in a transcript. */
export const WIRE_SHAPES = {
  openai: OPENAI,
  'openai-responses': { create: createResponsesWireServer, faults: responsesTranscriptFaults },
  'openai-compatible': OPENAI,
  anthropic: { create: createAnthropicWireServer, faults: anthropicTranscriptFaults },
  google: { create: createGoogleWireServer, faults: googleTranscriptFaults },
  ollama: { create: createOllamaWireServer, faults: ollamaTranscriptFaults },
  mistral: { create: createMistralWireServer, faults: mistralTranscriptFaults },
  openrouter: OPENAI,
  azure: OPENAI,
} satisfies Record<ProviderKind, object>;

export const SHAPES = Object.keys(WIRE_SHAPES) as ProviderKind[];

/** Formats that have no way to say arguments which are no object. */
export const OBJECTS_ONLY: readonly ProviderKind[] = ['google', 'ollama'];

/** Kinds that differ from another one in nothing but their address. */
export const ADDRESSES_ONLY: readonly ProviderKind[] = ['openai-compatible', 'openrouter'];

/** Formats that take a turn's reasoning back. */
export const WITH_REASONING: readonly ProviderKind[] = [
  'anthropic',
  'openai-responses',
  'google',
  'ollama',
];
