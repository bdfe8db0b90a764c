import { link, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createWatchedFolder } from '../../src/adapters/markdown/watch/watched-folder.ts';
import { scanFolder } from '../../src/adapters/markdown/files/scan.ts';
import type { Actor } from '../../src/actors/index.ts';
import type { ContentHost } from '../../src/content/index.ts';
import { createMemoryContentStores, FakeClock } from '../../src/testing/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  person,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

const FILES = {
  'index.md': '---\ntitle: Home\n---\n\nShips wait.\n',
  'docs/a.md': '---\ntitle: Harbour\n---\n\nThe quay is wet.\n',
  'docs/deep/b.md': '---\ntitle: Sand\n---\n\nDry.\n',
};

describe('a watched folder', () => {
  removeSitesAfterEach();

  const open = async (options: { everythingAfterMs?: number } = {}) => {
    const site = await createSite(FILES);
    const { root } = site;
    const clock = new FakeClock();
    const folder = createWatchedFolder({ root, clock, by: 'inotify', ...options });
    return { site, root, clock, folder };
  };

  it('answers with the same scan while nothing changes, and with what a full scan sees after each change', async () => {
    const { site, root, folder } = await open();
    const first = await folder.look();
    expect(folder.isWatching()).toBe(true);
    expect(await folder.look()).toBe(first);
    const at = (path: string) => join(root, path);
    const changes: readonly [string, () => Promise<unknown>][] = [
      ['written in place', () => site.write('docs/a.md', 'New.\n')],
      [
        'replaced',
        async () => {
          await writeFile(at('docs/.draft'), 'Other.\n');
          await rename(at('docs/.draft'), at('docs/a.md'));
        },
      ],
      ['touched', () => utimes(at('index.md'), 1, 1)],
      ['added', () => site.write('docs/new.md', 'x\n')],
      ['added in a new folder', () => site.write('en/more/c.md', 'x\n')],
      ['changed in a new folder', () => site.write('en/more/c.md', 'xy\n')],
      ['folder renamed', () => rename(at('docs/deep'), at('docs/deeper'))],
      ['changed in a renamed folder', () => site.write('docs/deeper/b.md', 'xyz\n')],
      [
        'folder swapped',
        async () => {
          await rename(at('docs'), at('old'));
          await rename(at('en'), at('docs'));
        },
      ],
      ['changed in a swapped folder', () => site.write('docs/more/c.md', 'swapped\n')],
      ['file removed', () => rm(at('old/a.md'))],
      ['folder removed', () => rm(at('old'), { recursive: true })],
      ['linked', () => symlink(at('index.md'), at('link.md'))],
      ['behind a link', () => site.write('index.md', 'Behind the link.\n')],
      [
        'a folder of that name',
        async () => {
          await rm(at('link.md'));
          await mkdir(at('link.md'));
          await site.write('link.md/in.md', 'x\n');
        },
      ],
    ];
    for (const [what, change] of changes) {
      await change();
      expect([what, await folder.look()]).toEqual([what, await scanFolder(root)]);
    }
    const last = await folder.look();
    await writeFile(at('.note'), 'not content');
    expect(await folder.look()).toBe(last);
    folder.close();
  });

  it('tells once that something changed, until somebody looks', async () => {
    const { site, folder } = await open();
    const told = vi.fn();
    folder.onChange(told);
    await folder.look();
    await site.write('docs/a.md', 'One.\n');
    await site.write('docs/a.md', 'Two.\n');
    await vi.waitUntil(() => told.mock.calls.length > 0);
    await folder.look();
    expect(told).toHaveBeenCalledTimes(1);
    await site.write('docs/a.md', 'Three.\n');
    await vi.waitUntil(() => told.mock.calls.length > 1);
    folder.close();
  });

  it('says that the root is gone, and sees it again when it is back', async () => {
    const { root, folder } = await open();
    const before = await folder.look();
    await rename(root, `${root}-aside`);
    await expect(folder.look()).rejects.toMatchObject({ code: 'unavailable' });
    await mkdir(root);
    expect((await folder.look()).files).toEqual([]);
    await rm(root, { recursive: true });
    await rename(`${root}-aside`, root);
    expect((await folder.look()).files.map(({ path }) => path)).toEqual(
      before.files.map(({ path }) => path),
    );
    folder.close();
  });

  it('looks at everything again after a while, for writes of which the system reports nothing', async () => {
    const { site, root, clock, folder } = await open({ everythingAfterMs: 1_000 });
    // Written under its other name, a file changes without its folder hearing of it.
    const otherName = `${root}-other.md`;
    await link(join(root, 'docs/a.md'), otherName);
    const before = await folder.look();
    await writeFile(otherName, 'Unheard.\n');
    expect(await folder.look()).toBe(before);
    clock.advance(1_000);
    const now = await scanFolder(site.root);
    await vi.waitUntil(async () => JSON.stringify(await folder.look()) === JSON.stringify(now));
    folder.close();
  });
});

describe('a site that is watched', () => {
  removeSitesAfterEach();

  const open = async () => {
    const site = await createSite(FILES);
    const stores = createMemoryContentStores();
    const host = await site.open(stores, { watch: 'inotify' });
    return { site, stores, host };
  };
  const hitsOf = async (host: ContentHost, query: string, actor: Actor) =>
    (await host.search(query, actor)).hits;
  const titles = (hits: readonly { title: string }[]) => hits.map(({ title }) => title);

  it('shows and finds what others wrote at once, wherever it stands', async () => {
    const { site, stores, host } = await open();
    const [hit] = await hitsOf(host, 'QUAY', ADMIN);
    const { page, elements } = await pageAt(host, 'docs/a');
    expect(hit).toMatchObject({
      page: page.uid,
      where: 'text',
      element: elements[0]?.uid,
      excerpt: 'The quay is wet.',
    });
    await vi.waitUntil(async () => (await stores.search.stamps()).size === 3);
    expect(await hitsOf(host, 'quay', ADMIN)).toEqual([hit]);

    await site.write('docs/a.md', '---\ntitle: Hafen\n---\n\nDie Mole ist naß.\n');
    expect(await hitsOf(host, 'quay', ADMIN)).toEqual([]);
    expect(titles(await hitsOf(host, 'nass', ADMIN))).toEqual(['Hafen']);
    await site.write('docs/quay.md', '---\ntitle: Quay\ndescription: Of stone.\n---\n\nText.\n');
    expect(await hitsOf(host, 'quay stone', ADMIN)).toMatchObject([
      { title: 'Quay', where: 'title' },
    ]);
    expect(await hitsOf(host, 'stone', ADMIN)).toMatchObject([
      { where: 'description', element: null },
    ]);
    await rm(join(site.root, 'docs/quay.md'));
    expect(await hitsOf(host, 'quay', ADMIN)).toEqual([]);
    await host.close();
  });

  it('finds what was just written through it, and keeps up by itself', async () => {
    const { site, stores, host } = await open();
    const { page } = await pageAt(host, 'docs/a');
    const change = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { description: 'Basalt' },
    } as const;
    await host.apply(await planned(host, change), writing(ADMIN));
    expect(titles(await hitsOf(host, 'basalt', ADMIN))).toEqual(['Harbour']);
    await site.write('docs/deep/b.md', '---\ntitle: Sand\n---\n\nGranite.\n');
    // Nobody asks the host: it heard of the change.
    await vi.waitUntil(async () => {
      const found = await stores.search.find(
        ['granite'],
        { pages: 'all', languages: 'all', texts: true },
        5,
      );
      return found.length === 1;
    });
    await host.close();
  });

  it('HST-01 finds only what the actor reads', async () => {
    const { stores, host } = await open();
    await vi.waitUntil(async () => (await stores.search.stamps()).size === 3);
    const inDeep = person('d', { pages: ['docs/deep'] });
    const titlesOnly = person('t', { readTables: ['pages'] });
    const german = person('g', { languages: ['de'] });
    expect(titles(await hitsOf(host, 'harbour', inDeep))).toEqual([]);
    expect(titles(await hitsOf(host, 'sand', inDeep))).toEqual(['Sand']);
    expect(titles(await hitsOf(host, 'quay', titlesOnly))).toEqual([]);
    expect(titles(await hitsOf(host, 'harbour', titlesOnly))).toEqual(['Harbour']);
    expect(await hitsOf(host, 'harbour', german)).toEqual([]);
    expect(await hitsOf(host, 'harbour', person('n', { readTables: [] }))).toEqual([]);
    await host.close();
  });
});

describe('an index that cannot be written', () => {
  removeSitesAfterEach();

  it('is told, and what is searched for is found in the files', async () => {
    const site = await createSite(FILES);
    const stores = createMemoryContentStores();
    const full = new Error('The disk is full.');
    const told: unknown[] = [];
    const host = await site.open(
      { ...stores, search: { ...stores.search, put: () => Promise.reject(full) } },
      { indexFailed: (error) => told.push(error) },
    );
    await expect.poll(() => told).toEqual([full]);
    const { hits } = await host.search('quay', ADMIN);
    expect(hits.map(({ path }) => path)).toEqual(['docs/a.md']);
    await host.close();
  });
});
