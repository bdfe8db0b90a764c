import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { livingProcesses, registerProcess, servedAt } from './other-processes.ts';

it('a server that runs is found by the address it noted; one that is gone, and a note of something else, are none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-processes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await servedAt(join(folder, 'none'))).toBeNull();
  const own = await registerProcess(folder);
  await own.serves('http://127.0.0.1:5000');
  // What this process itself noted is nobody else's.
  expect(await servedAt(folder)).toBeNull();
  const note = (pid: number, text: string) => writeFile(join(folder, String(pid)), text);
  await note(2 ** 22 + 1, 'http://127.0.0.1:6000');
  await note(process.ppid, '');
  expect(await servedAt(folder)).toBeNull();
  await note(process.ppid, 'javascript:alert(1)');
  expect(await servedAt(folder)).toBeNull();
  await note(process.ppid, 'http://127.0.0.1:7000');
  expect(await servedAt(folder)).toBe('http://127.0.0.1:7000');
});

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
