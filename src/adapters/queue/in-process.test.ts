import { expect, it } from 'vitest';
import { createInProcessQueue } from './in-process.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const quiet = { error: () => undefined };

it('looks at each row once however often it was woken before', async () => {
  const seen: string[] = [];
  const queue = createInProcessQueue({
    handlers: { run: async (id) => void seen.push(id) },
    log: quiet,
  });
  for (const id of ['a', 'a', 'b', 'a']) queue.wake({ topic: 'run', id });
  await queue.drain();
  expect(seen).toEqual(['a', 'b']);
});

it('runs one handler at a time for a row, and again when it was woken meanwhile', async () => {
  const first = gate();
  const looks: string[] = [];
  let side = 0;
  const queue = createInProcessQueue({
    handlers: {
      run: async () => {
        side += 1;
        expect(side).toBe(1);
        looks.push('look');
        await first.opened;
        side -= 1;
      },
    },
    log: quiet,
  });
  queue.wake({ topic: 'run', id: 'a' });
  await Promise.resolve();
  await Promise.resolve();
  expect(looks).toHaveLength(1);
  queue.wake({ topic: 'run', id: 'a' });
  queue.wake({ topic: 'run', id: 'a' });
  first.open();
  await queue.drain();
  expect(looks).toHaveLength(2);
});

it('runs at most as many handlers side by side as it may', async () => {
  const hold = gate();
  let side = 0;
  let most = 0;
  const queue = createInProcessQueue({
    handlers: {
      run: async () => {
        side += 1;
        most = Math.max(most, side);
        await hold.opened;
        side -= 1;
      },
    },
    concurrency: 2,
    log: quiet,
  });
  for (const id of ['a', 'b', 'c', 'd']) queue.wake({ topic: 'run', id });
  hold.open();
  await queue.drain();
  expect(most).toBe(2);
});

it('logs a failing handler and goes on with the others', async () => {
  const errors: object[] = [];
  const seen: string[] = [];
  const queue = createInProcessQueue({
    handlers: {
      run: async (id) => {
        if (id === 'bad') throw new Error('no');
        seen.push(id);
      },
    },
    concurrency: 1,
    log: { error: (facts) => errors.push(facts) },
  });
  queue.wake({ topic: 'run', id: 'bad' });
  queue.wake({ topic: 'run', id: 'good' });
  queue.wake({ topic: 'conversation', id: 'nobody listens' });
  await queue.drain();
  expect(errors).toMatchObject([{ topic: 'run', id: 'bad' }]);
  expect(seen).toEqual(['good']);
});

it('takes nothing after it was closed, and closes when its handlers have returned', async () => {
  const hold = gate();
  const seen: string[] = [];
  const queue = createInProcessQueue({
    handlers: {
      run: async (id) => {
        await hold.opened;
        seen.push(id);
      },
    },
    concurrency: 1,
    log: quiet,
  });
  queue.wake({ topic: 'run', id: 'a' });
  queue.wake({ topic: 'run', id: 'b' });
  await Promise.resolve();
  const closing = queue.close();
  queue.wake({ topic: 'run', id: 'c' });
  hold.open();
  await closing;
  expect(seen).toEqual(['a']);
});
