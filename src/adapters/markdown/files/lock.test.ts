import { mkdtemp, readdir, readFile, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, systemIds } from '../../../base/index.ts';
import { FakeClock } from '../../../testing/index.ts';
import { withFileLock } from './lock.ts';

describe('the lock of a file', () => {
  let folder = '';
  const file = () => join(folder, 'a.md');
  const lock = () => join(folder, '.a.md.vouch-lock');
  const options = { clock: systemClock, ids: systemIds };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('HST-05 lets one holder in at a time, and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    const once = () =>
      withFileLock(file(), options, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await systemClock.sleep(3);
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 8 }, once));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is given back when the work fails', async () => {
    const failing = withFileLock(file(), options, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withFileLock(file(), options, () => Promise.resolve(1))).toBe(1);
  });

  it('is taken from the dead, by one of many', async () => {
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs: systemClock.now() - 60_000 }));
    let inside = 0;
    const once = () =>
      withFileLock(file(), options, async () => {
        inside += 1;
        expect(inside).toBe(1);
        await systemClock.sleep(2);
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 6 }, once));
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['', JSON.stringify({ id: 'alive', atMs: Date.now() })])(
    'is not taken from the living: %j',
    async (content) => {
      await writeFile(lock(), content);
      const impatient = withFileLock(file(), { ...options, waitMs: 0 }, () => Promise.resolve(1));
      await expect(impatient).rejects.toMatchObject({ code: 'unavailable' });
      expect(await readdir(folder)).toEqual(['.a.md.vouch-lock']);
    },
  );

  it('HST-05 is not taken from a holder that works for longer than a crash is waited for', async () => {
    const clock = new FakeClock();
    const own = { clock, ids: systemIds, waitMs: 0 };
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const slow = withFileLock(file(), own, async () => {
      begun();
      await finished;
    });
    await isBegun;
    for (let atMs = 0; atMs < 60_000; atMs += 2_500) {
      const before = await readFile(lock(), 'utf8');
      clock.advance(2_500);
      await vi.waitUntil(async () => (await readFile(lock(), 'utf8')) !== before, { interval: 1 });
      const other = withFileLock(file(), own, () => Promise.resolve());
      await expect(other).rejects.toMatchObject({ code: 'unavailable' });
    }
    finish();
    await slow;
    expect(await readdir(folder)).toEqual([]);
  });

  it('HST-05 whoever found it left by a crash, and is late, does not take the one that is there by now', async () => {
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs: systemClock.now() - 60_000 }));
    const order: string[] = [];
    let proceed = (): void => undefined;
    const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
    let found = (): void => undefined;
    const isFound = new Promise<void>((resolve) => (found = resolve));
    const reach = () => {
      found();
      return mayProceed;
    };
    const late = withFileLock(file(), { ...options, reach }, () => {
      order.push('late');
      return Promise.resolve();
    });
    await isFound;
    await withFileLock(file(), options, async () => {
      const held = await readFile(lock(), 'utf8');
      proceed();
      const third = { ...options, waitMs: 60 };
      await expect(withFileLock(file(), third, () => Promise.resolve())).rejects.toThrow();
      expect(await readFile(lock(), 'utf8')).toBe(held);
      order.push('first');
    });
    await late;
    expect(order).toEqual(['first', 'late']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken from the dead also where their clock was ahead', async () => {
    const atMs = systemClock.now() + 3_600_000;
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs }));
    const soon = { ...options, waitMs: 0 };
    expect(await withFileLock(file(), soon, () => Promise.resolve(1))).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken from the dead also where somebody died while taking it', async () => {
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs: systemClock.now() - 60_000 }));
    const claim = `${lock()}.dead.0`;
    await writeFile(claim, '');
    const soon = { ...options, waitMs: 0 };
    const refused = withFileLock(file(), soon, () => Promise.resolve(1));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await utimes(claim, new Date(0), new Date(0));
    expect(await withFileLock(file(), soon, () => Promise.resolve(1))).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'HST-05 two are never in at once, while locks of the dead turn up among them (seed %i)',
    async (seed) => {
      const next = chance(seed);
      // Its time stands still: whoever lives is never taken for dead, however busy the machine is.
      const clock = { ...systemClock, now: () => 1_000_000 };
      let inside = 0;
      let most = 0;
      const person = async () => {
        for (let round = 0; round < 8; round += 1) {
          await systemClock.sleep(next(4));
          // Somebody dies with the lock: it is there without anybody inside.
          if (next(3) === 0) {
            const dead = JSON.stringify({ id: `dead-${String(next(1_000))}`, atMs: 1 });
            await writeFile(lock(), dead, { flag: 'wx' }).catch(() => undefined);
          }
          const reach = () => systemClock.sleep(next(3));
          await withFileLock(file(), { ...options, clock, reach }, async () => {
            inside += 1;
            most = Math.max(most, inside);
            await systemClock.sleep(next(3));
            inside -= 1;
          });
        }
      };
      await Promise.all(Array.from({ length: 6 }, person));
      expect(most).toBe(1);
      await unlink(lock()).catch(() => undefined);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

/** Numbers from 0 to below `bound`, the same for each seed. */
function chance(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}
