import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, systemIds } from '../../../base/index.ts';
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
});
