import { expect, it, onTestFinished } from 'vitest';
import { SHAPES, WIRE_SHAPES } from '../../../test/support/wire-shapes.ts';
import { systemClock } from '../../base/index.ts';
import type { ProviderKind } from '../../contracts/index.ts';
import type { Provider } from '../../models/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { createProviderAccess } from './provider-access.ts';

const KEY = 'the-key-of-this-test';

function provider(kind: ProviderKind, baseUrl: string): Provider {
  return {
    uid: 1,
    identifier: 'p',
    name: 'Ours',
    kind,
    baseUrl,
    hasKey: true,
    keyVariable: null,
    trustZone: 'local',
    silenceMs: 120_000,
    retries: 2,
    isActive: true,
    updatedAtMs: 0,
  };
}

async function open(kind: ProviderKind) {
  const server = await WIRE_SHAPES[kind].create({
    apiKey: KEY,
    models: ['zeta', 'alpha'],
    script: [{ text: 'OK' }],
  });
  onTestFinished(() => server.close());
  const access = createProviderAccess({ fetch, clock: systemClock });
  return { access, provider: provider(kind, server.url) };
}

it.each(SHAPES)('%s: its models are named by name, and one of them answers', async (kind) => {
  const { access, provider: ours } = await open(kind);
  const given = { provider: ours, apiKey: KEY };
  const found = await access.discover(given);
  expect(found.map(({ modelId }) => modelId)).toEqual(['alpha', 'zeta']);
  if (kind === 'google') {
    expect(found[0]).toMatchObject({
      name: 'Model alpha',
      contextWindowTokens: 1_048_576,
      maxOutputTokens: 65_536,
    });
  }
  const model = access.open(given, {
    modelId: 'alpha',
    contextWindowTokens: 4_321,
    seesImages: true,
  });
  expect(model).toMatchObject({ name: 'Ours (alpha)', contextWindowTokens: 4_321 });
  const answer = await model.generate({
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [],
  });
  expect(answer.text).toBe('OK');
});

it.each(SHAPES)('SEC-02 %s: a wrong key is said without it', async (kind) => {
  const { access, provider: ours } = await open(kind);
  const error: unknown = await access
    .discover({ provider: ours, apiKey: 'wrong-key-1234' })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'provider_failed',
    data: { failureClass: 'clientError', status: 401 },
  });
  expect(String(error)).not.toContain('wrong-key-1234');
});

it('prices that are told for one token become those of a million', async () => {
  const listing = () =>
    Promise.resolve(
      Response.json({
        data: [
          {
            id: 'maker/model',
            name: 'Maker: Model',
            context_length: 200_000,
            pricing: { prompt: '0.000003', completion: '0.000015' },
            top_provider: { max_completion_tokens: 64_000 },
            architecture: { input_modalities: ['text', 'image'] },
          },
          { id: 'maker/free', pricing: { prompt: '-1', completion: 'x' } },
        ],
      }),
    );
  const access = createProviderAccess({ fetch: listing, clock: systemClock });
  const found = await access.discover({
    provider: provider('openrouter', 'https://openrouter.ai/api/v1'),
    apiKey: KEY,
  });
  expect(found).toEqual([
    {
      modelId: 'maker/free',
      name: null,
      contextWindowTokens: null,
      maxOutputTokens: null,
      inputCentsPerMillion: null,
      outputCentsPerMillion: null,
      seesImages: null,
    },
    {
      modelId: 'maker/model',
      name: 'Maker: Model',
      contextWindowTokens: 200_000,
      maxOutputTokens: 64_000,
      inputCentsPerMillion: 300,
      outputCentsPerMillion: 1500,
      seesImages: true,
    },
  ]);
});

it.each([
  ['openrouter', { architecture: { input_modalities: ['text', 'image'] } }, true],
  ['openrouter', { architecture: { input_modalities: ['text'] } }, false],
  ['mistral', { capabilities: { vision: true } }, true],
  ['mistral', { capabilities: { vision: false } }, false],
  ['anthropic', { capabilities: { image_input: { supported: true } } }, true],
  ['ollama', { capabilities: ['completion', 'vision'] }, true],
  ['ollama', { capabilities: ['completion'] }, false],
  ['ollama', { details: { families: ['llama', 'clip'] } }, true],
  ['ollama', { details: { families: ['llama'] } }, null],
  ['openai', {}, null],
] as const)('whether a model sees images is what %s says: %j', async (kind, told, expected) => {
  const access = createProviderAccess({
    fetch: () => Promise.resolve(Response.json({ data: [{ id: 'm', ...told }] })),
    clock: systemClock,
  });
  const found = await access.discover({
    provider: provider(kind, 'https://models.example.org'),
    apiKey: KEY,
  });
  expect(found.map(({ seesImages }) => seesImages)).toEqual([expected]);
});

it.each(['<html>Hello</html>', '{"hello":"there"}', '[]'])(
  'what is no list (%s) is a provider that does not speak the protocol, not an empty list',
  async (body) => {
    const access = createProviderAccess({
      fetch: () => Promise.resolve(new Response(body)),
      clock: systemClock,
    });
    await expect(
      access.discover({ provider: provider('openai', 'https://x.example.org/v1'), apiKey: KEY }),
    ).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('does not speak the protocol') as string,
      data: { failureClass: 'configuration' },
    });
  },
);

it('a provider that does not name its models in time was silent', async () => {
  const clock = new FakeClock();
  const access = createProviderAccess({
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(new DOMException('This operation was aborted', 'AbortError'));
        });
      }),
    clock,
  });
  const listing = access.discover({
    provider: provider('openai', 'https://x.example.org/v1'),
    apiKey: KEY,
  });
  clock.advance(20_000);
  await expect(listing).rejects.toMatchObject({
    message: expect.stringContaining('sent nothing for 20 seconds') as string,
    data: { failureClass: 'connection' },
  });
});
