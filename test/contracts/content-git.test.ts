import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { GitOptions } from '../../src/adapters/markdown/index.ts';
import type { ContentHost } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

const run = promisify(execFile);

/** Whatever the machine says of Git, and no repository above the test's own. */
const ENVIRONMENT = { PATH: process.env['PATH'], HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' };

const FILES = {
  'content/a.md': '---\ntitle: Harbour\n---\n\nThe quay is wet.\n',
  'content/with [sign]*.md': '---\ntitle: Sand\n---\n\nDry.\n',
  'other.txt': 'Not content.\n',
};

describe('commits of what is written', () => {
  removeSitesAfterEach();

  const open = async (options: Partial<GitOptions> & { withGit?: boolean } = {}) => {
    const { withGit = true, ...more } = options;
    const site = await createSite(FILES);
    const git = async (...args: string[]) =>
      (await run('git', args, { cwd: site.root, env: ENVIRONMENT })).stdout;
    if (withGit) {
      await git('init', '-q', '-b', 'main');
      await git('config', 'user.name', 'Site');
      await git('config', 'user.email', 'site@example.org');
      await git('add', '.');
      await git('commit', '-qm', 'First');
    }
    const stores = createMemoryContentStores();
    const warn = vi.fn();
    const openHost = () =>
      site.open(stores, {
        git: {
          mode: 'change',
          environment: ENVIRONMENT,
          author: (userId) =>
            Promise.resolve({ name: `Ada <${userId}>`, email: 'ada@example.org' }),
          isRunOver: () => Promise.resolve(false),
          warn,
          ...more,
        },
      });
    return { site, git, stores, warn, openHost, host: await openHost() };
  };

  const set = async (
    host: ContentHost,
    {
      address,
      title,
      run: runUuid = null,
    }: { address: string; title: string; run?: string | null },
  ) => {
    const { page } = await pageAt(host, address);
    const change = { kind: 'set_page_fields', page: page.uid, fields: { title } } as const;
    return host.apply(await planned(host, change), { ...writing(ADMIN), runUuid });
  };

  it('commits each change in the editor’s name, of that file alone, and leaves what others staged', async () => {
    const { site, git, host } = await open();
    await site.write('other.txt', 'Changed by somebody.\n');
    await site.write('new.txt', 'Staged by somebody.\n');
    await git('add', 'new.txt');
    const applied = await set(host, { address: 'content/a', title: 'Quay' });
    expect(applied.content).toMatch(/^Written: title\. Committed as [0-9a-f]{10}\.$/);
    expect(await git('log', '--format=%an|%ae|%cn|%s', '-1')).toBe(
      'Ada  admin|ada@example.org|Vouch|Content: change title of content/a.md\n',
    );
    expect(await git('show', '--name-only', '--format=', 'HEAD')).toBe('content/a.md\n');
    expect(await git('status', '--porcelain')).toBe('A  new.txt\n M other.txt\n');
    await host.undo(applied.historyId, writing(ADMIN));
    expect(await git('log', '--format=%s', '-1')).toBe(
      'Content: take back title of content/a.md\n',
    );
    expect(await git('status', '--porcelain')).toBe('A  new.txt\n M other.txt\n');
    expect(await git('fsck', '--strict')).toBe('');
  });

  it('commits a file that goes with the same care', async () => {
    const { site, git, host } = await open();
    const { page } = await pageAt(host, 'content/a');
    const change = { kind: 'delete', table: 'pages', uid: page.uid } as const;
    const applied = await host.apply(await planned(host, change), writing(ADMIN));
    expect(applied.content).toContain('Committed as');
    expect(await git('show', '--name-status', '--format=', 'HEAD')).toBe('D\tcontent/a.md\n');
    expect(await git('status', '--porcelain')).toBe('');
    await host.undo(applied.historyId, writing(ADMIN));
    expect(await site.read('content/a.md')).toBe(FILES['content/a.md']);
    expect(await git('show', '--name-status', '--format=', 'HEAD')).toBe('A\tcontent/a.md\n');
    expect(await git('status', '--porcelain')).toBe('');
  });

  it('takes names for names, not for patterns', async () => {
    const { git, host } = await open();
    await set(host, { address: 'content/with [sign]*', title: 'Silt' });
    expect(await git('show', '-z', '--name-only', '--format=', 'HEAD')).toBe(
      'content/with [sign]*.md\0',
    );
    expect(await git('status', '--porcelain')).toBe('');
  });

  it('never commits a file that somebody had changed before, staged or not, and writes it all the same', async () => {
    const { site, git, host } = await open();
    const dirty = FILES['content/a.md'].replace('wet', 'dry');
    await site.write('content/a.md', dirty);
    const applied = await set(host, { address: 'content/a', title: 'Quay' });
    expect(applied.content).toBe(
      'Written: title. Not committed: content/a.md had changes before that were not committed.',
    );
    expect(await site.read('content/a.md')).toBe(dirty.replace('Harbour', 'Quay'));
    expect(await git('log', '--format=%s')).toBe('First\n');
    await git('add', 'content/a.md');
    expect((await set(host, { address: 'content/a', title: 'Mole' })).content).toContain(
      'Not committed',
    );
    expect(await git('diff', '--cached')).toContain('+title: Quay');
  });

  it('leaves an index entry that somebody staged, though the file is as it was committed', async () => {
    const { site, git, host } = await open();
    await site.write('content/a.md', 'Staged by somebody.\n');
    await git('add', 'content/a.md');
    await site.write('content/a.md', FILES['content/a.md']);
    expect((await set(host, { address: 'content/a', title: 'Quay' })).content).toContain(
      'Committed as',
    );
    expect(await git('show', ':content/a.md')).toBe('Staged by somebody.\n');
    expect(await git('show', 'HEAD:content/a.md')).toBe(
      FILES['content/a.md'].replace('Harbour', 'Quay'),
    );
  });

  it('says why there is no commit, and never fails the write', async () => {
    const reasons: string[] = [];
    const tryWith = async (
      prepare: (world: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
      options = {},
    ) => {
      const world = await open(options);
      await prepare(world);
      const { content } = await set(world.host, { address: 'content/a', title: 'Quay' });
      expect(await world.site.read('content/a.md')).toContain('title: Quay');
      reasons.push(content.replace(/^Written: title\. /, ''));
    };
    await tryWith(() => Promise.resolve(), { withGit: false });
    await tryWith(() => Promise.resolve(), { environment: { PATH: '/nowhere' } });
    await tryWith(({ site }) => writeFile(join(site.root, '.git/MERGE_HEAD'), ''));
    await tryWith(({ site }) => writeFile(join(site.root, '.git/index.lock'), ''));
    await tryWith(async ({ git }) => {
      await git('rm', '-q', '--cached', 'content/a.md');
      await git('commit', '-qm', 'Unknown');
    });
    await tryWith(async ({ site, git }) => {
      await rm(join(site.root, '.git'), { recursive: true });
      await git('init', '-q');
    });
    expect(reasons).toEqual([
      expect.stringContaining('Not committed: not a git repository'),
      'Not committed: git is not installed.',
      'Not committed: a merge is under way.',
      expect.stringContaining('index.lock'),
      'Not committed: Git does not know content/a.md.',
      'Not committed: the repository has no commit yet.',
    ]);
  });

  it('runs no program of the repository', async () => {
    const { site, git, host } = await open();
    const program = join(site.root, '.git/evil.sh');
    await writeFile(program, `#!/bin/sh\ntouch ${site.root}/ran\n`);
    await chmod(program, 0o755);
    await git('config', 'core.fsmonitor', program);
    await mkdir(join(site.root, '.git/hooks'), { recursive: true });
    for (const hook of [
      'pre-commit',
      'post-commit',
      'reference-transaction',
      'post-index-change',
    ]) {
      await writeFile(join(site.root, '.git/hooks', hook), `#!/bin/sh\ntouch ${site.root}/ran\n`);
      await chmod(join(site.root, '.git/hooks', hook), 0o755);
    }
    expect((await set(host, { address: 'content/a', title: 'Quay' })).content).toContain(
      'Committed as',
    );
    await expect(site.read('ran')).rejects.toThrow();
  });

  it('commits beside others who commit at the same moment, losing nothing', async () => {
    const { site, git, host, openHost } = await open();
    const other = await openHost();
    const paths = Array.from({ length: 4 }, (_, at) => `content/p${String(at)}.md`);
    for (const path of paths) await site.write(path, '---\ntitle: Old\n---\n\nx\n');
    await git('add', '.');
    await git('commit', '-qm', 'More');
    const done = await Promise.all(
      paths.map((path, at) =>
        set(at % 2 === 0 ? host : other, { address: path, title: `New ${path}` }),
      ),
    );
    const committed = done.filter(({ content }) => content.includes('Committed as')).length;
    expect(Number(await git('rev-list', '--count', 'HEAD'))).toBe(2 + committed);
    // What another process kept from being committed was said; everything is written.
    for (const path of paths) expect(await site.read(path)).toContain(`New ${path}`);
  }, 120_000);

  it('commits a tour as one, once it is over, and after a restart too', async () => {
    const over = new Set<string>();
    const { site, git, host, openHost, warn } = await open({
      mode: 'tour',
      isRunOver: (uuid) => Promise.resolve(over.has(uuid)),
    });
    for (const title of ['One', 'Two'])
      await set(host, { address: 'content/a', title, run: 'run-1' });
    const last = await set(host, { address: 'content/with [sign]*', title: 'Silt', run: 'run-1' });
    expect(last.content).toBe('Written: title.');
    expect(await git('log', '--format=%s')).toBe('First\n');
    await host.close();
    over.add('run-1');
    const restarted = await openHost();
    const subject = () => git('log', '--format=%s', '-1');
    await vi.waitUntil(async () => (await subject()) === 'Content: 3 changes on 2 pages\n', 20_000);
    expect(await git('log', '--format=%b', '-1')).toBe(
      'content/a.md: title\ncontent/with [sign]*.md: title\n\nVouch-Run: run-1\n\n',
    );
    expect(await git('status', '--porcelain')).toBe('');
    await restarted.close();
    expect(warn).not.toHaveBeenCalled();
    // What others wrote in between is not committed for them.
    const third = await openHost();
    await set(third, { address: 'content/a', title: 'Three', run: 'run-2' });
    await site.write('content/a.md', 'Others.\n');
    over.add('run-2');
    await third.close();
    const fourth = await openHost();
    await vi.waitUntil(
      () => warn.mock.calls.some(([facts]) => (facts as { runUuid?: string }).runUuid === 'run-2'),
      20_000,
    );
    expect(await subject()).toBe('Content: 3 changes on 2 pages\n');
    await fourth.close();
  });
});
