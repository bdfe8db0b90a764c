import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { SHAPES, WIRE_SHAPES } from '../../../test/support/wire-shapes.ts';
import { isAppError, type Clock } from '../../base/index.ts';
import type { ProviderKind } from '../../contracts/index.ts';
import type { Configuration } from '../../models/index.ts';
import type { WireServer, WireStep } from '../../testing/wire/index.ts';
import { createChatModels } from './chat-models.ts';

const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Trouble {
  /** As the table in docs/operations.md names it. */
  readonly name: string;
  readonly step: WireStep;
  readonly failureClass: string;
  readonly requests: number;
  /** In milliseconds, with chance at one half. */
  readonly waits: readonly number[];
  readonly sentence: RegExp;
}

const status = (code: number, headers: Record<string, string> = {}): WireStep => ({
  status: code,
  headers,
  body: { error: { type: 'x', message: 'The reason.' } },
});

const TROUBLES: readonly Trouble[] = [
  {
    name: '400',
    step: status(400),
    failureClass: 'clientError',
    requests: 1,
    waits: [],
    sentence: /refused the request \(status 400\)/u,
  },
  {
    name: '401',
    step: status(401),
    failureClass: 'auth',
    requests: 1,
    waits: [],
    sentence: /refused the key/u,
  },
  {
    name: '408',
    step: status(408),
    failureClass: 'connection',
    requests: 3,
    waits: [750, 1500],
    sentence: /took too long/u,
  },
  {
    name: '429',
    step: status(429),
    failureClass: 'rateLimit',
    requests: 3,
    waits: [750, 1500],
    sentence: /asked too often/u,
  },
  {
    name: '429 with retry-after: 7',
    step: status(429, { 'retry-after': '7' }),
    failureClass: 'rateLimit',
    requests: 3,
    waits: [7000, 7000],
    sentence: /asks to wait 7 seconds/u,
  },
  {
    name: '429 with retry-after: 60',
    step: status(429, { 'retry-after': '60' }),
    failureClass: 'rateLimit',
    requests: 1,
    waits: [],
    sentence: /asks to wait 60 seconds/u,
  },
  {
    name: '500',
    step: status(500),
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own \(status 500\)/u,
  },
  {
    name: '529',
    step: status(529),
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own \(status 529\)/u,
  },
  {
    name: 'stream cut before any text',
    step: { breakOff: true },
    failureClass: 'connection',
    requests: 3,
    waits: [750, 1500],
    sentence: /broke off before it was complete/u,
  },
  {
    name: 'stream cut after text',
    step: { text: 'Half of what', breakOff: true },
    failureClass: 'connection',
    requests: 1,
    waits: [],
    sentence: /broke off before it was complete/u,
  },
  {
    name: 'error inside the stream',
    step: { streamError: { type: 'overloaded_error', message: 'Overloaded' } },
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own/u,
  },
  {
    name: 'malformed JSON',
    step: { raw: '{"half": ' },
    failureClass: 'configuration',
    requests: 1,
    waits: [],
    sentence: /does not speak the protocol/u,
  },
];

/** Waits of a person are noted and over at once; the watch over a silent provider never ends. */
function recordingClock(): { clock: Clock; waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    clock: {
      now: () => 1_800_000_000_000,
      sleep: (delayMs) => {
        if (delayMs >= 100_000) return new Promise(() => undefined);
        waits.push(delayMs);
        return Promise.resolve();
      },
    },
  };
}

async function meet(shape: ProviderKind, { step }: Trouble) {
  const server = await WIRE_SHAPES[shape].create({ script: [step, step, step, { text: 'Well.' }] });
  servers.push(server);
  const { clock, waits } = recordingClock();
  const models = createChatModels(
    {
      provider: shape,
      model: 'some-model',
      apiKey: 'k-0123456789',
      baseUrl: server.url,
      contextWindowTokens: null,
    },
    { fetch, clock, random: () => 0.5 },
  );
  const model = await models.modelFor({ model: 'default' } as Configuration);
  const error: unknown = await model
    .generate({
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [],
      onTextDelta: () => undefined,
    })
    .catch((reason: unknown) => reason);
  if (!isAppError(error, 'provider_failed')) throw new Error(`not refused: ${String(error)}`);
  return { error, waits, server };
}

describe.each(SHAPES)('failures of %s', (shape) => {
  it.each(TROUBLES)('$name: $failureClass after $requests requests', async (trouble) => {
    const { error, waits, server } = await meet(shape, trouble);
    expect(error.data).toMatchObject({
      failureClass: trouble.failureClass,
      attempts: trouble.requests,
    });
    expect(server.requests).toHaveLength(trouble.requests);
    expect(waits).toEqual(trouble.waits);
    expect(error.message).toMatch(trouble.sentence);
    expect(error.message).not.toMatch(/k-0123456789|undefined|\[object/u);
  });
});

it('the table in the handbook of operators is the one that is tested', async () => {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  for (const { name, failureClass, requests } of TROUBLES) {
    expect(cells.map((row) => row.slice(1, 4))).toContainEqual([
      name,
      failureClass,
      String(requests),
    ]);
  }
});
