import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemIds } from '../../../base/index.ts';
import { FakeClock } from '../../../testing/index.ts';
import { withFileLock } from './lock.ts';
import { withFileLocks } from './locks.ts';

describe('the locks of several files', () => {
  let folder = '';
  const file = (name: string) => join(folder, name);
  const lock = (name: string) => readFile(join(folder, `.${name}.vouch-lock`), 'utf8');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-locks-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('HST-05 the ones that are held are not taken for a crash while the next is waited for', async () => {
    const clock = new FakeClock();
    const own = { clock, ids: systemIds };
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const holder = withFileLock(file('b.md'), own, async () => {
      begun();
      await finished;
    });
    await isBegun;
    let inside = 0;
    const several = withFileLocks([file('b.md'), file('a.md')], { ...own, waitMs: 60_000 }, () => {
      inside += 1;
      return Promise.resolve();
    });
    await vi.waitUntil(() => lock('a.md').then(Boolean, () => false), { interval: 1 });
    for (let atMs = 0; atMs < 30_000; atMs += 2_500) {
      const before = await lock('a.md');
      clock.advance(2_500);
      await vi.waitUntil(async () => (await lock('a.md')) !== before, { interval: 1 });
      const other = withFileLock(file('a.md'), { ...own, waitMs: 0 }, () => Promise.resolve());
      await expect(other).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(inside).toBe(0);
    finish();
    await holder;
    await vi.waitUntil(
      () => {
        clock.advance(20);
        return inside === 1;
      },
      { interval: 1 },
    );
    await several;
    expect(await readdir(folder)).toEqual([]);
  });
});
