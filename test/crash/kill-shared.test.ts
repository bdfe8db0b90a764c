import { expect, it } from 'vitest';
import { seedOf, wholeNumber } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { inArena, type Arena } from './arena.ts';
import { audit, report } from './audit.ts';
import { createChance, inBatches } from './chance.ts';

const KILLS = wholeNumber('VOUCH_TEST_KILLS', 30);
const SERVERS = 2;
const WORKERS = 4;

/** Long enough for a busy machine not to take a run from a process that lives, short enough to wait for. */
const LEASE_MS = 3_000;

/** Two servers and four workers; a killed one is replaced by another of its kind. */
function createStaff(arena: Arena) {
  let foundNothing: () => void = () => undefined;
  let stepsLeft = 0;
  let stepsDone: () => void = () => undefined;
  const hire = (serves: boolean) => ({
    serves,
    life: arena.start({ alone: false, serves, leaseMs: LEASE_MS }, (heard) => {
      if (heard.kind === 'seen' && heard.open === 0) {
        foundNothing();
        stepsDone();
      }
      if (heard.kind === 'passed') stepsLeft -= 1;
      if (stepsLeft <= 0) stepsDone();
    }),
  });
  const staff = Array.from({ length: SERVERS + WORKERS }, (_, at) => hire(at < SERVERS));
  return {
    /** When they have done so much more together, or all there was. */
    passed: (steps: number) =>
      new Promise<void>((resolve) => {
        stepsLeft = steps;
        stepsDone = resolve;
      }),
    replaceOne: async (at: number) => {
      const post = staff[at];
      if (post === undefined) throw new Error('There is no such process.');
      post.life.kill();
      await post.life.ended;
      arena.editor.lost(post.life);
      staff[at] = hire(post.serves);
    },
    /** When a server finds that every run has ended. */
    allEnded: () => new Promise<void>((resolve) => (foundNothing = resolve)),
  };
}

describeEachDatabase(
  'processes on one database, killed at any time',
  (openFresh) => {
    it(
      'DUR-02, DUR-03, DUR-07, WRT-05 two servers and four workers: the others carry on, nothing acknowledged is lost, nothing is done twice',
      async () => {
        const seed = seedOf();
        for (const [batch, kills] of inBatches(KILLS).entries()) {
          const chance = createChance(seed + batch);
          await inArena(openFresh, { chance, warmCount: 3 }, async (arena) => {
            await arena.topUp(12);
            const staff = createStaff(arena);
            for (let n = 0; n < kills; n += 1) {
              await arena.topUp(12);
              await staff.passed(chance.below(60));
              await staff.replaceOne(chance.below(SERVERS + WORKERS));
            }
            await staff.allEnded();
            const { faults, ...counts } = await audit(arena, true);
            const what = `${arena.dialect}, ${String(kills)} of two servers and four workers killed`;
            report(what, { chance, arena, counts });
            expect(faults).toEqual([]);
          });
        }
      },
      90_000 + KILLS * 5_000,
    );
  },
  ['postgres'],
);
