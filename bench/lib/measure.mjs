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

/** Memory in use after a collection, in MB; the process must run with --expose-gc. */
export function heapMb() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
}
