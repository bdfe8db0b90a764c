export { anthropicTranscriptFaults, createAnthropicWireServer } from './anthropic-wire.ts';
export { createGoogleWireServer, googleTranscriptFaults } from './google-wire.ts';
export { createMistralWireServer, mistralTranscriptFaults } from './mistral-wire.ts';
export { createOllamaWireServer, ollamaTranscriptFaults } from './ollama-wire.ts';
export { createOpenAiWireServer, openAiTranscriptFaults } from './openai-wire.ts';
export { createResponsesWireServer, responsesTranscriptFaults } from './responses-wire.ts';
export type { WireAnswer, WireCall, WireRequest, WireStep } from './wire-script.ts';
export type { WireServer, WireServerOptions } from './wire-server.ts';
