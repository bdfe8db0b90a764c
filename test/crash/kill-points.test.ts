import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { drain, inArena } from './arena.ts';
import { audit, report } from './audit.ts';
import { createChance, seedOf } from './chance.ts';
import { POINTS } from './protocol.ts';

describeEachDatabase('a process killed at a named point', (openFresh) => {
  it('DUR-03, WRT-05 torture 20: at every point, the first time it is met or later: nothing acknowledged is lost, nothing is done twice', async () => {
    const chance = createChance(seedOf());
    await inArena(openFresh, { chance }, async (arena) => {
      for (const at of POINTS) {
        // Around a write both: it may be one that must not be repeated, and one that may.
        for (const nth of at.startsWith('effect') ? [1, 3] : [1 + chance.below(4)]) {
          await arena.topUp(6);
          const life = arena.start({ dies: { at, nth } });
          expect(await arena.gone(life)).toBe(at);
        }
      }
      await drain(arena);
      const { faults, ...counts } = await audit(arena);
      report(`${arena.dialect}, killed at every point`, { chance, arena, counts });
      expect(faults).toEqual([]);
      expect(counts.effects).toBeGreaterThan(0);
    });
  });
});
