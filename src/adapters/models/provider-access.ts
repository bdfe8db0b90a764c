import { AppError, isAppError, type Clock } from '../../base/index.ts';
import type { DiscoveredModel, ProviderKind } from '../../contracts/index.ts';
import type { ProviderAccess, ProviderWithKey } from '../../models/index.ts';
import { addressOf, createProviderModel } from './language-model.ts';
import { providerError } from './provider-error.ts';
import { StreamedError } from './sdk-answer.ts';
import { watchSilence } from './silence.ts';

const DISCOVERY_MS = 20_000;

/** Providers that administrators entered, reached with `fetch`; it decides which addresses may be. */
export function createProviderAccess(deps: {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}): ProviderAccess {
  return {
    open: ({ provider, apiKey }, { modelId, contextWindowTokens, seesImages }) =>
      createProviderModel(
        {
          provider: provider.kind,
          model: modelId,
          apiKey,
          baseUrl: provider.baseUrl,
          contextWindowTokens,
          seesImages,
        },
        deps,
        { label: provider.name, silenceMs: provider.silenceMs },
      ),
    discover: async (access) => {
      const { provider, apiKey } = access;
      const address = addressOf({ provider: provider.kind, baseUrl: provider.baseUrl });
      const facts = { name: provider.name, address, apiKey, nowMs: deps.clock.now() };
      const watch = watchSilence(deps.clock, DISCOVERY_MS);
      const { signal } = watch;
      try {
        return modelsIn(provider.kind, await list(access, { address, fetch: deps.fetch, signal }));
      } catch (error) {
        if (isAppError(error)) throw error;
        throw providerError(watch.causeOf(error), facts);
      } finally {
        watch.stop();
      }
    },
  };
}

async function list(
  { provider: { kind, name }, apiKey }: ProviderWithKey,
  {
    address,
    fetch,
    signal,
  }: {
    readonly address: string;
    readonly fetch: typeof globalThis.fetch;
    readonly signal: AbortSignal;
  },
): Promise<unknown> {
  const base = address.replace(/\/+$/u, '');
  const url = kind === 'ollama' ? `${base.replace(/\/api$/u, '')}/api/tags` : `${base}/models`;
  const pages: Partial<Record<ProviderKind, string>> = {
    anthropic: '?limit=1000',
    google: '?pageSize=1000',
  };
  const response = await fetch(`${url}${pages[kind] ?? ''}`, {
    headers: { accept: 'application/json', ...keyHeaders(kind, apiKey) },
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new AppError(
      'provider_failed',
      `${name} did not name its models (status ${String(response.status)}). Check the address and the key; a model can also be entered by hand.`,
      { data: { failureClass: 'clientError', status: response.status, retryAfterMs: null } },
    );
  }
  try {
    return await response.json();
  } catch (error) {
    // It broke off, or it is no JSON; the cause tells.
    throw new StreamedError('The list cannot be read.', { cause: error });
  }
}

function keyHeaders(kind: ProviderKind, apiKey: string | null): Readonly<Record<string, string>> {
  if (apiKey === null) return {};
  if (kind === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
  if (kind === 'google') return { 'x-goog-api-key': apiKey };
  if (kind === 'azure') return { 'api-key': apiKey };
  return { authorization: `Bearer ${apiKey}` };
}

/** The models of a list, whatever the provider calls its members; by name. */
function modelsIn(kind: ProviderKind, body: unknown): readonly DiscoveredModel[] {
  const lists = record(body);
  const rows = [lists['data'], lists['models']].find((each) => Array.isArray(each));
  if (rows === undefined) throw new StreamedError('There is no list.');
  return (rows as readonly unknown[])
    .map(record)
    .filter((row) => kind !== 'google' || generates(row))
    .flatMap((row) => {
      const modelId = text(row['id']) ?? text(row['model']) ?? text(row['name']);
      const pricing = record(row['pricing']);
      return modelId === null
        ? []
        : [
            {
              modelId: modelId.replace(/^models\//u, ''),
              name: text(row['display_name']) ?? text(row['displayName']) ?? text(row['name']),
              contextWindowTokens:
                count(row['inputTokenLimit']) ??
                count(row['context_length']) ??
                count(row['max_context_length']) ??
                count(row['max_input_tokens']),
              maxOutputTokens:
                count(row['outputTokenLimit']) ??
                count(record(row['top_provider'])['max_completion_tokens']) ??
                count(row['max_tokens']),
              inputCentsPerMillion: price(pricing['prompt']),
              outputCentsPerMillion: price(pricing['completion']),
              seesImages: seesImages(row),
            },
          ];
    })
    .sort((a, b) => (a.modelId < b.modelId ? -1 : 1));
}

function generates(row: Readonly<Record<string, unknown>>): boolean {
  const methods = row['supportedGenerationMethods'];
  return Array.isArray(methods) && methods.includes('generateContent');
}

/**
 * Whether a model takes images, as providers say it: by the kinds of input (OpenRouter), capabilities as flags (Mistral,
 * Anthropic) or names (Ollama), or the part of a model that reads images (Ollama). `null`: nothing is said.
 */
function seesImages(row: Readonly<Record<string, unknown>>): boolean | null {
  const inputs = record(row['architecture'])['input_modalities'];
  if (Array.isArray(inputs)) return inputs.includes('image');
  const { capabilities } = row;
  if (Array.isArray(capabilities)) return capabilities.includes('vision');
  const { vision, image_input: imageInput } = record(capabilities);
  const told = vision ?? record(imageInput)['supported'] ?? imageInput;
  if (typeof told === 'boolean') return told;
  const { families } = record(row['details']);
  const reads = (family: unknown) => family === 'clip' || family === 'mllama';
  return Array.isArray(families) && families.some(reads) ? true : null;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

/** Providers tell the price of one token as a text. */
function price(value: unknown): number | null {
  const perToken = typeof value === 'string' ? Number(value) : NaN;
  return Number.isFinite(perToken) && perToken >= 0
    ? Math.round(perToken * 100 * 1_000_000 * 1_000) / 1_000
    : null;
}
