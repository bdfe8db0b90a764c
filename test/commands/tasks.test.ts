import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine } from '../e2e/support/command.ts';

it('TSK-01 vouch tasks adds, lists, shows and runs a task; what is wrong is refused with a sentence', async () => {
  const { call, folder } = await commandLine();
  const vouch = async (args: readonly string[], input = '') => {
    const { code, stdout, stderr } = await call([...args], { input });
    return { code, output: stdout + stderr };
  };
  const admin = ['--name', 'Ada', '--email', 'ada@example.org', '--admin'];
  expect((await vouch(['users', 'add', ...admin], 'correct horse')).code).toBe(0);
  await writeFile(join(folder, 'prompt.txt'), 'A teaser for {{topic}}.');
  const teaser = ['--identifier', 'teaser', '--name', 'Teaser', '--prompt-file', 'prompt.txt'];
  const added = await vouch(['tasks', 'add', ...teaser, '--input', 'topic:line']);
  expect(added).toEqual({ code: 0, output: 'Added teaser.\n' });
  expect((await vouch(['tasks', 'list'])).output).toMatch(/^teaser +Teaser$/m);
  expect((await vouch(['tasks', 'show', 'teaser'])).output).toContain('field:  topic (line)');
  const run = await vouch(['tasks', 'run', 'teaser', '--input', 'topic=the mill', '--json']);
  expect(run.code).toBe(0);
  // The built-in model says plainly what it is.
  expect(JSON.parse(run.output)).toMatchObject({
    taskName: 'Teaser',
    status: 'completed',
    text: expect.stringContaining('checklist') as string,
  });
  for (const [args, words] of [
    [['run', 'teaser'], '“topic” is missing'],
    [['run', 'nothing'], 'no task nothing'],
    [['add', ...teaser, '--input', 'topic'], 'called teaser already'],
    [['add', ...teaser.with(1, 'other')], 'no field is called so'],
  ] as const) {
    const refused = await vouch(['tasks', ...args]);
    expect([refused.code, refused.output]).toEqual([2, expect.stringContaining(words) as string]);
  }
});
