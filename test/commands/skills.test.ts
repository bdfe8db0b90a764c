import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { SkillSyncState } from '../../src/contracts/index.ts';
import { startFakeGitHub, type FakeGitHub } from '../../src/testing/index.ts';
import { skillFile } from '../contracts/skills-ingest-world.ts';
import { temporaryFolder } from '../e2e/support/server.ts';

const MAIN = fileURLToPath(new URL('../../dist/bundle/vouch.js', import.meta.url));
const LOCAL_GITHUB = new URL('../e2e/support/local-github.mjs', import.meta.url).href;

describe('vouch skills on the command line', () => {
  let github: FakeGitHub;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    github = await startFakeGitHub({ fetch });
    folder = await temporaryFolder();
    const setup = ['setup', '--name', 'Ada', '--email', 'ada@example.org'];
    expect((await vouch(setup, { input: 'correct horse battery' })).code).toBe(0);
  });
  afterAll(async () => {
    await folder.remove();
    await github.close();
  });

  /** Runs the built program; `interruptAt` sends SIGINT as soon as standard error says that. */
  async function vouch(
    args: readonly string[],
    run: { readonly input?: string; readonly interruptAt?: RegExp } = {},
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const child = spawn(process.execPath, ['--import', LOCAL_GITHUB, MAIN, ...args], {
      cwd: folder.path,
      env: {
        ...process.env,
        VOUCH_DATA_DIR: join(folder.path, 'data'),
        FAKE_GITHUB_URL: github.url,
      },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      if (run.interruptAt?.test(err) === true) child.kill('SIGINT');
    });
    child.stdin.end(run.input ?? '');
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, out, err };
  }

  it('SYN-10 adds a source, syncs it with progress, exports, and says by its exit code how it went', async () => {
    const repository = github.repository('example/skills');
    repository.token = 'ghp_secret';
    const commit = repository.commit({
      'skills/alt/SKILL.md': skillFile(),
      'skills/bad/SKILL.md': '---\nname: x\ndescription: Use when: y\n---\n',
    });
    const added = await vouch(
      [
        'skills',
        'add-source',
        'https://github.com/example/skills',
        '--token-stdin',
        '--trust',
        'verified',
      ],
      { input: 'ghp_secret\n' },
    );
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain('Added example/skills as source');

    const synced = await vouch(['skills', 'sync', 'example/skills']);
    expect(synced.code).toBe(0);
    expect(synced.err).toContain('listing example/skills');
    expect(synced.err).toContain('2 of 2');
    expect(synced.out).toContain('example/skills: partial: 1 new');
    expect(synced.out).toContain(`commit ${commit}`);
    expect(synced.out).toMatch(
      /error skills\/bad\/SKILL\.md:3 yaml_syntax: .*quote the description/,
    );

    const again = await vouch(['skills', 'sync', '--json']);
    const [state] = SkillSyncState.array().parse(JSON.parse(again.out));
    expect(state?.counts).toMatchObject({ created: 0, unchanged: 1, refused: 1 });
    const listed = await vouch(['skills', 'sources']);
    expect(listed.out).toContain(commit.slice(0, 10));
    expect(listed.out).toContain(
      '\n      https://github.com/example/skills  ref (default branch)  folder (all)\n',
    );
    expect(`${added.out}${synced.out}${again.out}${listed.out}`).not.toContain('ghp_secret');

    const file = join(folder.path, 'out.md');
    expect((await vouch(['skills', 'export', 'skills/alt/SKILL.md', '--out', file])).code).toBe(0);
    const name = 'skills/alt/SKILL.md';
    const printed = await vouch(['skills', 'export', name]);
    expect(printed.out).toBe(await readFile(file, 'utf8'));
    expect(printed.out).toContain('name: "Alternative texts"');

    const shown = JSON.parse((await vouch(['skills', 'show', name, '--json'])).out) as {
      digest: string;
    };
    const approved = await vouch(['skills', 'approve', name, '--digest', shown.digest]);
    expect(approved.out).toContain(`Next: vouch skills enable ${name}`);
    expect((await vouch(['skills', 'enable', name])).out).toContain('is switched on');
    const off = await vouch(['skills', 'disable', name, '--json']);
    expect(JSON.parse(off.out)).toMatchObject({ enabled: false });
    expect((await vouch(['skills', 'attach', name, '--configuration', 'no'])).code).toBe(2);
    expect((await vouch(['skills', 'change-source', 'example/skills'])).code).toBe(2);
    const closed = await vouch(['skills', 'change-source', 'example/skills', '--off', '--json']);
    expect(JSON.parse(closed.out)).toMatchObject({ enabled: false, trustLevel: 'verified' });
    expect((await vouch(['skills', 'sync', 'example/skills'])).code).toBe(2);
    const open = await vouch([
      'skills',
      'change-source',
      'example/skills',
      '--on',
      '--ref',
      'none',
    ]);
    expect(open).toMatchObject({ code: 0, err: '' });
    const narrowed = ['--ref', 'main', '--folder', 'skills/alt'];
    await vouch(['skills', 'change-source', 'example/skills', ...narrowed]);
    expect((await vouch(['skills', 'sources'])).out).toContain('ref main  folder skills/alt\n');

    github.limit({ status: 429, headers: { 'retry-after': '60' } });
    const limited = await vouch(['skills', 'sync', 'example/skills']);
    expect(limited.code).toBe(EXIT.unfinished);
    expect(limited.out).toContain('rate_limited: GitHub takes no more requests until');
    expect((await vouch(['skills', 'sources'])).out).toContain(
      'rate_limited: GitHub takes no more requests until',
    );
    github.limit(null);
    const unknown = await vouch(['skills', 'sync', 'nothing']);
    expect([unknown.code, unknown.out]).toEqual([2, '']);
  });

  it('SYN-10 Ctrl-C calls a sync off and writes nothing', async () => {
    github.repository('example/slow').commit({ 'SKILL.md': skillFile({ name: 'Slow' }) });
    github.intercept(() => new Promise(() => undefined));
    await vouch(['skills', 'add-source', 'https://github.com/example/slow']);
    const stopped = await vouch(['skills', 'sync', 'example/slow'], { interruptAt: /listing/ });
    github.intercept(null);
    expect(stopped.code).toBe(3);
    expect(stopped.out).toContain('sync_cancelled');
    expect((await vouch(['skills', 'list'])).out).not.toContain('Slow');
  });

  it('imports an export of the older system and upgrades it, with counts', async () => {
    const file = join(folder.path, 'export.json');
    await writeFile(
      file,
      JSON.stringify({
        tx_nrllm_skill_source: [
          { uid: 3, title: 'Old', type: 'repo', url: 'https://github.com/example/old' },
        ],
        tx_nrllm_skill: [],
      }),
    );
    const imported = await vouch(['import', 'nr-llm', file]);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('1 sources and 0 skills came in');
    const upgraded = await vouch(['skills', 'upgrade', '--json']);
    expect(JSON.parse(upgraded.out)).toMatchObject({ upgraded: 0, refused: [] });
    expect((await vouch(['import', 'nr-llm', 'nowhere.json'])).code).toBe(2);
  });
});
