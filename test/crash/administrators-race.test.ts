import { expect, it } from 'vitest';
import { isInstruction, readInstructionFacts } from '../../src/skills/index.ts';
import { seedOf, wholeNumber } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { inArena, type Arena } from './arena.ts';
import { createChance, type Chance } from './chance.ts';
import type { Report } from './protocol.ts';

const ROUNDS = wholeNumber('VOUCH_TEST_ROUNDS', 40);

type Step = 'approve' | 'revoke';

const EVENT_OF = { approve: 'approved', revoke: 'revoked' } as const;

function stepsOf(chance: Chance): readonly Step[] {
  return Array.from({ length: 1 + chance.below(3) }, () =>
    chance.in100(50) ? 'approve' : 'revoke',
  );
}

/** Two administrators, each on a server of their own, who start at the same time; resolves with what was refused. */
function createAdministrators(arena: Arena) {
  let heard: (report: Report) => void = () => undefined;
  const listen = (report: Report) => {
    heard(report);
  };
  const role = { alone: false, serves: false };
  const servers = { ada: arena.start(role, listen), ben: arena.start(role, listen) };
  return async (all: Readonly<Record<'ada' | 'ben', readonly Step[]>>) => {
    const refused: string[] = [];
    const done = new Promise<void>((resolve) => {
      let due = 2;
      heard = (report) => {
        if (report.kind !== 'skill') return;
        refused.push(...report.refused);
        due -= 1;
        if (due === 0) resolve();
      };
    });
    for (const as of ['ada', 'ben'] as const) {
      servers[as].send({ kind: 'skill', as, steps: all[as], ...arena.skill });
    }
    await done;
    return refused;
  };
}

async function instructs({ world, skill }: Arena): Promise<boolean> {
  const facts = await readInstructionFacts(world.skills, skill.uid);
  return facts !== null && isInstruction(facts).instruction;
}

/** Oldest first. */
async function auditOf({ world, skill }: Arena) {
  const rows = await world.skills.audit({ skillUid: skill.uid, limit: 100_000 });
  return rows.toReversed();
}

describeEachDatabase(
  'two administrators in two processes',
  (openFresh) => {
    it(
      'APR-07, APR-06 approving and revoking one digest at once ends as one after the other would, every step audited',
      async () => {
        const chance = createChance(seedOf());
        await inArena(openFresh, { chance }, async (arena) => {
          const act = createAdministrators(arena);
          // Once each alone, so that both servers are up before they race.
          await act({ ada: ['revoke'], ben: [] });
          await act({ ada: [], ben: ['approve'] });
          let mixed = 0;
          for (let round = 0; round < ROUNDS; round += 1) {
            const before = (await auditOf(arena)).length;
            const steps = { ada: stepsOf(chance), ben: stepsOf(chance) };
            expect(await act(steps)).toEqual([]);
            const added = (await auditOf(arena)).slice(before);
            for (const who of ['ada', 'ben'] as const) {
              const own = added.filter(({ actorId }) => actorId === who);
              expect(own.map(({ event }) => event)).toEqual(
                steps[who].map((step) => EVENT_OF[step]),
              );
            }
            expect(added).toHaveLength(steps.ada.length + steps.ben.length);
            expect(new Set(added.map(({ digest }) => digest))).toEqual(
              new Set([arena.skill.digest]),
            );
            // The order of the audit is the serial order: what stands last in it is what holds.
            expect(await instructs(arena)).toBe(added.at(-1)?.event === 'approved');
            if (added[0]?.actorId !== added.at(-1)?.actorId) mixed += 1;
          }
          const audit = await auditOf(arena);
          const approvals = await arena.world.skills.approvals(arena.skill.uid);
          // One approval came with the skill.
          expect(approvals).toHaveLength(
            1 + audit.filter(({ event }) => event === 'approved').length,
          );
          console.log(
            `${arena.dialect}: ${String(ROUNDS)} rounds, ${String(audit.length)} steps, both took part in ${String(mixed)}, seed ${String(chance.seed)}`,
          );
        });
      },
      60_000 + ROUNDS * 1_000,
    );
  },
  ['postgres'],
);
