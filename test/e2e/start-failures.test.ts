import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, temporaryFolder } from './support/server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

async function serve(env: Readonly<Record<string, string>>, cwd: string) {
  const port = String(await freePort());
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    cwd,
    env: { ...process.env, VOUCH_PORT: port, ...env },
    timeout: 10_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

it.each([
  ['the content folder is a file', { VOUCH_CONTENT_ROOT: 'file' }, 'content.root'],
  ['the content folder is missing', { VOUCH_CONTENT_ROOT: 'gone' }, 'content.root'],
  ['the data folder is a file', { VOUCH_DATA_DIR: 'file' }, 'VOUCH_DATA_DIR'],
  ['the data folder cannot be created', { VOUCH_DATA_DIR: '/proc/x' }, 'VOUCH_DATA_DIR'],
])('a start where %s ends at once with one sentence and exit code 2', async (...row) => {
  const [, env, setting] = row;
  if (Object.values(env).includes('/proc/x') && !existsSync('/proc/self')) return;
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await writeFile(join(folder.path, 'file'), 'text');
  const { code, output } = await serve(
    { VOUCH_DATA_DIR: join(folder.path, 'data'), ...env },
    folder.path,
  );
  expect([code, output.trim().split('\n').length]).toEqual([2, 1]);
  expect(output).toMatch(/^The (content|data) folder /);
  expect(output).toContain(setting);
});
