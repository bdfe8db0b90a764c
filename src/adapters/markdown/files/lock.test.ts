import { mkdir, mkdtemp, readdir, readFile, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, systemIds, type Clock } from '../../../base/index.ts';
import { FakeClock } from '../../../testing/index.ts';
import { claimPath } from './lock-claim.ts';
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

  it('is taken from the dead also where their clock was ahead, once it has been looked at for long enough', async () => {
    const clock = new FakeClock();
    const startedAtMs = clock.now();
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs: startedAtMs + 3_600_000 }));
    const own = { clock: driving(clock), ids: systemIds };
    const look = withFileLock(file(), { ...own, waitMs: 0 }, () => Promise.resolve(1));
    await expect(look).rejects.toMatchObject({ code: 'unavailable' });
    const taken = withFileLock(file(), own, () => Promise.resolve(clock.now() - startedAtMs));
    expect(await taken).toBeGreaterThanOrEqual(10_000);
    expect(await readdir(folder)).toEqual([]);
  });

  it('HST-05 is not taken from a holder whose clock is ahead', async () => {
    const clock = new FakeClock();
    const ahead: Clock = {
      now: () => clock.now() + 3_600_000,
      sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
    };
    const gate = createGate();
    const holder = withFileLock(file(), { clock: ahead, ids: systemIds }, gate.pass);
    await gate.reached;
    const own = { clock: driving(clock), ids: systemIds };
    const other = withFileLock(file(), own, () => Promise.resolve());
    await expect(other).rejects.toMatchObject({ code: 'unavailable' });
    gate.open();
    await holder;
    expect(await readdir(folder)).toEqual([]);
  });

  it('WRT-10 where it cannot be made, it is said that nothing was changed', async () => {
    const work = vi.fn(() => Promise.resolve());
    const long = join(folder, `${'a'.repeat(241)}.md`);
    await expect(withFileLock(long, options, work)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/ENAMETOOLONG.*nothing was changed/) as string,
    });
    expect(work).not.toHaveBeenCalled();
  });

  it('is given back however long the name of the file is', async () => {
    const long = join(folder, `${'a'.repeat(240)}.md`);
    const soon = { ...options, waitMs: 0 };
    for (const round of [1, 2]) {
      expect(await withFileLock(long, soon, () => Promise.resolve(round))).toBe(round);
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('WRT-10 where it cannot be given back, what was done stays done, and it is told and left as one of the dead', async () => {
    const warn = vi.fn();
    // The lock's own path is as long as a path may be, and every other is longer.
    const deep = await makeDeep(folder, 4_095 - '/.a.vouch-lock'.length);
    const done = withFileLock(join(deep, 'a'), { ...options, warn }, () => Promise.resolve(1));
    expect(await done).toBe(1);
    expect(warn).toHaveBeenCalledOnce();
    const left = await readFile(join(deep, '.a.vouch-lock'), 'utf8');
    expect(JSON.parse(left)).toMatchObject({ atMs: 0 });
  });

  it('clears what was left of taking one that is gone by now, and nothing else', async () => {
    const gone = `${claimPath(lock(), 'gone')}.0`;
    const young = `${claimPath(lock(), 'young')}.0`;
    const other = join(folder, '.b.md.vouch-lock');
    await writeFile(other, JSON.stringify({ id: 'dead', atMs: 1 }));
    const needed = `${claimPath(other, 'dead')}.0`;
    for (const claim of [gone, young, needed]) await writeFile(claim, '');
    for (const claim of [gone, needed]) await utimes(claim, new Date(0), new Date(0));
    await withFileLock(file(), options, () => Promise.resolve());
    const left = (await readdir(folder)).map((name) => join(folder, name));
    expect(new Set(left)).toEqual(new Set([other, young, needed]));
  });

  it('is taken from the dead also where somebody died while taking it', async () => {
    await writeFile(lock(), JSON.stringify({ id: 'dead', atMs: systemClock.now() - 60_000 }));
    const claim = `${claimPath(lock(), 'dead')}.0`;
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

/** A clock on which to wait is what moves the time. */
function driving(clock: FakeClock): Clock {
  return {
    now: () => clock.now(),
    sleep: (delayMs) => {
      clock.advance(delayMs);
      return Promise.resolve();
    },
  };
}

/** Work that says when it is reached, and goes on when it may. */
function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const pass = (): Promise<void> => {
    reach();
    return opened;
  };
  return { open, reached, pass };
}

/** Makes folders in folders, down to a path of so many characters. */
async function makeDeep(folder: string, characters: number): Promise<string> {
  let deep = folder;
  while (deep.length < characters) {
    const left = characters - deep.length - 1;
    // No name is empty: what would be left for the last one stays with the one before.
    deep = join(deep, 'd'.repeat(left > 200 ? Math.min(200, left - 2) : left));
  }
  await mkdir(deep, { recursive: true });
  return deep;
}

/** Numbers from 0 to below `bound`, the same for each seed. */
function chance(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
}
