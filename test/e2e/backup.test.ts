import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startServer, temporaryFolder } from './support/server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

it('vouch backup beside a running server, keys changed under it, restore into a new place, doctor finds both well', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const at = (name: string) => join(folder.path, name);
  const vouch = async (data: string, args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder.path,
      env: { ...process.env, VOUCH_DATA_DIR: at(data), VOUCH_PORT: port },
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output, errors };
  };
  const server = await startServer({ dataDir: at('data') });
  onTestFinished(() => server.kill());
  const port = new URL(server.url).port;
  const ben = ['users', 'add', '--name', 'Ben', '--email', 'ben@example.org'];
  expect((await vouch('data', ben, 'correct horse\n')).code).toBe(0);

  const made = await vouch('data', ['backup', folder.path, '--json']);
  expect(made.code).toBe(0);
  const { file } = JSON.parse(made.output) as { file: string };
  const running = await vouch('data', ['restore', file]);
  expect([running.code, running.errors]).toEqual([
    2,
    expect.stringMatching(/^Vouch is running on .*Stop it first\.\n$/),
  ]);
  expect((await vouch('data', ['keys', 'rotate', '--json'])).code).toBe(0);
  expect((await vouch('data', ['keys', 'retire'])).output).toContain('1 old key is gone');
  const doctor = await vouch('data', ['doctor', '--json']);
  expect(doctor.code).toBe(0);
  expect(JSON.parse(doctor.output)).toContainEqual({
    check: 'port',
    status: 'ok',
    message: `The server answers on port ${port}.`,
    remedy: null,
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop();

  const again = await vouch('data', ['restore', file]);
  expect([again.code, again.errors]).toEqual([2, expect.stringContaining('exists already')]);
  expect((await vouch('other', ['restore', file])).code).toBe(0);
  expect((await readdir(at('other'))).sort()).toEqual(['vouch.db', 'vouch.key']);
  const users = await vouch('other', ['users', 'list']);
  expect(users.output).toContain('ben@example.org');
  expect((await vouch('other', ['purge', '--days', '0'])).code).toBe(2);

  const mistaken = await vouch('other', ['doctor', '--json', '--config', 'none.json']);
  expect(mistaken.code).toBe(4);
  expect(JSON.parse(mistaken.output)).toMatchObject([{ check: 'settings', status: 'problem' }]);
}, 300_000);

it('vouch doctor ends with 4 and a remedy where something has to be mended', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const child = spawn(process.execPath, [MAIN, 'doctor'], {
    cwd: folder.path,
    env: { ...process.env, VOUCH_CONTENT_ROOT: 'gone', VOUCH_PORT: '0' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect(code).toBe(4);
  expect(output).toMatch(/^PROBLEM +content +There is no content folder .*\n +Set content\.root/m);
});
