import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../src/adapters/markdown/decode.ts';
import type { ContentChange, ContentHost, PageNode } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';
import { edited, element, open } from './site-torture-world.ts';

removeSitesAfterEach();

const retitled = (page: number, title: string): ContentChange => ({
  kind: 'set_page_fields',
  page,
  fields: { title },
});

async function openHost(files: Readonly<Record<string, string>>) {
  const site = await createSite(files);
  return { site, host: await site.open(createMemoryContentStores()) };
}

const flat = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

const pagesOf = async (host: ContentHost) => flat((await host.pageTree(ADMIN)).roots);

describe('files and processes that other programs got wrong', () => {
  it('SEC-04 host torture 35: no way out of the folder, neither by dots nor encoded, nor by a link, nor to a folder of a like name', async () => {
    const site = await createSite({ 'a.md': 'Text.\n' });
    await site.write('../site-evil/secret.md', 'Secret.\n');
    await site.write('../site-evil/secret.png', 'x');
    await symlink(join(site.root, '../site-evil'), join(site.root, 'link'));
    const host = await site.open(createMemoryContentStores());
    for (const way of ['../site-evil/secret', '%2e%2e%2fsite-evil/secret', 'link/secret']) {
      expect(await host.findPage(`${way}.md`, ADMIN), way).toBeNull();
      expect(await host.asset(`${way}.png`, ADMIN), way).toBeNull();
    }
    expect((await pagesOf(host)).map(({ path }) => path)).toEqual(['a.md']);
    expect((await host.describe(ADMIN)).leftOut).toEqual([
      { path: 'link', reason: 'The link leaves the content folder.', code: 'link_outside' },
    ]);
  });

  it('HST-05 host torture 36: of two who save the same file the second is refused, and planned again on what is there', async () => {
    const { site, host } = await openHost({ 'a.md': '---\ntitle: A\n---\n\nText.\n' });
    const other = await site.open(createMemoryContentStores());
    const mine = await planned(host, retitled((await pageAt(host, 'a')).page.uid, 'Mine'));
    const theirs = await planned(other, {
      kind: 'set_page_fields',
      page: (await pageAt(other, 'a')).page.uid,
      fields: { description: 'Theirs' },
    });
    await host.apply(mine, writing(ADMIN));
    await expect(other.apply(theirs, writing(ADMIN))).rejects.toMatchObject({
      code: 'content_refused',
      data: { reason: 'base_moved' },
    });
    await other.apply(await planned(other, theirs.change), writing(ADMIN));
    expect(await site.read('a.md')).toBe('---\ntitle: Mine\ndescription: Theirs\n---\n\nText.\n');
  });

  it('host torture 37: names that differ in case or in how an umlaut is put together are kept as they are', async () => {
    const text = '---\ntitle: A\n---\n\nText.\n';
    const decomposed = 'u\u0308ber.md';
    const { site, host } = await openHost({
      'My-File.md': text,
      'my-file.md': text,
      [decomposed]: text,
    });
    const names = (await pagesOf(host)).map(({ path }) => path);
    expect(names).toContain(decomposed);
    for (const name of ['My-File.md', decomposed]) {
      const { page } = await pageAt(host, name.normalize('NFC'));
      expect(page.path).toBe(name);
      await host.apply(await planned(host, retitled(page.uid, 'B')), writing(ADMIN));
      expect(await site.read(name)).toBe(text.replace('title: A', 'title: B'));
    }
    expect(await site.read('my-file.md')).toBe(text);
    expect((await pagesOf(host)).map(({ path }) => path)).toEqual(names);
  });

  it('host torture 39: what is not UTF-8 is left out with the reason, and not a byte of it changes', async () => {
    const site = await createSite({ 'a.md': 'Text.\n' });
    const files: Readonly<Record<string, Buffer>> = {
      'latin.md': Buffer.from('Grüße\n', 'latin1'),
      'wide.md': Buffer.from('\uFEFFGrüße\n', 'utf16le'),
      'nul.md': Buffer.from('a\0b\n'),
    };
    for (const [name, bytes] of Object.entries(files)) await site.write(name, bytes);
    const host = await site.open(createMemoryContentStores());
    expect((await pagesOf(host)).map(({ path }) => path)).toEqual(['a.md']);
    const { leftOut } = await host.describe(ADMIN);
    expect(Object.fromEntries(leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
      'latin.md': 'The file is not valid UTF-8; save it as UTF-8.',
      'wide.md': 'The file is UTF-16; save it as UTF-8.',
      'nul.md': 'The file holds NUL bytes; it is no text.',
    });
    for (const [name, bytes] of Object.entries(files)) {
      expect(await readFile(join(site.root, name))).toEqual(bytes);
    }
  });

  it('host torture 40: 20,000 lines are edited in one place, and what is longer than any page is left out', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `Line ${String(n)} ${'x'.repeat(108)}`);
    const text = `${lines.join('\n\n')}\n`;
    expect(text.length).toBeGreaterThan(1_150_000);
    expect(open(text).blocks).toHaveLength(10_000);
    const [old = ''] = lines.slice(5_000);
    expect(edited(text, element(5_000), { value: 'Neu.' })).toBe(text.replace(old, 'Neu.'));
    const { host } = await openHost({ 'a.md': 'x'.repeat(MAX_FILE_BYTES + 1) });
    expect((await host.describe(ADMIN)).leftOut).toMatchObject([{ path: 'a.md' }]);
  }, 240_000);

  it('host torture 42: drafts stay drafts, by whatever says that they are', async () => {
    const draft = '---\ndraft: true\ntitle: A\n---\n\nText.\n';
    const { site, host } = await openHost({
      '_config.yml': '',
      'draft.md': draft,
      'published.md': '---\npublished: false\ntitle: B\n---\n\nText.\n',
      '_drafts/idea.md': '---\ntitle: C\n---\n\nText.\n',
      'later.md': '---\ntitle: D\ndate: 2999-01-01\n---\n\nText.\n',
      'seen.md': '---\ntitle: E\n---\n\nText.\n',
    });
    const pages = await pagesOf(host);
    expect(pages.filter(({ hidden }) => !hidden).map(({ path }) => path)).toEqual(['seen.md']);
    for (const { uid, path } of pages) {
      const before = await site.read(path);
      await host.apply(await planned(host, retitled(uid, 'Neu')), writing(ADMIN));
      expect(await site.read(path)).toBe(before.replace(/title: ./, 'title: Neu'));
    }
    expect((await pagesOf(host)).filter(({ hidden }) => hidden)).toHaveLength(4);
  });
});
