import { expect, it } from 'vitest';
import { SnippetSummary, SnippetView } from '../../src/contracts/index.ts';
import { commandLine } from '../e2e/support/command.ts';

it('SNP-03 vouch snippets adds, shows, edits, marks and unmarks; a mark names the text that was shown', async () => {
  const { call } = await commandLine();
  const vouch = async (args: readonly string[], input = '') => {
    const { code, stdout, stderr } = await call([...args], { input });
    return { code, output: stdout + stderr };
  };
  const view = async (args: readonly string[], input = '') =>
    SnippetView.parse(JSON.parse((await vouch(['snippets', ...args, '--json'], input)).output));
  await vouch(
    ['users', 'add', '--name', 'Ada', '--email', 'ada@x.org', '--admin'],
    'correct horse battery',
  );

  const added = await view(['add', '--name', 'Tone', '--tag', 'house', 'tone'], 'Write plainly.\n');
  expect(added).toMatchObject({ identifier: 'tone', text: 'Write plainly.', mark: 'none' });
  expect((await vouch(['snippets', 'show', 'tone'])).output).toContain(
    `Tone:\nWrite plainly.\n\ntags: house, tone\ndigest: ${added.digest}\nmark: none\n`,
  );
  expect(await vouch(['snippets', 'mark', 'tone', '--digest', added.digest])).toEqual({
    code: 0,
    output: `Marked tone, text ${added.digest}.\n`,
  });
  expect((await vouch(['snippets', 'edit', 'tone', '--text', 'Shout.'])).output).toBe(
    'Saved tone. Its mark names an earlier text and has no effect.\n',
  );
  const stale = await vouch(['snippets', 'mark', 'tone', '--digest', added.digest]);
  expect([stale.code, stale.output]).toEqual([
    2,
    'The snippet changed since this page was shown. Nothing was marked.\n',
  ]);
  expect((await view(['unmark', 'tone'])).mark).toBe('none');
  const off = await view(['edit', 'tone', '--no-active', '--text', '-'], 'From a file.\n');
  expect(off).toMatchObject({ active: false, text: 'From a file.', tags: ['house', 'tone'] });
  const list = await vouch(['snippets', 'list', '--json']);
  expect(SnippetSummary.array().parse(JSON.parse(list.output))).toHaveLength(1);
  const missing = await vouch(['snippets', 'show', 'none']);
  expect([missing.code, missing.output]).toEqual([
    2,
    'There is no snippet none; see: vouch snippets list\n',
  ]);
});
