import { expect, it } from 'vitest';
import { createHealthApp } from '../../http/index.ts';
import type { Configuration } from '../../models/index.ts';
import { ScriptedModel } from '../../testing/index.ts';
import { createMetrics } from './metrics.ts';
import { observedModels, observers } from './observer.ts';
import { createTraces } from './traces.ts';

const TOKEN = 'a token of sixteen';
const readings = {
  inWork: () => 3,
  followed: () => 2,
  stale: () => Promise.resolve({ interrupted: 1, not_picked_up: 0, dead_letter: 4 }),
};

function measured() {
  const { source, observer } = createMetrics(TOKEN, readings);
  const model = new ScriptedModel([{ text: 'Hello.', promptTokens: 7 }]);
  const models = observedModels(model, observers([createTraces(), observer]));
  return { source, models };
}

// Which one is asked for is nothing to a model that answers by a script.
const configuration = {} as Configuration;
const request = { messages: [], tools: [], signal: new AbortController().signal };

it('counts calls and tokens of a model that is looked on, and what is asked for at the time', async () => {
  const { source, models } = measured();
  const model = await models.modelFor(configuration);
  expect(await model.generate(request)).toMatchObject({ text: 'Hello.' });
  await expect(model.generate(request)).rejects.toMatchObject({ code: 'unexpected_model_call' });
  const { text } = await source.read();
  for (const line of [
    'vouch_model_call_seconds_count{model="scripted",failed="false"} 1',
    'vouch_model_call_seconds_count{model="scripted",failed="true"} 1',
    'vouch_model_tokens_total{model="scripted",kind="prompt"} 7',
    'vouch_rows_in_work 3',
    'vouch_conversations_followed 2',
    'vouch_stale_runs{kind="dead_letter"} 4',
  ]) {
    expect(text).toContain(line);
  }
});

it('SEC-02 shows figures only to whoever shows the token; without one the address is not there', async () => {
  const { source } = measured();
  const app = (metrics: typeof source | null) =>
    createHealthApp({ isHealthy: () => Promise.resolve(true), metrics, log: () => undefined });
  const ask = async (shown: string | null, metrics: typeof source | null = source) => {
    const headers = shown === null ? {} : { Authorization: shown };
    return (await app(metrics).request('/metrics', { headers })).status;
  };
  expect(await ask(`Bearer ${TOKEN}`)).toBe(200);
  expect(await ask(`Bearer ${TOKEN}x`)).toBe(404);
  expect(await ask(TOKEN)).toBe(404);
  expect(await ask(null)).toBe(404);
  expect(await ask(`Bearer ${TOKEN}`, null)).toBe(404);
});

it.each([
  [{ database: true, otherServers: true, stopping: false }, 200],
  [{ database: false, otherServers: true, stopping: false }, 503],
  [{ database: true, otherServers: false, stopping: false }, 503],
  [{ database: true, otherServers: true, stopping: true }, 503],
])('is ready only when nothing is amiss: %j', async (readiness, status) => {
  const app = createHealthApp({
    isHealthy: () => Promise.resolve(true),
    readiness: () => Promise.resolve(readiness),
    log: () => undefined,
  });
  expect((await app.request('/readyz')).status).toBe(status);
});
