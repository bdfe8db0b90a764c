import { expect, it } from 'vitest';
import { seedOf, wholeNumber } from '../support/chosen-numbers.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { inBatches } from './chance.ts';
import {
  auditOf,
  inSite,
  letWrite,
  share,
  versionsOf,
  type Done,
  type PageAudit,
} from './site-world.ts';

/** Writes of all Vouch processes together; `VOUCH_TEST_WRITES=10000` is the long run. */
const WRITES = wholeNumber('VOUCH_TEST_WRITES', 200);
const PAGES = 8;
const TIMEOUT_MS = 120_000 + WRITES * 400;

/** What a refused writer may be told: that somebody else was first, in a sentence that says so. */
const EXPLAINED = [
  'content_refused: The page has been changed in the meantime; nothing was written.',
  'unavailable: The file is being written by another process. Try again.',
];

const valueIn = (text: string, field: string) =>
  new RegExp(`^${field}: "?(.*?)"?$`, 'm').exec(text)?.[1] ?? '';

const total = (done: readonly Done[]) => done.reduce((sum, { written }) => sum + written.length, 0);

const refusals = (done: readonly Done[]): Readonly<Record<string, number>> => {
  const all: Record<string, number> = {};
  for (const [why, count] of done.flatMap(({ refused }) => Object.entries(refused))) {
    all[why] = (all[why] ?? 0) + count;
  }
  return all;
};

/** The last of a process's writes of each page is what its field says. */
function expectLastWrites(pages: readonly PageAudit[], done: readonly Done[]): void {
  for (const { written } of done) {
    const last = new Map(written.map(({ path, field, value }) => [path, { field, value }]));
    for (const [path, { field, value }] of last) {
      const text = pages.find((page) => page.path === path)?.text ?? '';
      expect([path, field, valueIn(text, field)]).toEqual([path, field, value]);
    }
  }
}

describeEachDatabase('several processes on the same files', (openFresh) => {
  it(
    'HST-05 two Vouch processes lose no write, and every refusal is explained',
    async () => {
      for (const writes of inBatches(WRITES, 500)) {
        const { config: database } = await openFresh();
        await inSite(PAGES, async (site) => {
          const firsts = await versionsOf(site);
          const order = { ...site, database, operations: writes / 2, pauseMs: 0 };
          const seed = seedOf();
          const done = await Promise.all([
            letWrite({ ...order, as: 'vouch', name: 'vouch1', seed }),
            letWrite({ ...order, as: 'vouch', name: 'vouch2', seed: seed + 1 }),
          ]);
          const pages = await auditOf(site, { database, firsts });
          // One chain from the first version of every page to the last: each write began where the one before ended.
          for (const { first, now, rows } of pages) {
            const bases = rows.map(({ baseVersion }) => baseVersion);
            const ends = rows.map(({ newVersion }) => newVersion);
            expect([...bases, now]).toEqual([first, ...ends]);
            expect(rows.every(({ overwritten }) => overwritten === null)).toBe(true);
          }
          expectLastWrites(pages, done);
          const written = total(done);
          const refused = refusals(done);
          expect(pages.flatMap(({ rows }) => rows)).toHaveLength(written);
          expect(Object.keys(refused).filter((why) => !EXPLAINED.includes(why))).toEqual([]);
          const refusedCount = Object.values(refused).reduce((sum, count) => sum + count, 0);
          expect(written + refusedCount).toBe(order.operations * 2);
          console.log(
            `${String(writes)} writes, seed ${String(seed)}: ${String(written)} written, refused: ${JSON.stringify(refused)}`,
          );
        });
      }
    },
    TIMEOUT_MS,
  );

  it(
    'HST-05 beside an outside editor every overwrite is detected and what was before can be put back',
    async () => {
      for (const writes of inBatches(WRITES, 500)) {
        const { config: database } = await openFresh();
        await inSite(PAGES, async (site) => {
          const firsts = await versionsOf(site);
          const order = { ...site, database, operations: writes / 2, pauseMs: 0 };
          const seed = seedOf();
          const [one, two, outside] = await Promise.all([
            letWrite({ ...order, as: 'vouch', name: 'vouch1', seed }),
            letWrite({ ...order, as: 'vouch', name: 'vouch2', seed: seed + 1 }),
            letWrite({ ...order, as: 'outside', name: 'outside', seed: seed + 2, pauseMs: 2 }),
          ]);
          const pages = await auditOf(site, { database, firsts });
          let detected = 0;
          let overwrittenByThem = 0;
          for (const { path, now, rows } of pages) {
            const saves = outside.written.filter((save) => save.path === path);
            // A save that nobody read before it was replaced was overwritten unseen, by us: the outsider reads before it saves.
            const read = new Set([
              now,
              ...rows.map(({ baseVersion }) => baseVersion),
              ...saves.map(({ before }) => before),
            ]);
            const kept = rows.flatMap(({ overwritten }) => overwritten ?? []);
            const lost = saves.filter(
              ({ after = '' }) => !read.has(after) && !kept.includes(after),
            );
            const unknown = kept.filter((version) => version === '').length;
            expect([path, lost.length <= unknown]).toEqual([path, true]);
            detected += kept.length;
            for (const { baseVersion, image } of rows) expect(image).toBe(baseVersion);
            overwrittenByThem += rows.filter(
              ({ newVersion }, at) =>
                newVersion !== now &&
                rows[at + 1]?.baseVersion !== newVersion &&
                !saves.some(({ before }) => before === newVersion),
            ).length;
          }
          const refused = refusals([one, two]);
          expect(Object.keys(refused).filter((why) => !EXPLAINED.includes(why))).toEqual([]);
          const windows = [...one.windowsUs, ...two.windowsUs];
          const us = (part: number) => `${share(windows, part).toFixed(0)} µs`;
          console.log(
            [
              `${String(writes)} writes, seed ${String(seed)}: ${String(total([one, two]))} written beside ${String(total([outside]))} saves of an outsider`,
              `refused: ${JSON.stringify(refused)}`,
              `window: half within ${us(0.5)}, 99 % within ${us(0.99)}, longest ${us(1)}`,
              `overwritten by us and detected: ${String(detected)}; written by us and replaced by the outsider unread: ${String(overwrittenByThem)}`,
            ].join('\n'),
          );
        });
      }
    },
    TIMEOUT_MS,
  );
});
