import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsSource } from '../../http/index.ts';
import type { Observer } from './observer.ts';

/** What is counted only when somebody asks. */
export interface MetricReadings {
  /** Handlers that run in this process. */
  readonly inWork: () => number;
  /** Conversations that are open in a browser here. */
  readonly followed: () => number;
  /** Runs that nobody carries on although somebody should, or that were ended for good, by kind. */
  readonly stale: () => Promise<Readonly<Record<string, number>>>;
}

/** Seconds: a tool or a fast model, up to a slow one. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Figures of this process for Prometheus, and the observer that feeds them. */
export function createMetrics(
  token: string,
  readings: MetricReadings,
): { readonly source: MetricsSource; readonly observer: Observer } {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const segments = new Histogram({
    name: 'vouch_run_segment_seconds',
    help: 'Stretches of runs in this process, by how they ended.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers,
  });
  const calls = new Histogram({
    name: 'vouch_model_call_seconds',
    help: 'Calls of a model, by model and whether they failed.',
    labelNames: ['model', 'failed'],
    buckets: BUCKETS,
    registers,
  });
  const tokens = new Counter({
    name: 'vouch_model_tokens_total',
    help: 'Tokens as the provider counted them.',
    labelNames: ['model', 'kind'],
    registers,
  });
  const tools = new Histogram({
    name: 'vouch_tool_call_seconds',
    help: 'Calls of tools, by tool and whether they failed.',
    labelNames: ['tool', 'failed'],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: 'vouch_rows_in_work',
    help: 'Conversations and runs this process works on now.',
    registers,
    collect() {
      this.set(readings.inWork());
    },
  });
  new Gauge({
    name: 'vouch_conversations_followed',
    help: 'Conversations that are open in a browser connected to this process.',
    registers,
    collect() {
      this.set(readings.followed());
    },
  });
  new Gauge({
    name: 'vouch_stale_runs',
    help: 'Runs that nobody carries on although somebody should, and runs ended for good lately; of the whole database.',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const [kind, count] of Object.entries(await readings.stale())) {
        this.set({ kind }, count);
      }
    },
  });
  return {
    source: {
      token,
      read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    },
    observer: {
      segment: (work) =>
        timed(work, (seconds, result) => {
          if (result === null) return;
          segments.observe({ outcome: result?.outcome ?? 'refused' }, seconds);
        }),
      modelCall: ({ model }, work) =>
        timed(work, (seconds, answer) => {
          calls.observe({ model, failed: String(answer === undefined) }, seconds);
          if (answer === undefined) return;
          tokens.inc({ model, kind: 'prompt' }, answer.usage.promptTokens);
          tokens.inc({ model, kind: 'completion' }, answer.usage.completionTokens);
        }),
      toolCall: ({ tool }, work) =>
        timed(work, (seconds, execution) => {
          tools.observe({ tool, failed: String(execution?.isError ?? true) }, seconds);
        }),
    },
  };
}

/** Tells how long `work` took, and its result; `undefined` when it threw. */
async function timed<T>(
  work: () => Promise<T>,
  tell: (seconds: number, result: T | undefined) => void,
): Promise<T> {
  const startedAtMs = performance.now();
  const seconds = () => (performance.now() - startedAtMs) / 1_000;
  try {
    const result = await work();
    tell(seconds(), result);
    return result;
  } catch (error) {
    tell(seconds(), undefined);
    throw error;
  }
}
