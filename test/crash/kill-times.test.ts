import { expect, it } from 'vitest';
import { seedOf, wholeNumber } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { drain, inArena, type Arena } from './arena.ts';
import { audit, report } from './audit.ts';
import { createChance, inBatches, type Chance } from './chance.ts';

const KILLS = wholeNumber('VOUCH_TEST_KILLS', 30);

/** Starts a process and kills it while it starts, or somewhere in the work it does then. */
async function killOne(arena: Arena, chance: Chance): Promise<void> {
  const whileStarting = chance.in100(10);
  let stepsLeft = chance.below(100);
  const life = arena.start({}, (heard) => {
    stepsLeft -= heard.kind === 'passed' ? 1 : 0;
    // Or there is nothing left to be killed in.
    if ((!whileStarting && stepsLeft <= 0) || (heard.kind === 'seen' && heard.open === 0)) {
      setTimeout(life.kill, chance.below(4));
    }
  });
  if (whileStarting) setTimeout(life.kill, chance.below(60));
  await arena.gone(life);
}

describeEachDatabase('a process killed at any time', (openFresh) => {
  it(
    'DUR-03, WRT-05, DUR-07 nothing acknowledged is lost, no write that must not be repeated is, no recorded read is',
    async () => {
      const seed = seedOf();
      for (const [batch, kills] of inBatches(KILLS).entries()) {
        const chance = createChance(seed + batch);
        await inArena(openFresh, { chance }, async (arena) => {
          for (let n = 0; n < kills; n += 1) {
            await arena.topUp(8);
            await killOne(arena, chance);
          }
          await drain(arena);
          const { faults, ...counts } = await audit(arena);
          report(`${arena.dialect}, killed ${String(kills)} times`, { chance, arena, counts });
          expect(faults).toEqual([]);
        });
      }
    },
    60_000 + KILLS * 5_000,
  );
});
