import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPostgres } from '../../bench/lib/postgres-server.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** One measurement at its smallest, with ours only; what the peers need is not installed here. */
async function measure(scenario: string, parts: object): Promise<unknown> {
  const worker = join(root, 'bench/worker.mjs');
  const args = ['--expose-gc', worker, scenario, 'vouch', JSON.stringify(parts)];
  return JSON.parse((await run(process.execPath, args)).stdout) as unknown;
}

const TIMES = { wallMs: expect.any(Number) as number, cpuMs: expect.any(Number) as number };

const GROWN = { ...TIMES, allocatedMb: expect.any(Number) as number };

describe('every scenario of the bench, at its smallest', () => {
  let folder: string;

  beforeAll(async () => {
    expect(existsSync(join(root, 'dist/index.js')), 'run npm run build first').toBe(true);
    folder = await mkdtemp(join(tmpdir(), 'vouch-bench-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('measures a loop and the cycles of approvals', async () => {
    const loop = { reads: 3, sync: 'FULL', warmUps: 0, times: 1 };
    const cycle = { reads: 2, sync: 'NORMAL', cycles: 2 };
    const measured = [measure('loop', loop), measure('cycle', cycle)];
    expect(await Promise.all(measured)).toEqual([TIMES, TIMES]);
  }, 60_000);

  it('suspends in one process and resumes in the next, where the approved write runs once', async () => {
    const parts = { folder, reads: 2, sync: 'NORMAL' };
    const bytes = (await measure('suspend', parts)) as { payload: number; file: number };
    expect(bytes.payload).toBeGreaterThan(1_000);
    expect(await measure('resume', parts)).toEqual({ operation: TIMES, process: TIMES });
    expect(await readFile(join(folder, 'writes.log'), 'utf8')).toBe('written\n');
  }, 60_000);

  it('measures what grows: skills, a conversation, finished runs', async () => {
    const measured = await Promise.all([
      measure('skills', { count: 52, attached: 2, times: 1 }),
      measure('conversation', { messages: 4, times: 1 }),
      measure('inbox', { finished: 5, times: 1 }),
    ]);
    expect(measured).toEqual([
      { list: GROWN, search: GROWN, catalogue: GROWN, start: GROWN },
      TIMES,
      { list: TIMES, waiting: TIMES },
    ]);
    const [{ list, start }] = measured as [Record<string, { allocatedMb: number }>, ...unknown[]];
    expect(list?.allocatedMb).toBeGreaterThan(0.01);
    expect(start?.allocatedMb).toBeGreaterThan(0.01);
  }, 60_000);

  it('measures what workers take from PostgreSQL, and what bare pg-boss takes there', async () => {
    const measured = await withPostgres((server) =>
      Promise.all([
        measure('runs', { server, name: 'runs', workers: 2, count: 5 }),
        measure('boss', { server, name: 'boss', workers: 2, count: 20 }),
      ]),
    );
    const rate = { perSecond: expect.any(Number) as number };
    expect(measured).toEqual([rate, rate]);
  }, 120_000);
});
