import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';

/** Wall and CPU milliseconds (user and system, every thread of the process) that `work` took, with what it answered. */
export async function timed(work) {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const value = await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { value, wallMs, cpuMs: (user + system) / 1_000 };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median wall and CPU time of repetitions. */
export function medians(samples) {
  return {
    wallMs: median(samples.map(({ wallMs }) => wallMs)),
    cpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
  };
}

/** About how many bytes lie between two allocations that are looked at. */
const SAMPLING_BYTES = 1_024;

/** MB that `work` took from the heap, collected since or not, as V8's sampling of allocations tells it. */
export async function allocatedMb(work) {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeOf(profile.head) / 1_048_576;
}

function sizeOf({ selfSize, children }) {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}
