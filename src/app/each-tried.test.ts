import { expect, it } from 'vitest';
import { eachTried } from './each-tried.ts';

it('a step of the recovery that fails keeps none of the others from being taken', async () => {
  const taken: string[] = [];
  const logged: unknown[] = [];
  const broken = new Error('broken');
  const step =
    (name: string, fails = false) =>
    () => {
      taken.push(name);
      return fails ? Promise.reject(broken) : Promise.resolve();
    };
  await eachTried(
    { error: (facts: object) => void logged.push(facts) },
    { runs: step('runs', true), conversations: step('conversations'), tours: step('tours', true) },
  );
  expect(taken).toEqual(['runs', 'conversations', 'tours']);
  expect(logged).toEqual([
    { err: broken, step: 'runs' },
    { err: broken, step: 'tours' },
  ]);
});
