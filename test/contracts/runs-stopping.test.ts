import { expect, it, vi } from 'vitest';
import type { ModelRequest } from '../../src/models/index.ts';
import type { ScriptedAnswer } from '../../src/testing/index.ts';
import {
  createBench,
  describeEachRunStorage,
  EDITOR,
  type Bench,
  type OpenRunStorage,
} from './runs-bench.ts';

const LEASE_MS = 60_000;
const READ = { name: 'get_page_content', arguments: { page: 12 } };

/** A model call that is under way until it is answered, or given up as a provider's client does. */
function heldCall() {
  let answer: (given: ScriptedAnswer) => void = () => undefined;
  let begun: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const step = ({ signal }: ModelRequest): Promise<ScriptedAnswer> =>
    new Promise((resolve, reject) => {
      answer = resolve;
      signal?.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
      begun();
    });
  return {
    step,
    underWay,
    answer: (given: ScriptedAnswer) => {
      answer(given);
    },
  };
}

async function longRun(open: OpenRunStorage) {
  const bench = await createBench({
    storage: await open(),
    settings: { leaseMs: LEASE_MS, owner: 'first' },
  });
  const call = heldCall();
  bench.model.add(call.step);
  const uuid = await bench.runtime.enqueue(bench.request());
  bench.woken.length = 0;
  const running = bench.runtime.runQueued(uuid);
  await call.underWay;
  return { bench, call, uuid, running, second: bench.secondRuntime() };
}

/** Lets `ms` pass, a beat at a time, each renewed before the next. */
async function passTime(bench: Bench, uuid: string, ms: number) {
  for (let passed = 0; passed < ms; passed += 10_000) {
    bench.clock.advance(10_000);
    await vi.waitFor(async () => {
      const run = await bench.storage.store.run(uuid);
      expect(run?.leaseExpiresAtMs).toBe(bench.clock.now() + LEASE_MS);
    });
  }
}

describeEachRunStorage('a run that takes its time', (open) => {
  it('DUR-02 keeps its lease through a model call of three leases, and nobody takes it over', async () => {
    const { bench, call, uuid, running, second } = await longRun(open);
    await passTime(bench, uuid, 3 * LEASE_MS);
    expect(await second.recoverInterrupted()).toMatchObject({ requeued: [], released: [] });
    call.answer({ text: 'At last.' });
    expect(await running).toMatchObject({ outcome: 'completed', text: 'At last.' });
  });

  it('DUR-02 has no heartbeat left once it has ended: a lease of before cannot come back', async () => {
    const { bench, call, uuid, running } = await longRun(open);
    call.answer({ text: 'Done.' });
    await running;
    bench.clock.advance(LEASE_MS);
    const run = await bench.storage.store.run(uuid);
    expect(run).toMatchObject({ status: 'completed', leaseOwner: null, leaseExpiresAtMs: null });
  });

  it('DUR-01 is cancelled by another server within a heartbeat, in the middle of a model call', async () => {
    const { bench, uuid, running, second } = await longRun(open);
    expect(await second.cancel(uuid, EDITOR)).toBe(true);
    bench.clock.advance(10_000);
    expect(await running).toMatchObject({ outcome: 'cancelled' });
  });
});

describeEachRunStorage('a process that stops', (open) => {
  it('DUR-03 hands a run over after the step it is in: nothing is asked twice, and no interruption is counted', async () => {
    const { bench, call, uuid, running, second } = await longRun(open);
    bench.model.add({ text: 'I have read it.' });
    bench.runtime.handOver();
    call.answer({ text: 'Reading.', calls: [READ] });
    expect(await running).toMatchObject({
      outcome: 'requeued',
      steps: [
        { kind: 'llm', text: 'Reading.' },
        { kind: 'tool', tool: READ.name },
      ],
    });
    expect(bench.woken).toEqual([{ topic: 'run', id: uuid }]);
    expect(await bench.storage.store.run(uuid)).toMatchObject({
      status: 'queued',
      requeueCount: 0,
      leaseOwner: null,
    });
    expect(await second.runQueued(uuid)).toMatchObject({
      outcome: 'completed',
      text: 'I have read it.',
      takenOver: true,
    });
    expect(bench.model.requests).toHaveLength(2);
  });

  it('DUR-03 drops a model call when it can wait no longer; the next worker asks anew', async () => {
    const { bench, uuid, running, second } = await longRun(open);
    bench.model.add({ text: 'Asked again.' });
    bench.runtime.handOver({ giveUp: true });
    expect(await running).toMatchObject({ outcome: 'requeued', steps: [] });
    expect(bench.woken).toEqual([{ topic: 'run', id: uuid }]);
    expect(await second.runQueued(uuid)).toMatchObject({
      outcome: 'completed',
      text: 'Asked again.',
    });
  });
});
