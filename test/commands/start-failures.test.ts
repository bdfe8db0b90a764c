import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { vouch } from '../e2e/support/command.ts';
import { freePort, temporaryFolder } from '../e2e/support/server.ts';

it.each([
  ['the content folder is a file', { VOUCH_CONTENT_ROOT: 'file' }, 'content.root'],
  ['the content folder is missing', { VOUCH_CONTENT_ROOT: 'gone' }, 'content.root'],
  ['the data folder is a file', { VOUCH_DATA_DIR: 'file' }, 'VOUCH_DATA_DIR'],
  ...(existsSync('/proc/self')
    ? [
        [
          'the data folder cannot be created',
          { VOUCH_DATA_DIR: '/proc/x' },
          'VOUCH_DATA_DIR',
        ] as const,
      ]
    : []),
] as const)('a start where %s ends at once with one sentence and exit code 2', async (...row) => {
  const [, env, setting] = row;
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await writeFile(join(folder.path, 'file'), 'text');
  const ended = await vouch(['serve'], {
    cwd: folder.path,
    env: {
      VOUCH_PORT: String(await freePort()),
      VOUCH_DATA_DIR: join(folder.path, 'data'),
      ...env,
    },
    timeoutMs: 60_000, // one that started would serve for ever
  });
  const output = ended.stdout + ended.stderr;
  expect([ended.code, output.trim().split('\n').length]).toEqual([2, 1]);
  expect(output).toMatch(/^The (content|data) folder /);
  expect(output).toContain(setting);
});
