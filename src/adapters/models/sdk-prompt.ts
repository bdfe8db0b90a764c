import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';
import {
  UNSEEN_IMAGES_TEXT,
  type ModelMessage,
  type ModelToolCall,
  type ModelToolSpec,
} from '../../models/index.ts';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type UserPart = Extract<LanguageModelV3Message, { role: 'user' }>['content'][number];
type ResultMessage = Extract<ModelMessage, { role: 'tool' }>;
type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

/**
 * What a provider wants back untouched, as `providerData` of an answer: the order of its parts with their metadata.
 * Plain JSON, so that it survives a journal. Only the provider that made it reads it.
 */
export interface ProviderData {
  readonly provider: string;
  readonly parts: readonly ProviderPart[];
}

export type ProviderPart =
  | {
      readonly type: 'reasoning';
      readonly text: string;
      readonly metadata?: SharedV3ProviderMetadata;
    }
  | {
      readonly type: 'text';
      readonly length: number;
      readonly metadata?: SharedV3ProviderMetadata;
    }
  | {
      readonly type: 'call';
      readonly index: number;
      readonly metadata?: SharedV3ProviderMetadata;
    };

/** In what the wire formats differ where the provider packages leave it to their caller. */
export interface WireTraits {
  /** Marks `providerData`; only the same provider gets it back. */
  readonly provider: string;
  /** Whether a result can say that it is an error; else its text says so. */
  readonly flagsErrors: boolean;
  /** Whether the model is shown images; else a text says that it cannot see them. */
  readonly seesImages: boolean;
  /** `nine`: ids must be nine letters or digits. Default: up to 64 letters, digits, `_` and `-`. */
  readonly callIds?: 'nine';
  /** Whether a tool that says nothing is strict, so that it must be told not to be. */
  readonly strictByDefault?: true;
}

/** For a transcript that was trimmed so that it begins with an answer: providers want the person first. */
const GOES_ON = '(The conversation goes on.)';
const NO_RESULT = 'No result of this call was recorded.';
const GONE = (number: number) => `(Image ${String(number)} is not there any more.)`;

/**
 * The transcript as the provider packages take it. Every call gets an id no other call of the transcript has, whatever
 * ids came in, and a name all formats take; it is followed at once by exactly one result. Results without a call and empty
 * messages are left out.
 */
export function toPrompt(
  messages: readonly ModelMessage[],
  traits: WireTraits,
  imageBytes: ReadonlyMap<string, Uint8Array> = new Map(),
): LanguageModelV3Message[] {
  // Some formats take system messages only in front.
  const prompt: LanguageModelV3Message[] = messages.flatMap((message) =>
    message.role === 'system' ? [{ role: 'system' as const, content: message.content }] : [],
  );
  const ids = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role === 'user') {
      const content = userParts(message, { traits, imageBytes });
      if (content.length > 0) prompt.push({ role: 'user', content });
    }
    if (message.role !== 'assistant') return;
    if (message.content === '' && message.toolCalls.length === 0) return;
    if (!prompt.some(({ role }) => role !== 'system')) {
      prompt.push({ role: 'user', content: [{ type: 'text', text: GOES_ON }] });
    }
    const wireIds = message.toolCalls.map(({ id }) => wireId(id, { ids, traits }));
    prompt.push({ role: 'assistant', content: assistantParts(message, wireIds, traits.provider) });
    if (wireIds.length > 0) {
      const results = resultsAfter(messages, index, message.toolCalls);
      prompt.push({
        role: 'tool',
        content: message.toolCalls.map((call, at) =>
          resultPart(call, {
            toolCallId: wireIds[at] ?? call.id,
            result: results[at],
            marksErrors: !traits.flagsErrors,
          }),
        ),
      });
    }
  });
  return prompt;
}

/** What a person said, then the images that came with it, in the order in which the text counts them. */
function userParts(
  { content, images = [] }: UserMessage,
  {
    traits,
    imageBytes,
  }: { readonly traits: WireTraits; readonly imageBytes: ReadonlyMap<string, Uint8Array> },
): UserPart[] {
  const said: UserPart[] = content === '' ? [] : [{ type: 'text', text: content }];
  if (images.length === 0) return said;
  if (!traits.seesImages) return [...said, { type: 'text', text: UNSEEN_IMAGES_TEXT }];
  const shown = images.map(({ id, mediaType }, index): UserPart => {
    const data = imageBytes.get(id);
    return data === undefined
      ? { type: 'text', text: GONE(index + 1) }
      : { type: 'file', mediaType, data };
  });
  return [...said, ...shown];
}

/** Tools as the provider packages take them. Never strict: schemas with optional members are not refused for it. */
export function toTools(
  tools: readonly ModelToolSpec[],
  { strictByDefault }: Pick<WireTraits, 'strictByDefault'>,
): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: {
      ...(parameters['type'] === undefined ? { type: 'object', properties: {} } : {}),
      ...parameters,
    },
    ...(strictByDefault === true ? { strict: false } : {}),
  }));
}

function assistantParts(
  message: AssistantMessage,
  wireIds: readonly string[],
  provider: string,
): AssistantPart[] {
  const callPart = (index: number, metadata?: SharedV3ProviderMetadata): AssistantPart[] => {
    const call = message.toolCalls[index];
    return call === undefined
      ? []
      : [
          {
            type: 'tool-call',
            toolCallId: wireIds[index] ?? call.id,
            toolName: wireName(call.name),
            // A call whose arguments did not parse goes back without any; its result says why it failed.
            input: call.arguments ?? {},
            ...(metadata === undefined ? {} : { providerOptions: metadata }),
          },
        ];
  };
  const data = providerDataOf(message.providerData, provider);
  if (data === null || !fits(data, message)) {
    return [
      ...(data?.parts ?? []).flatMap((part) =>
        part.type === 'reasoning' ? [reasoning(part)] : [],
      ),
      ...(message.content === '' ? [] : [{ type: 'text' as const, text: message.content }]),
      ...message.toolCalls.flatMap((_call, index) => callPart(index)),
    ];
  }
  let at = 0;
  return data.parts.flatMap((part): AssistantPart[] => {
    if (part.type === 'reasoning') return [reasoning(part)];
    if (part.type === 'call') return callPart(part.index, part.metadata);
    const text = message.content.slice(at, at + part.length);
    at += part.length;
    return [
      {
        type: 'text',
        text,
        ...(part.metadata === undefined ? {} : { providerOptions: part.metadata }),
      },
    ];
  });
}

function reasoning(part: Extract<ProviderPart, { type: 'reasoning' }>): AssistantPart {
  return {
    type: 'reasoning',
    text: part.text,
    ...(part.metadata === undefined ? {} : { providerOptions: part.metadata }),
  };
}

/** Whether stored parts still describe the message: all of its text and every call once. */
function fits(data: ProviderData, message: AssistantMessage): boolean {
  const length = data.parts.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.length : 0),
    0,
  );
  const calls = data.parts.flatMap((part) => (part.type === 'call' ? [part.index] : []));
  return (
    length === message.content.length &&
    calls.length === message.toolCalls.length &&
    message.toolCalls.every((_call, index) => calls.includes(index))
  );
}

function providerDataOf(value: unknown, provider: string): ProviderData | null {
  if (typeof value !== 'object' || value === null) return null;
  const data = value as Partial<ProviderData>;
  return data.provider === provider && Array.isArray(data.parts) ? (data as ProviderData) : null;
}

/** The result of each call, in order: the first one of its id after the message that no earlier call took. */
function resultsAfter(
  messages: readonly ModelMessage[],
  index: number,
  calls: readonly ModelToolCall[],
): readonly (ResultMessage | undefined)[] {
  const next = messages.findIndex((message, at) => at > index && message.role === 'assistant');
  const results = messages
    .slice(index + 1, next < 0 ? undefined : next)
    .filter((message): message is ResultMessage => message.role === 'tool');
  return calls.map((call) => {
    const at = results.findIndex((result) => result.callId === call.id);
    return at < 0 ? undefined : results.splice(at, 1)[0];
  });
}

function resultPart(
  call: ModelToolCall,
  wire: { toolCallId: string; result: ResultMessage | undefined; marksErrors: boolean },
): LanguageModelV3ToolResultPart {
  const { toolCallId, result } = wire;
  const content = result === undefined ? NO_RESULT : result.content;
  const isError = result === undefined || result.isError;
  // Formats without an error flag would show the model a failure as any other text.
  const value = isError && wire.marksErrors ? `Error: ${content}` : content;
  return {
    type: 'tool-result',
    toolCallId,
    toolName: wireName(call.name),
    output: { type: isError ? 'error-text' : 'text', value },
  };
}

/**
 * The name a call has on the wire. A model can make up one that the formats refuse in the next request, which would end the
 * conversation with it; names of tools there are stay as they are.
 */
function wireName(name: string): string {
  const bare = name.replace(/[^\w-]/gu, '_').slice(0, 64) || 'unnamed';
  return /^[a-z_]/iu.test(bare) ? bare : `_${bare.slice(1)}`;
}

/** The id a call has on the wire: the same each time the same transcript is sent. */
function wireId(
  id: string,
  to: { readonly ids: Set<string>; readonly traits: WireTraits },
): string {
  if (to.traits.callIds !== 'nine') return uniqueId(id, to.ids);
  const counted = `call${String(to.ids.size + 1).padStart(5, '0')}`;
  to.ids.add(counted);
  return counted;
}

function uniqueId(id: string, taken: Set<string>): string {
  const bare = id.replace(/[^\w-]/gu, '_').slice(0, 48) || 'call';
  let unique = bare;
  for (let count = 2; taken.has(unique); count += 1) unique = `${bare}_${String(count)}`;
  taken.add(unique);
  return unique;
}
