import type { Clock } from '../../src/base/index.ts';
import type { WireStep } from '../../src/testing/index.ts';

/** Everything that goes wrong with a provider, and what becomes of it; the same in every wire format. */
export interface ProviderFailure {
  /** As the table in docs/operations.md names it. */
  readonly name: string;
  readonly step: WireStep;
  readonly failureClass: string;
  readonly requests: number;
  /** In milliseconds, with chance at one half. */
  readonly waits: readonly number[];
  readonly sentence: RegExp;
  /** What becomes of a queued run: it waits and is tried again, or it ends. */
  readonly run: 'requeued' | 'failed';
}

const status = (code: number, headers: Record<string, string> = {}): WireStep => ({
  status: code,
  headers,
  body: { error: { type: 'x', message: 'The reason.' } },
});

export const PROVIDER_FAILURES: readonly ProviderFailure[] = [
  {
    name: '400',
    step: status(400),
    failureClass: 'clientError',
    requests: 1,
    waits: [],
    sentence: /refused the request \(status 400\)/u,
    run: 'failed',
  },
  {
    name: '401',
    step: status(401),
    failureClass: 'auth',
    requests: 1,
    waits: [],
    sentence: /refused the key/u,
    run: 'failed',
  },
  {
    name: '408',
    step: status(408),
    failureClass: 'connection',
    requests: 3,
    waits: [750, 1500],
    sentence: /took too long/u,
    run: 'requeued',
  },
  {
    name: '429',
    step: status(429),
    failureClass: 'rateLimit',
    requests: 3,
    waits: [750, 1500],
    sentence: /asked too often/u,
    run: 'requeued',
  },
  {
    name: '429 with retry-after: 7',
    step: status(429, { 'retry-after': '7' }),
    failureClass: 'rateLimit',
    requests: 3,
    waits: [7000, 7000],
    sentence: /asks to wait 7 seconds/u,
    run: 'requeued',
  },
  {
    name: '429 with retry-after: 60',
    step: status(429, { 'retry-after': '60' }),
    failureClass: 'rateLimit',
    requests: 1,
    waits: [],
    sentence: /asks to wait 60 seconds/u,
    run: 'requeued',
  },
  {
    name: '500',
    step: status(500),
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own \(status 500\)/u,
    run: 'requeued',
  },
  {
    name: '529',
    step: status(529),
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own \(status 529\)/u,
    run: 'requeued',
  },
  {
    name: 'stream cut before any text',
    step: { breakOff: true },
    failureClass: 'connection',
    requests: 3,
    waits: [750, 1500],
    sentence: /broke off before it was complete/u,
    run: 'requeued',
  },
  {
    name: 'stream cut after text',
    step: { text: 'Half of what', breakOff: true },
    failureClass: 'connection',
    requests: 1,
    waits: [],
    sentence: /broke off before it was complete/u,
    run: 'requeued',
  },
  {
    name: 'error inside the stream',
    step: { streamError: { type: 'overloaded_error', message: 'Overloaded' } },
    failureClass: 'serverError',
    requests: 3,
    waits: [750, 1500],
    sentence: /problem of its own/u,
    run: 'requeued',
  },
  {
    name: 'malformed JSON',
    step: { raw: '{"half": ' },
    failureClass: 'configuration',
    requests: 1,
    waits: [],
    sentence: /does not speak the protocol/u,
    run: 'failed',
  },
];

/** Waits of a person are noted and over at once; the watch over a silent provider never ends. */
export function recordingClock(): { clock: Clock; waits: number[] } {
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
