import { onTestFinished } from 'vitest';
import { createProviderModel } from '../../src/adapters/models/language-model.ts';
import { isAppError, systemClock, type AppError, type Clock } from '../../src/base/index.ts';
import type { ProviderKind } from '../../src/contracts/index.ts';
import type {
  ChatModel,
  ModelMessage,
  ModelToolSpec,
  ProviderSettings,
} from '../../src/models/index.ts';
import type { WireServerOptions } from '../../src/testing/index.ts';
import { WIRE_SHAPES } from './wire-shapes.ts';

export const KEY = 'sk-test-0123456789abcdef';

/** Models the packages treat in their own way. */
const MODELS: Partial<Record<ProviderKind, string>> = {
  anthropic: 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5.1',
  google: 'gemini-2.5-pro',
};

/** One kind of provider: a server, closed after the test, and the model that asks it once a call. */
export async function openProvider(
  shape: ProviderKind,
  options: WireServerOptions,
  { clock = systemClock, seesImages = false }: { clock?: Clock; seesImages?: boolean } = {},
) {
  const server = await WIRE_SHAPES[shape].create(options);
  onTestFinished(() => server.close());
  const settings: ProviderSettings = {
    provider: shape,
    model: MODELS[shape] ?? 'gpt-4o',
    apiKey: KEY,
    baseUrl: server.url,
    contextWindowTokens: null,
    seesImages,
  };
  return { server, model: createProviderModel(settings, { fetch, clock }) };
}

export const TOOLS: readonly ModelToolSpec[] = [
  {
    name: 'get_page_content',
    description: 'Reads a page.',
    parameters: {
      type: 'object',
      properties: {
        page: { type: 'integer' },
        part: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['page'],
    },
  },
  { name: 'nothing', description: 'Takes nothing.', parameters: {} },
];

export const HELLO: readonly ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
];

/** The failure of a request. */
export async function failure(model: ChatModel): Promise<AppError> {
  const error: unknown = await model.generate({ messages: HELLO, tools: [] }).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isAppError(error, 'provider_failed'))
    throw new Error(`not the error expected: ${String(error)}`);
  return error;
}
