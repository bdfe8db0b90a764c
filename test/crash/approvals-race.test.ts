import { expect, it, vi } from 'vitest';
import { seedOf, wholeNumber } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { inArena, type Arena } from './arena.ts';
import { createChance } from './chance.ts';
import type { Life } from './crew.ts';
import type { Plan } from './plans.ts';
import type { PendingCard } from '../../src/contracts/index.ts';
import type { Report } from './protocol.ts';
import { EDITOR } from './world.ts';

const ROUNDS = wholeNumber('VOUCH_TEST_ROUNDS', 30);
const EACH = 10;
const CARDS: Plan = Array.from({ length: 15 }, () => ['once'] as const);

/** Two servers, and what they answer to decisions. */
function createServers(arena: Arena) {
  let replies: Report[] = [];
  let allIn: () => void = () => undefined;
  const listen = (report: Report) => {
    if (report.kind !== 'answered' && report.kind !== 'refused') return;
    replies.push(report);
    if (replies.length === 2 * EACH) allIn();
  };
  const role = { alone: false, serves: false };
  const servers: readonly Life[] = [arena.start(role, listen), arena.start(role, listen)];
  return {
    /** Every server is sent the same approval ten times at once. */
    approve: async (run: string, digest: string) => {
      replies = [];
      const done = new Promise<void>((resolve) => (allIn = resolve));
      for (const server of servers) {
        server.send({ kind: 'decide', run, digest, approved: true, times: EACH });
      }
      await done;
      return replies;
    },
  };
}

async function cardOf(arena: Arena, run: string): Promise<PendingCard | null> {
  return (await arena.world.runtime.status(run, EDITOR))?.card ?? null;
}

/** Looks until the run waits. */
function firstCardOf(arena: Arena, run: string): Promise<PendingCard> {
  return vi.waitUntil(() => cardOf(arena, run), { timeout: 30_000, interval: 5 });
}

describeEachDatabase('one card, two servers', (openFresh) => {
  it(
    'DEC-07, WRT-05 torture 3: of twenty approvals at once one is carried out and nineteen are told so',
    async () => {
      await inArena(openFresh, { chance: createChance(seedOf()) }, async (arena) => {
        const servers = createServers(arena);
        const codes = new Set<string>();
        let run = '';
        let card: PendingCard | null = null;
        for (let round = 0; round < ROUNDS; round += 1) {
          if (card === null) {
            run = await arena.enqueue(CARDS, false);
            // One of the servers takes it up.
            card = await firstCardOf(arena, run);
          }
          const [call] = card.calls;
          const before = arena.world.ledger.lines(run);
          const replies = await servers.approve(run, card.digest);
          const refused = replies.flatMap((reply) =>
            reply.kind === 'refused' ? [reply.code] : [],
          );
          expect(refused).toHaveLength(2 * EACH - 1);
          for (const code of refused) codes.add(code);
          const written = arena.world.ledger.lines(run).slice(before.length);
          expect(written.map(({ step }) => step)).toEqual([call?.callId]);
          card = await cardOf(arena, run);
        }
        const expected = ['already_resuming', 'not_awaiting_approval', 'stale_approval'];
        expect(expected).toEqual(expect.arrayContaining([...codes]));
        console.log(
          `${arena.dialect}: ${String(ROUNDS)} rounds, refused as ${[...codes].join(', ')}`,
        );
      });
    },
    60_000 + ROUNDS * 2_000,
  );
});
