import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../base/index.ts';
import { FakeClock } from '../testing/index.ts';
import {
  admitRequest,
  afterRequest,
  CIRCUIT_FAILURES,
  CIRCUIT_REST_MS,
  CLOSED,
} from './circuit.ts';
import type { Circuit } from './circuit.ts';
import type { ChatModel, ModelAnswer, ModelRequest } from './chat-model.ts';
import { LONGEST_WAIT_MS, mayPass, retryVerdict, type FailureClass } from './failures.ts';
import { createCircuitCell, createFallbackModel, createResilientModel } from './resilient-model.ts';

const CLASSES: readonly FailureClass[] = [
  'connection',
  'rateLimit',
  'serverError',
  'circuitOpen',
  'auth',
  'configuration',
  'clientError',
  'unknown',
];

const RETRY_FACTS = fc.record({
  failureClass: fc.constantFrom(...CLASSES),
  retryAfterMs: fc.option(fc.nat(120_000)),
  failures: fc.integer({ min: 1, max: 12 }),
  retries: fc.nat(10),
  spoke: fc.boolean(),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

it('only what may pass is tried again, never after a piece was read, never too often, never too soon or too late', () => {
  fc.assert(
    fc.property(RETRY_FACTS, (facts) => {
      const verdict = retryVerdict(facts);
      if (!verdict.retry) return;
      expect(mayPass(facts.failureClass)).toBe(true);
      expect(facts.spoke).toBe(false);
      expect(facts.failures).toBeLessThanOrEqual(facts.retries);
      expect(verdict.waitMs).toBeGreaterThanOrEqual(facts.retryAfterMs ?? 0);
      expect(verdict.waitMs).toBeGreaterThanOrEqual(500);
      expect(verdict.waitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
    }),
  );
});

it('chance spreads the waits over the upper half of each step', () => {
  const wait = (failures: number, random: number) =>
    retryVerdict({
      failureClass: 'serverError',
      retryAfterMs: null,
      failures,
      retries: 9,
      spoke: false,
      random,
    });
  expect([wait(1, 0), wait(1, 0.999), wait(2, 0), wait(6, 0.5)]).toEqual([
    { retry: true, waitMs: 500 },
    { retry: true, waitMs: 1000 },
    { retry: true, waitMs: 1000 },
    { retry: true, waitMs: 15_000 },
  ]);
});

it('a circuit lets one request through at a time while it tries, and never stays shut for longer than a rest', () => {
  const event = fc.record({
    afterMs: fc.nat(20_000),
    outcome: fc.constantFrom<'success' | 'aborted' | FailureClass>(
      'success',
      'aborted',
      ...CLASSES,
    ),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let circuit: Circuit = CLOSED;
      let nowMs = 0;
      for (const { afterMs, outcome } of events) {
        nowMs += afterMs;
        const entry = admitRequest(circuit, nowMs);
        expect(entry.waitMs).toBeLessThanOrEqual(CIRCUIT_REST_MS);
        if (!entry.admitted) {
          expect(admitRequest(circuit, nowMs + entry.waitMs).admitted).toBe(true);
          continue;
        }
        if (entry.circuit.state === 'probing') {
          expect(admitRequest(entry.circuit, nowMs).admitted).toBe(false);
        }
        circuit = afterRequest(entry.circuit, outcome, nowMs);
        if (outcome === 'success') expect(circuit).toEqual(CLOSED);
      }
    }),
  );
});

type Answer = string | { readonly says: string; readonly then: FailureClass };

/** A model that answers from a list; a failure class is a failure. */
function scripted(name: string, answers: readonly Answer[], windowTokens = 8_000) {
  const left = [...answers];
  const requests: ModelRequest[] = [];
  const fail = (failureClass: FailureClass) =>
    new AppError('provider_failed', `${name}: ${failureClass}`, {
      data: { failureClass, status: null, retryAfterMs: null },
    });
  const model: ChatModel = {
    name,
    builtIn: false,
    contextWindowTokens: windowTokens,
    generate: (request) => {
      requests.push(request);
      const answer = left.shift() ?? 'nothing left';
      if (typeof answer === 'object') {
        request.onTextDelta?.(answer.says);
        return Promise.reject(fail(answer.then));
      }
      const failure = CLASSES.find((each) => each === answer);
      return failure === undefined ? Promise.resolve(said(answer)) : Promise.reject(fail(failure));
    },
  };
  return { model, requests };
}

function said(text: string): ModelAnswer {
  return {
    text,
    toolCalls: [],
    usage: { promptTokens: 1, completionTokens: 1 },
    finishReason: 'stop',
  };
}

const REQUEST: ModelRequest = { messages: [], tools: [], onTextDelta: () => undefined };

/** Waits are over at once and move the clock. */
class HastyClock extends FakeClock {
  override sleep(delayMs: number): Promise<void> {
    this.advance(delayMs);
    return Promise.resolve();
  }
}

it('a model that fails for a moment answers at the second try', async () => {
  const { model, requests } = scripted('A', ['serverError', 'Here.']);
  const clock = new HastyClock();
  const startMs = clock.now();
  const resilient = createResilientModel(model, {
    cell: createCircuitCell(),
    clock,
    random: () => 0,
  });
  expect((await resilient.generate(REQUEST)).text).toBe('Here.');
  expect(requests).toHaveLength(2);
  expect(clock.now() - startMs).toBe(500);
});

it('a caller that gives up while waiting is not kept', async () => {
  const { model } = scripted('A', ['serverError', 'Late.']);
  const clock = new FakeClock();
  const resilient = createResilientModel(model, {
    cell: createCircuitCell(),
    clock,
    random: () => 0,
  });
  const abort = new AbortController();
  const pending = resilient.generate({ ...REQUEST, signal: abort.signal });
  abort.abort(new Error('cancelled'));
  await expect(pending).rejects.toThrow('cancelled');
});

it('a provider that fails again and again is left alone, for all its models, until one request succeeds', async () => {
  const cell = createCircuitCell();
  const clock = new HastyClock();
  const options = { cell, clock, random: () => 0, retries: 0 };
  const failing = scripted('A', [
    ...Array.from({ length: CIRCUIT_FAILURES }, () => 'connection' as const),
    'Back.',
  ]);
  const other = scripted('B', ['Never asked while A rests.']);
  const a = createResilientModel(failing.model, options);
  const b = createResilientModel(other.model, options);
  for (let count = 0; count < CIRCUIT_FAILURES; count += 1) {
    await expect(a.generate(REQUEST)).rejects.toMatchObject({ data: { attempts: 1 } });
  }
  await expect(b.generate(REQUEST)).rejects.toMatchObject({
    message: 'B failed many times in a row and is left alone for 30 seconds. Try again then.',
    data: { failureClass: 'circuitOpen', retryAfterMs: CIRCUIT_REST_MS, attempts: 0 },
  });
  expect(other.requests).toHaveLength(0);
  clock.advance(CIRCUIT_REST_MS);
  expect((await a.generate(REQUEST)).text).toBe('Back.');
  expect((await b.generate(REQUEST)).text).toBe('Never asked while A rests.');
});

it('what a provider refuses on purpose does not shut the circuit', async () => {
  const cell = createCircuitCell();
  const { model } = scripted(
    'A',
    Array.from({ length: 20 }, () => 'clientError' as const),
  );
  const a = createResilientModel(model, { cell, clock: new HastyClock(), random: () => 0 });
  for (let count = 0; count < 10; count += 1) {
    await expect(a.generate(REQUEST)).rejects.toMatchObject({
      data: { failureClass: 'clientError' },
    });
  }
});

it('the next of a chain answers with its own settings, and the smallest window counts', async () => {
  const first = scripted('A', ['rateLimit'], 9_000);
  const second = scripted('B', ['circuitOpen'], 4_000);
  const third = scripted('C', ['Here.'], 20_000);
  const model = createFallbackModel(first.model, [
    { model: second.model, settings: {} },
    { model: third.model, settings: { temperature: 0.1 } },
  ]);
  expect(model.contextWindowTokens).toBe(4_000);
  expect((await model.generate({ ...REQUEST, temperature: 0.9 })).text).toBe('Here.');
  expect(third.requests[0]).toMatchObject({ temperature: 0.1 });
});

it.each<[string, Answer]>([
  ['will not pass', 'auth'],
  ['came after a piece was read', { says: 'Half', then: 'serverError' }],
])('nobody else is asked when the failure %s', async (_when, answer) => {
  const second = scripted('B', ['Not asked.']);
  const chain = [{ model: second.model, settings: {} }];
  const model = createFallbackModel(scripted('A', [answer]).model, chain);
  await expect(model.generate(REQUEST)).rejects.toMatchObject({ code: 'provider_failed' });
  expect(second.requests).toHaveLength(0);
});
