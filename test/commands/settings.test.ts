import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../e2e/support/command.ts';

const ADA = ['--name', 'Ada', '--email', 'ada@example.org'];
const Shown = z.array(z.object({ name: z.string(), value: z.unknown() }));

it('API-05 settings are shown as a server has them, however little a command itself logs', async () => {
  const { call } = await commandLine();
  await call(['setup', ...ADA], { input: 'correct horse' });
  const { stdout } = await call(['settings', '--json'], { env: { VOUCH_LOG_LEVEL: '' } });
  expect(Shown.parse(JSON.parse(stdout))).toContainEqual({ name: 'logLevel', value: 'info' });
});

it('APR-02 a digest that is not the present one is refused with the one that is', async () => {
  const { call } = await commandLine();
  await call(['setup', ...ADA], { input: 'correct horse' });
  const { code, stderr } = await call(['skills', 'approve', 'seo', '--digest', '1:a565a94a']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The digest is not that of the present version, 1:[0-9a-f]{64}\. Nothing was approved\. Read it: vouch skills show seo\n$/,
    ),
  ]);
});

it.each([
  [['users', 'list']],
  [['keys', 'status']],
  [['purge']],
  [['worker']],
  [['skills', 'list']],
  [['users', 'reset-password', '--email', 'a@b.de']],
])('API-05 %j where no installation is says so, and leaves none behind', async (args) => {
  const { call, folder } = await commandLine();
  const { code, stdout, stderr } = await call(args, { input: 'correct horse' });
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(
      /^There is no installation in .*data: .*VOUCH_DATA_DIR.*vouch setup\.\n$/,
    ),
  ]);
  expect(await readdir(folder)).toEqual([]);
});
