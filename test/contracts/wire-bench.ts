import { expect, onTestFinished } from 'vitest';
import { createChatModels } from '../../src/adapters/models/index.ts';
import { systemClock, type Clock } from '../../src/base/index.ts';
import type { ProviderKind } from '../../src/contracts/index.ts';
import type { WireStep } from '../../src/testing/index.ts';
import { WIRE_SHAPES } from '../support/wire-shapes.ts';
import { createBench, type BenchOptions } from './runs-bench.ts';

/** Models the packages treat in their own way. */
const MODELS: Partial<Record<ProviderKind, string>> = {
  anthropic: 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5.1',
};

export interface WireBenchOptions extends Pick<BenchOptions, 'tools' | 'reach'> {
  /** Answers of the server, in order. Default: none yet. */
  readonly script?: readonly WireStep[];
  /** What waits between requests go by. Default: the system's. */
  readonly clock?: Clock;
  /** Default: what is known of the model. */
  readonly contextWindowTokens?: number;
}

/** A bench whose model is the real adapter, and asks a local server of a wire format. */
export async function createWireBench(shape: ProviderKind, options: WireBenchOptions = {}) {
  const { create, faults } = WIRE_SHAPES[shape];
  const server = await create({ script: options.script ?? [] });
  onTestFinished(() => server.close());
  const models = createChatModels(
    {
      provider: shape,
      model: MODELS[shape] ?? 'gpt-4o',
      apiKey: 'sk-test-0123456789abcdef',
      baseUrl: server.url,
      contextWindowTokens: options.contextWindowTokens ?? null,
    },
    { fetch, clock: options.clock ?? systemClock, random: () => 0.5 },
  );
  const bench = await createBench({
    models: {
      modelFor: (configuration) => models.modelFor({ ...configuration, model: 'default' }),
    },
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.reach === undefined ? {} : { reach: options.reach }),
  });
  return {
    bench,
    server,
    /** The newest request as text. */
    sent: () => JSON.stringify(server.requests.at(-1)?.body),
    expectValid: () => {
      for (const { body } of server.requests) expect(faults(body)).toEqual([]);
    },
  };
}
