import { expect, it } from 'vitest';
import { seedOf } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { drain, inArena } from './arena.ts';
import { audit, report } from './audit.ts';
import { createChance } from './chance.ts';
import type { Plan } from './plans.ts';
import { POINTS } from './protocol.ts';

const RICH: Plan = [
  ['read', 'once', 'once'],
  ['read', 'read'],
  ['set', 'once'],
];

describeEachDatabase('a process killed at a named point', (openFresh) => {
  it('DUR-03, WRT-05 torture 20: at every point, the first time it is met or later: nothing acknowledged is lost, nothing is done twice', async () => {
    const chance = createChance(seedOf());
    await inArena(openFresh, { chance }, async (arena) => {
      for (const at of POINTS) {
        for (const nth of at.startsWith('once') ? [1, 2] : [1 + chance.below(4)]) {
          await arena.topUp(4);
          // Enough of everything is ahead for every point to be met.
          for (let n = 0; n < 3; n += 1) await arena.enqueue(RICH, false);
          const life = arena.start({ dies: { at, nth } });
          expect(await arena.gone(life)).toBe(at);
        }
      }
      await drain(arena);
      const { faults, ...counts } = await audit(arena);
      report(`${arena.dialect}, killed at every point`, { chance, arena, counts });
      expect(faults).toEqual([]);
      // Some died between the write and its record, and had to be told from those that had not written.
      expect(counts.writtenUnseen).toBeGreaterThan(0);
      expect(counts.deadLettered).toBeGreaterThan(counts.writtenUnseen);
    });
  });
});
