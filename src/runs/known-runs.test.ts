import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_STATE } from './journal.ts';
import { createKnownRuns, type KnownRun } from './known-runs.ts';

const known = (size: number): KnownRun => ({
  sealedRequest: 'sealed',
  request: {
    actor: { kind: 'user', userId: 'editor' },
    head: {
      kind: 'head',
      prompt: '',
      snippets: [],
      messages: [],
      catalogue: { text: '', entries: [] },
      requestedTools: null,
      maxIterations: 1,
    },
    stop: null,
  },
  count: 0,
  last: null,
  state: EMPTY_STATE,
  size,
});

it('never holds more than its limit, and what it holds is what was kept last', () => {
  const step = fc.record({ uuid: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const runs = createKnownRuns(100);
      const expected = new Map<string, KnownRun>();
      for (const { uuid, size } of steps) {
        const run = known(size);
        runs.keep(uuid, run);
        expected.delete(uuid);
        expected.set(uuid, run);
        const held = ['a', 'b', 'c', 'd'].flatMap((each) => runs.of(each) ?? []);
        expect(held.reduce((sum, each) => sum + each.size, 0)).toBeLessThanOrEqual(100);
        expect(runs.of(uuid)).toBe(run);
        // What goes is the oldest: those held are the newest of all that were kept.
        const newest = [...expected.values()].slice(expected.size - held.length);
        expect(new Set(held)).toEqual(new Set(newest));
      }
    }),
  );
});

it('forgets, and does not take in what is larger than all it may hold', () => {
  const runs = createKnownRuns(100);
  runs.keep('a', known(60));
  runs.forget('a');
  expect(runs.of('a')).toBeNull();
  runs.keep('b', known(90));
  runs.keep('a', known(101));
  expect(runs.of('a')).toBeNull();
  expect(runs.of('b')).not.toBeNull();
});
