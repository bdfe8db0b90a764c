import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { SnippetSummary, SnippetView } from '../../src/contracts/index.ts';
import { temporaryFolder } from './support/server.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

it('SNP-03 vouch snippets adds, shows, edits, marks and unmarks; a mark names the text that was shown', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const vouch = async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder.path,
      env: { ...process.env, VOUCH_DATA_DIR: join(folder.path, 'data') },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
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
