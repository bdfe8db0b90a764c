import { describe, expect, it } from 'vitest';
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
