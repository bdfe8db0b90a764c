import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  PROVIDER_FAILURES,
  recordingClock,
  type ProviderFailure,
} from '../../../test/support/provider-failures.ts';
import { SHAPES, WIRE_SHAPES } from '../../../test/support/wire-shapes.ts';
import { isAppError } from '../../base/index.ts';
import type { ProviderKind } from '../../contracts/index.ts';
import type { Configuration } from '../../models/index.ts';
import type { WireServer } from '../../testing/wire/index.ts';
import { createChatModels } from './chat-models.ts';

const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function meet(shape: ProviderKind, { step }: ProviderFailure) {
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
  it.each(PROVIDER_FAILURES)('$name: $failureClass after $requests requests', async (trouble) => {
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
  for (const { name, failureClass, requests, run } of PROVIDER_FAILURES) {
    expect(cells.map((row) => row.slice(1, 5))).toContainEqual([
      name,
      failureClass,
      String(requests),
      run === 'requeued' ? 'waits, then again' : 'ends',
    ]);
  }
});
