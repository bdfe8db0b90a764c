import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { livingProcesses } from './other-processes.ts';

it('nobody works where nobody ever started; what cannot be read is not taken for nobody', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-processes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await livingProcesses(join(folder, 'none'))).toEqual([]);
  const gone = 2 ** 22 + 1;
  for (const name of [process.ppid, process.pid, gone])
    await writeFile(join(folder, String(name)), '');
  expect(await livingProcesses(folder)).toEqual([process.ppid]);
  await expect(livingProcesses(join(folder, String(gone)))).rejects.toThrow('ENOTDIR');
});
