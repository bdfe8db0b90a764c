export { anthropicTranscriptFaults, createAnthropicWireServer } from './anthropic-wire.ts';
export { createOpenAiWireServer, openAiTranscriptFaults } from './openai-wire.ts';
export type { WireAnswer, WireCall, WireRequest, WireStep } from './wire-script.ts';
export type { WireServer, WireServerOptions } from './wire-server.ts';
