import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a worker in a process of its own; answers with what it printed, and how long the process lived. */
export async function inProcess(scenario, subject, parts) {
  const worker = join(import.meta.dirname, '..', 'worker.mjs');
  const startedAt = performance.now();
  const { stdout } = await execute(
    process.execPath,
    ['--expose-gc', worker, scenario, subject, JSON.stringify(parts)],
    { maxBuffer: 10_000_000 },
  );
  return {
    ...JSON.parse(stdout.trim().split('\n').at(-1)),
    livedMs: performance.now() - startedAt,
  };
}
