import type { ChatModels } from '../../models/index.ts';
import type { MetricsSource } from '../../http/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { Settings } from '../settings.ts';
import { createMetrics, type MetricReadings } from '../telemetry/metrics.ts';
import {
  observedModels,
  observedRuntime,
  observedTools,
  observers,
  type Observer,
} from '../telemetry/observer.ts';
import { createTraces } from '../telemetry/traces.ts';

/** What the parts of an installation pass through on their way; nothing when neither figures nor spans are wanted. */
export interface Telemetry {
  readonly metrics: MetricsSource | null;
  models(models: ChatModels): ChatModels;
  tools(tools: readonly Tool[]): readonly Tool[];
  runtime(runtime: HostedRuntime): HostedRuntime;
}

export function wireTelemetry(
  settings: Pick<Settings, 'metricsToken' | 'traces'>,
  readings: MetricReadings,
): Telemetry {
  const metrics =
    settings.metricsToken === null ? null : createMetrics(settings.metricsToken, readings);
  const all: Observer[] = [];
  if (settings.traces) all.push(createTraces());
  if (metrics !== null) all.push(metrics.observer);
  const source = metrics?.source ?? null;
  if (all.length === 0) {
    return {
      metrics: source,
      models: (models) => models,
      tools: (tools) => tools,
      runtime: (runtime) => runtime,
    };
  }
  const observer = observers(all);
  return {
    metrics: source,
    models: (models) => observedModels(models, observer),
    tools: (tools) => observedTools(tools, observer),
    runtime: (runtime) => observedRuntime(runtime, observer),
  };
}
