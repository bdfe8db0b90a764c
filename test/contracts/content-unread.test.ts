import { describe, expect, it } from 'vitest';
import { createContentTools } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  person,
  planned,
  removeSitesAfterEach,
} from './content-host.ts';

const UTF16 = Buffer.from('\uFEFF# Old\n\n[a](a.md)\n', 'utf16le');

describe('files that cannot be read, when a page goes', () => {
  removeSitesAfterEach();

  const open = async (others: Readonly<Record<string, string | Uint8Array>>) => {
    const site = await createSite({ 'a.md': '# A\n', 'b.md': '# B\n\nText.\n' });
    for (const [path, text] of Object.entries(others)) await site.write(path, text);
    const host = await site.open(createMemoryContentStores());
    const { uid } = (await pageAt(host, 'a.md')).page;
    return {
      plans: async (actor = ADMIN) => [
        await planned(host, { kind: 'delete', table: 'pages', uid }, actor),
        await planned(host, { kind: 'move_page', page: uid, path: 'sub/a.md' }, actor),
      ],
    };
  };

  it('WRT-08 the plan names them, and no longer says that no page links to it', async () => {
    const { plans } = await open({ 'old.md': UTF16, 'secret/older.md': UTF16 });
    const [gone, moved] = await plans();
    const told = {
      field: 'links',
      reason:
        'Files that could not be read, so links in them are not known: 2 (old.md, secret/older.md).',
      inWords: {
        en: 'Files that could not be read, so links in them are not known: 2 (old.md, secret/older.md).',
        de: 'Dateien, die sich nicht lesen ließen; ob sie auf die Seite verweisen, ist nicht bekannt: 2 (old.md, secret/older.md).',
      },
    };
    expect(gone?.omitted).toEqual([told]);
    expect(moved?.omitted).toEqual([told]);
    expect(gone?.notes?.map(({ en }) => en)).toEqual(['No page that could be read links to it.']);
  });

  it('HST-01 whoever may not read there is told how many, and not which', async () => {
    const { plans } = await open({ 'old.md': UTF16, 'secret/older.md': UTF16 });
    for (const plan of await plans(person('e', { pages: ['a.md', 'b.md', 'sub', 'old.md'] }))) {
      expect(plan.omitted?.[0]?.reason).toMatch(/ 2 \(old\.md\)\.$/);
    }
  });

  it('of many the first few are named; where all can be read, nothing is said', async () => {
    const many = Array.from({ length: 7 }, (_each, at) => [`old-${String(at)}.md`, UTF16] as const);
    const [gone] = await (await open(Object.fromEntries(many))).plans();
    expect(gone?.omitted?.[0]?.reason).toMatch(/ 7 \(old-0\.md, .*old-4\.md, …\)\.$/);
    const [fine, moved] = await (await open({})).plans();
    expect([fine?.omitted, moved?.omitted]).toEqual([undefined, undefined]);
    expect(fine?.notes?.map(({ en }) => en)).toEqual(['No other page links to it.']);
  });
});

describe('files that cannot be read, when somebody looks for words or links', () => {
  removeSitesAfterEach();

  const open = async (others: Readonly<Record<string, string | Uint8Array>>) => {
    const site = await createSite({
      'a.md': '# A\n\nThe quay.\n',
      'b.md': '# B\n\n[To a](a.md)\n',
    });
    for (const [path, text] of Object.entries(others)) await site.write(path, text);
    const host = await site.open(createMemoryContentStores());
    const { uid } = (await pageAt(host, 'a.md')).page;
    const tool = async (name: string, args: Record<string, unknown>) => {
      const found = createContentTools(host).find((each) => each.name === name);
      const answer = await found?.execute(args, {
        actor: ADMIN,
        run: { uuid: 'run-7', subject: null, processSkillUid: null },
        signal: new AbortController().signal,
      });
      return JSON.parse(answer?.content ?? '') as Record<string, unknown>;
    };
    return { host, uid, tool };
  };

  it('HST-01 a search tells how many, and finds in the others what it always found', async () => {
    const { host } = await open({ 'old.md': UTF16, 'secret/older.md': UTF16 });
    const { hits } = await (await open({})).host.search('quay', ADMIN);
    expect(hits).toHaveLength(1);
    const found = await host.search('quay', ADMIN);
    expect(found).toEqual({ hits, unread: 2 });
    expect(await host.search('nowhere', ADMIN)).toEqual({ hits: [], unread: 2 });
    const some = person('e', { pages: ['a.md', 'b.md'] });
    expect((await host.search('quay', some)).unread).toBe(2);
    const none = person('n', { readTables: [] });
    expect(await host.search('quay', none)).toEqual({ hits: [], unread: 0 });
  });

  it('links that lead to a page come with how many files nobody knows the links of', async () => {
    const { host, uid } = await open({ 'old.md': UTF16 });
    const found = await host.linksTo?.(uid, ADMIN, 10);
    expect(found).toMatchObject({ links: [{ path: 'b.md', text: 'To a' }], unread: 1 });
    const fine = await open({});
    expect(await fine.host.linksTo?.(fine.uid, ADMIN, 10)).toMatchObject({ unread: 0 });
  });

  it('the model is told with what it reads, and of nothing where all can be read', async () => {
    const { tool, uid } = await open({ 'old.md': UTF16 });
    expect(await tool('search_pages', { query: 'quay' })).toMatchObject({ filesNotRead: 1 });
    expect(await tool('get_page_links', { page: uid })).toMatchObject({
      in: [{ path: 'b.md' }],
      filesNotRead: 1,
    });
    const fine = await open({});
    expect(await fine.tool('search_pages', { query: 'quay' })).not.toHaveProperty('filesNotRead');
    const links = await fine.tool('get_page_links', { page: fine.uid });
    expect(links).not.toHaveProperty('filesNotRead');
  });
});

describe('what is never touched, or only read', () => {
  removeSitesAfterEach();

  it('is told with a sentence and with a code for people who read another language', async () => {
    const site = await createSite({
      'a.md': '# A\n',
      'broken.md': '---\ntitle: A: B\n---\n\nText.\n',
      'list.md': '---\n- a\n---\n\nText.\n',
      'code.md': '---ruby\ntitle\n---\n\nText.\n',
    });
    await site.write('old.md', UTF16);
    await site.write('program.md', '---js\nmodule.exports = {}\n---\n\nText.\n');
    const host = await site.open(createMemoryContentStores());
    const { leftOut } = await host.describe(ADMIN);
    expect(leftOut.map(({ path, code }) => [path, code])).toEqual([
      ['old.md', 'file_utf16'],
      ['program.md', 'front_matter_program'],
    ]);
    const { roots } = await host.pageTree(ADMIN);
    const codes = new Map(roots.map(({ path, readOnlyCode }) => [path, readOnlyCode]));
    expect(Object.fromEntries(codes)).toEqual({
      'a.md': undefined,
      'broken.md': 'front_matter_invalid',
      'list.md': 'front_matter_form',
      'code.md': 'front_matter_language',
    });
    expect((await pageAt(host, 'broken.md')).page).toMatchObject({
      readOnlyCode: 'front_matter_invalid',
      readOnly: expect.stringMatching(/not valid YAML/) as string,
    });
  });
});
