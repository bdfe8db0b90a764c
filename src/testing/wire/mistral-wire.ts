import { OPENAI, openAiTranscriptFaults } from './openai-wire.ts';
import type { WireRequest } from './wire-script.ts';
import { startWireServer, type WireServer, type WireServerOptions } from './wire-server.ts';
import { asRecords, asText } from './wire-values.ts';

/**
 * A local server that speaks Mistral's chat completions: OpenAI's, but with call ids of nine letters or digits, without
 * members it does not know, and with the usage always told.
 */
export function createMistralWireServer(options: WireServerOptions): Promise<WireServer> {
  return startWireServer(
    {
      ...OPENAI,
      faults: mistralTranscriptFaults,
      events: (answer, body, turn) =>
        OPENAI.events(answer, { ...body, stream_options: { include_usage: true } }, turn),
    },
    options,
  );
}

/** What the real server would refuse beside what OpenAI's does. */
export function mistralTranscriptFaults(body: WireRequest['body']): readonly string[] {
  const ids = asRecords(body['messages'])
    .flatMap((message) => asRecords(message['tool_calls']))
    .map(({ id }) => asText(id));
  return [
    ...openAiTranscriptFaults(body),
    ...ids
      .filter((id) => !/^[a-zA-Z0-9]{9}$/u.test(id))
      .map((id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`),
    ...(body['stream_options'] === undefined
      ? []
      : ['stream_options: Extra inputs are forbidden.']),
  ];
}
