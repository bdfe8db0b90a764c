import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../base/index.ts';
import { replaceFile, type Reach, type Replacement } from './replace.ts';

describe('replacing a file beside programs that ask nobody', () => {
  let folder = '';
  const file = () => join(folder, 'a.md');
  const other = () => join(folder, 'other');
  const nothing: Reach = () => Promise.resolve();
  const replace = (more: Partial<Replacement> = {}, reach: Reach = nothing) =>
    replaceFile(
      {
        real: file(),
        bytes: Buffer.from('ours'),
        baseVersion: sha256Hex('base'),
        id: '1',
        ...more,
      },
      reach,
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-replace-'));
    await writeFile(file(), 'base');
    await writeFile(other(), 'theirs');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('HST-05 notices nothing where nothing was', async () => {
    expect(await replace()).toEqual({ written: true, overwritten: null });
    expect(await readFile(file(), 'utf8')).toBe('ours');
    expect(await readdir(folder)).toEqual(['a.md', 'other']);
  });

  it('HST-05 writes nothing on what was written or put in place before the last look', async () => {
    const inPlace = replace({}, async (point) => {
      if (point === 'before_rename') await writeFile(file(), 'theirs');
    });
    expect(await inPlace).toEqual({ written: false });
    await writeFile(file(), 'base');
    const replaced = replace({}, async (point) => {
      if (point === 'before_rename') await rename(other(), file());
    });
    expect(await replaced).toEqual({ written: false });
    expect(await readFile(file(), 'utf8')).toBe('theirs');
  });

  it('HST-05 keeps what was written into the file between the look and the rename', async () => {
    const between = () => {
      writeFileSync(file(), 'theirs');
    };
    const outcome = await replace({ between });
    expect(outcome).toMatchObject({ written: true });
    expect(outcome.written && Buffer.from(outcome.overwritten ?? []).toString()).toBe('theirs');
  });

  it('HST-05 notices a file that was put in place between the look and the rename', async () => {
    const between = () => {
      renameSync(other(), file());
    };
    expect(await replace({ between })).toEqual({ written: true, overwritten: new Uint8Array() });
    expect(await readFile(file(), 'utf8')).toBe('ours');
  });

  it('HST-05 takes no blame for a file that was put in place after the rename', async () => {
    const outcome = await replace({}, async (point) => {
      if (point === 'after_rename') await rename(other(), file());
    });
    expect(outcome).toEqual({ written: true, overwritten: null });
    expect(await readFile(file(), 'utf8')).toBe('theirs');
  });
});
