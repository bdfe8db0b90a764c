import { expect, it } from 'vitest';
import type { ToolGroupView } from '../../src/contracts/index.ts';
import { commandLine } from '../e2e/support/command.ts';

it('TOL-02 vouch tools lists, switches and resets tools and groups; what there is not is refused with a sentence', async () => {
  const { call } = await commandLine();
  const vouch = async (args: readonly string[], input = '') => {
    const { code, stdout, stderr } = await call([...args], { input });
    return { code, output: stdout + stderr };
  };
  const admin = ['--name', 'Ada', '--email', 'ada@example.org', '--admin'];
  expect((await vouch(['users', 'add', ...admin], 'correct horse')).code).toBe(0);
  const stateOf = async (name: string) => {
    const { output } = await vouch(['tools', 'list', '--json']);
    const groups = JSON.parse(output) as ToolGroupView[];
    return groups.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
  };
  expect(await stateOf('progress')).toMatchObject({ enabled: true, switch: null });
  const off = await vouch(['tools', 'disable', 'progress']);
  expect(off.code).toBe(0);
  expect(off.output).toMatch(/^ {2}off progress +read_only +editorContent$/m);
  expect(await stateOf('progress')).toMatchObject({ enabled: false, switch: false });
  await vouch(['tools', 'reset', 'progress']);
  expect(await stateOf('progress')).toMatchObject({ enabled: true, switch: null });
  expect((await vouch(['tools', 'disable', 'editing', '--group'])).output).toContain(
    'editing (off)',
  );
  for (const args of [
    ['disable', 'nothing'],
    ['enable', 'nothing', '--group'],
    ['reset', 'nothing'],
  ]) {
    const refused = await vouch(['tools', ...args]);
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringContaining('called nothing') as string,
    ]);
  }
});

it('TOL-01 vouch tools explain says first what is missing and which command mends it, and ends with 2', async () => {
  const { call } = await commandLine();
  await call(['setup', '--name', 'Ada', '--email', 'ada@example.org'], { input: 'correct horse' });
  const explain = () => call(['tools', 'explain', 'choice']);
  await call(['tools', 'disable', 'choice']);
  const off = await explain();
  expect([off.code, off.stderr]).toEqual([2, '']);
  expect(off.stdout).toMatch(
    /^choice: may not be called\nmissing:\n {2}The tool is switched off\.\n {6}Switch it on among the tools\. vouch tools enable choice\n/,
  );
  await call(['tools', 'reset', 'choice']);
  expect((await explain()).stdout).not.toContain('switched off');
  expect((await call(['tools', 'explain', 'nothing'])).stdout).toBe(
    'nothing: may not be called\nmissing:\n  There is no such tool.\n      The list of tools names those there are. vouch tools list\nstart: yes\n',
  );
});
