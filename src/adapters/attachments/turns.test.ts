import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('never runs more than it may, also when somebody comes in the moment a turn ends', async () => {
  const inTurn = createTurns(1);
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const work = (name: string) => async () => {
    running += 1;
    most = Math.max(most, running);
    order.push(name);
    await Promise.resolve();
    running -= 1;
  };
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = inTurn(() => held);
  const second = inTurn(work('second'));
  // Runs between the end of the first turn and the beginning of the second.
  const late = held.then(() => inTurn(work('late')));
  end();
  await Promise.all([first, second, late]);
  expect(most).toBe(1);
  expect(order).toEqual(['second', 'late']);
});

it('goes on after a work that failed', async () => {
  const inTurn = createTurns(1);
  const failing = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(() => Promise.resolve('well'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('well');
});
