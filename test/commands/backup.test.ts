import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { vouch } from '../e2e/support/command.ts';
import { startServer, temporaryFolder } from '../e2e/support/server.ts';

it('vouch backup beside a running server, keys changed under it, restore into a new place, doctor finds both well', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const at = (name: string) => join(folder.path, name);
  const on = (data: string, args: readonly string[], input?: string) =>
    vouch(args, {
      cwd: folder.path,
      env: { VOUCH_DATA_DIR: at(data), VOUCH_PORT: port },
      input,
    });
  const server = await startServer({ dataDir: at('data') });
  onTestFinished(() => server.kill());
  const port = new URL(server.url).port;
  const ben = ['users', 'add', '--name', 'Ben', '--email', 'ben@example.org'];
  expect((await on('data', ben, 'correct horse\n')).code).toBe(0);

  const made = await on('data', ['backup', folder.path, '--json']);
  expect(made.code).toBe(0);
  const { file } = JSON.parse(made.stdout) as { file: string };
  const running = await on('data', ['restore', file]);
  expect([running.code, running.stderr]).toEqual([
    2,
    expect.stringMatching(/^Looking at the backup\nVouch is running on .*Stop it first\.\n$/),
  ]);
  expect((await on('data', ['keys', 'rotate', '--json'])).code).toBe(0);
  expect((await on('data', ['keys', 'retire'])).stdout).toContain('1 old key is gone');
  const doctor = await on('data', ['doctor', '--json']);
  expect(doctor.code).toBe(0);
  expect(JSON.parse(doctor.stdout)).toContainEqual({
    check: 'port',
    status: 'ok',
    message: `The server answers on port ${port}.`,
    remedy: null,
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  // A command that was not told the port finds the server; without one it says what its link rests on.
  const ada = ['users', 'add', '--name', 'Ada', '--email', 'ada@example.org', '--admin'];
  expect((await on('data', ada, 'correct horse\n')).code).toBe(0);
  const link = () =>
    vouch(['users', 'link', 'ben@example.org'], {
      cwd: folder.path,
      env: { VOUCH_DATA_DIR: at('data') },
    });
  const beside = await link();
  expect(beside.stdout).toContain(`\n${server.url}/password#`);
  expect(beside.stdout).not.toContain('VOUCH_BASE_URL');
  await server.stop();
  const alone = await link();
  expect(alone.stdout).toMatch(/127\.0\.0\.1:4317\/password#.*\nNo server runs .*VOUCH_BASE_URL/s);

  const again = await on('data', ['restore', file]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
  expect((await on('other', ['restore', file])).code).toBe(0);
  expect((await readdir(at('other'))).sort()).toEqual(['vouch.db', 'vouch.key']);
  const users = await on('other', ['users', 'list']);
  expect(users.stdout).toContain('ben@example.org');
  expect((await on('other', ['purge', '--days', '0'])).code).toBe(2);

  const mistaken = await on('other', ['doctor', '--json', '--config', 'none.json']);
  expect(mistaken.code).toBe(4);
  expect(JSON.parse(mistaken.stdout)).toMatchObject([{ check: 'settings', status: 'problem' }]);
}, 300_000);

it('vouch doctor ends with 4 and a remedy where something has to be mended', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const { code, stdout } = await vouch(['doctor'], {
    cwd: folder.path,
    env: { VOUCH_CONTENT_ROOT: 'gone', VOUCH_PORT: '0' },
  });
  expect(code).toBe(4);
  expect(stdout).toMatch(/^PROBLEM +content +There is no content folder .*\n +Set content\.root/m);
});
