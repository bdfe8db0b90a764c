import { expect, it, onTestFinished, vi } from 'vitest';
import { describeEachDatabase, type OpenFresh } from '../../../test/support/databases.ts';
import { systemClock, systemIds } from '../../base/index.ts';
import { openPostgresBroadcast } from '../storage/index.ts';
import { createInProcessQueue } from './in-process.ts';
import { createPostgresQueue } from './postgres-queue.ts';
import type { WakeUpHandler, WorkQueue } from './work-queue.ts';

interface Opening {
  readonly run: WakeUpHandler;
  readonly concurrency?: number;
  readonly takes?: boolean;
}

const problems: string[] = [];
const log = {
  error: (_facts: object, message: string) => void problems.push(message),
  warn: (_facts: object, message: string) => void problems.push(message),
};

/** Opens queues of processes that share a database; on SQLite each process has its own. */
async function processes(openFresh: OpenFresh) {
  const { config } = await openFresh({ migrated: false });
  problems.length = 0;
  return async ({ run, concurrency, takes = true }: Opening): Promise<WorkQueue> => {
    const options = {
      handlers: { run },
      log,
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    if (config.dialect === 'sqlite') {
      const queue = createInProcessQueue(options);
      onTestFinished(() => queue.close());
      return queue;
    }
    const { url } = config;
    const clock = systemClock;
    const broadcast = await openPostgresBroadcast(url, { clock, sender: systemIds.uuid(), log });
    const queue = await createPostgresQueue({ ...options, url, broadcast, clock, takes });
    queue.open();
    onTestFinished(async () => {
      await queue.close();
      await broadcast.close();
    });
    return queue;
  };
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
}

const settled = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

describeEachDatabase('wake-ups', (openFresh) => {
  it('DUR-07 hands each row to a handler, and counts wake-ups for one that waits once', async () => {
    const open = await processes(openFresh);
    const hold = gate();
    const seen: string[] = [];
    const queue = await open({
      concurrency: 1,
      run: async (id) => {
        seen.push(id);
        await hold.opened;
      },
    });
    queue.wake({ topic: 'run', id: 'first' });
    await settled(() => {
      expect(seen).toEqual(['first']);
    });
    for (const id of ['a', 'a', 'b', 'a']) queue.wake({ topic: 'run', id });
    hold.open();
    await settled(() => {
      expect([...seen].sort()).toEqual(['a', 'b', 'first']);
    });
    await queue.rest();
    expect(seen).toHaveLength(3);
  });

  it('DUR-07 looks again at a row that was woken while its handler ran', async () => {
    const open = await processes(openFresh);
    const hold = gate();
    let looks = 0;
    const queue = await open({
      run: async () => {
        looks += 1;
        await hold.opened;
      },
    });
    queue.wake({ topic: 'run', id: 'a' });
    await settled(() => {
      expect(looks).toBe(1);
    });
    queue.wake({ topic: 'run', id: 'a' });
    hold.open();
    await settled(() => {
      expect(looks).toBe(2);
    });
  });

  it('DUR-07 works on as many rows side by side as it may', async () => {
    const open = await processes(openFresh);
    const hold = gate();
    let side = 0;
    let most = 0;
    let done = 0;
    const queue = await open({
      concurrency: 2,
      run: async () => {
        side += 1;
        most = Math.max(most, side);
        await hold.opened;
        side -= 1;
        done += 1;
      },
    });
    for (const id of ['a', 'b', 'c', 'd']) queue.wake({ topic: 'run', id });
    await settled(() => {
      expect(queue.inWork()).toBe(2);
    });
    hold.open();
    await settled(() => {
      expect(done).toBe(4);
    });
    expect(most).toBe(2);
  });

  it('DUR-07 is not disturbed by a handler that fails', async () => {
    const open = await processes(openFresh);
    const seen: string[] = [];
    const queue = await open({
      run: (id) => {
        seen.push(id);
        return id === 'bad' ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
    });
    queue.wake({ topic: 'run', id: 'bad' });
    queue.wake({ topic: 'run', id: 'good' });
    await settled(() => {
      expect([...seen].sort()).toEqual(['bad', 'good']);
    });
    expect(problems).toEqual(['A worker failed']);
  });

  it('DUR-03 at rest takes nothing more and has waited for what ran', async () => {
    const open = await processes(openFresh);
    const hold = gate();
    let done = 0;
    const queue = await open({
      concurrency: 1,
      run: async () => {
        await hold.opened;
        done += 1;
      },
    });
    queue.wake({ topic: 'run', id: 'a' });
    await settled(() => {
      expect(queue.inWork()).toBe(1);
    });
    const resting = queue.rest();
    queue.wake({ topic: 'run', id: 'b' });
    hold.open();
    await resting;
    expect(done).toBe(1);
    expect(queue.inWork()).toBe(0);
  });
});

describeEachDatabase(
  'wake-ups between processes',
  (openFresh) => {
    it('DUR-07 each is followed by one of several processes, whoever woke', async () => {
      const open = await processes(openFresh);
      const seen: string[] = [];
      const run = (id: string) => Promise.resolve(void seen.push(id));
      const server = await open({
        takes: false,
        run: () => Promise.reject(new Error('a pure server follows none')),
      });
      await open({ run });
      await open({ run });
      const ids = Array.from({ length: 40 }, (_, n) => String(n));
      for (const id of ids) server.wake({ topic: 'run', id });
      await settled(() => {
        expect([...seen].sort()).toEqual([...ids].sort());
      });
      expect(problems).toEqual([]);
    });

    it('DUR-03 what a process at rest hands over is taken by another, and what waits with nobody there by the next', async () => {
      const open = await processes(openFresh);
      const first = await open({ run: () => Promise.resolve() });
      await first.rest();
      first.wake({ topic: 'run', id: 'handed over' });
      const seen: string[] = [];
      await open({ run: (id) => Promise.resolve(void seen.push(id)) });
      await settled(() => {
        expect(seen).toEqual(['handed over']);
      });
    });
  },
  ['postgres'],
);
