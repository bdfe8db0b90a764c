import { describe, expect, it } from 'vitest';
import {
  contentToolsOf,
  createContentTools,
  type ContentHost,
  type PageContent,
  type PageTree,
} from '../../src/content/index.ts';
import type { Actor } from '../../src/actors/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import type { Tool, ToolArguments, ToolContext } from '../../src/tools/index.ts';
import { ADMIN, createSite, pageAt, person, removeSitesAfterEach } from './content-host.ts';

const FILES = {
  'index.md': '---\ntitle: Home\n---\n\n# Home\n\nSee [here](a.md).\n\n![](p.png)\n',
  'a.md': '---\ntitle: Harbour\ntitle: Harbor\n---\n\nThe quay is wet.\n',
};

describe('editorial tools', () => {
  removeSitesAfterEach();

  const open = async () => {
    const site = await createSite(FILES);
    const host = await site.open(createMemoryContentStores());
    const byName = new Map(createContentTools(host).map((tool) => [tool.name, tool]));
    const tool = (name: string): Tool => {
      const found = byName.get(name);
      if (found === undefined) throw new Error(name);
      return found;
    };
    return { site, host, tool, tools: [...byName.values()] };
  };

  const context = (actor: Actor = ADMIN, more: Partial<ToolContext> = {}): ToolContext => ({
    actor,
    run: { uuid: 'run-7', subject: null, processSkillUid: null },
    signal: new AbortController().signal,
    ...more,
  });

  /** One possible call of each writing tool. */
  const writesOn = async (host: ContentHost): Promise<readonly [string, ToolArguments][]> => {
    const { page, elements, references } = await pageAt(host, 'index');
    const uid = (found: { uid: number } | undefined) => found?.uid ?? 0;
    return [
      ['update_page_metadata', { page: page.uid, fields: { description: 'D' } }],
      ['update_content_element', { element: uid(elements[0]), fields: { text: 'New home' } }],
      ['set_reference_text', { reference: uid(references[0]), fields: { text: 'the harbour' } }],
      ['set_reference_text', { reference: uid(references[1]), fields: { alternative: 'A quay' } }],
    ];
  };

  it('reads a page, the tree and finds pages, as JSON', async () => {
    const { host, tool } = await open();
    const { page } = await pageAt(host, 'a');
    const read = await tool('get_page_content').execute({ page: page.uid }, context());
    expect(JSON.parse(read.content) as PageContent).toEqual(await host.readPage(page.uid, ADMIN));
    const tree = await tool('get_page_tree').execute({}, context());
    expect(JSON.parse(tree.content) as PageTree).toEqual(await host.pageTree(ADMIN));
    const found = await tool('search_pages').execute({ query: 'QUAY' }, context());
    expect(JSON.parse(found.content)).toMatchObject({ hits: [{ page: page.uid, where: 'text' }] });
    expect(read.write).toBeNull();
  });

  it('WRT-01, WRT-04 every tool that sets fields shows its target before and states its completeness after', async () => {
    const { host, tool, tools } = await open();
    const writes = await writesOn(host);
    const writing = tools
      .filter(({ parameters }) => 'fields' in (parameters['properties'] as object))
      .map(({ name }) => name);
    expect([...new Set(writes.map(([name]) => name))].sort()).toEqual(writing.sort());
    for (const [name, args] of writes) {
      const preview = await tool(name).preview?.(args, context());
      expect(preview).toMatchObject({
        failed: false,
        target: { fields: Object.keys(args['fields'] as object) },
      });
      const [field] = preview?.fields ?? [];
      expect(field?.label.en).not.toBe('');
      expect(field?.label.de).not.toBe('');
      const done = await tool(name).execute(args, context());
      const { table, uid } = preview?.target ?? { table: '', uid: 0 };
      expect(done).toMatchObject({
        isError: false,
        write: { completeness: 'complete', target: { table, uid }, hookFailedAfterWrite: false },
      });
      const entries = await host.history((await pageAt(host, 'index')).page.uid, ADMIN);
      expect(entries[0]).toMatchObject({ id: done.write?.historyId, runUuid: 'run-7' });
    }
  });

  it('WRT-08 what is not taken is named on the card and in the result, which is partial', async () => {
    const { host, tool } = await open();
    const { page } = await pageAt(host, 'a');
    const args = { page: page.uid, fields: { title: 'T', description: 'D' } };
    const preview = await tool('update_page_metadata').preview?.(args, context());
    expect(preview?.fields.map(({ field }) => field)).toEqual(['description']);
    expect(preview?.lines.some((line) => line.startsWith('Not written: title.'))).toBe(true);
    const done = await tool('update_page_metadata').execute(args, context());
    expect(done.write?.completeness).toBe('partial');
    expect(done.content).toContain('Not written: title.');
  });

  it('HST-01 acts with the rights of the actor alone', async () => {
    const { host, tool } = await open();
    const writes = await writesOn(host);
    const reader = person('r', { writeTables: [] });
    const stranger = person('s', { pages: ['elsewhere'] });
    for (const [name, args] of writes) {
      for (const actor of [reader, stranger]) {
        expect((await tool(name).preview?.(args, context(actor)))?.failed).toBe(true);
        expect(await tool(name).execute(args, context(actor))).toMatchObject({
          isError: true,
          write: null,
        });
      }
    }
    const { page } = await pageAt(host, 'a');
    const read = await tool('get_page_content').execute({ page: page.uid }, context(stranger));
    expect(read.isError).toBe(true);
    expect((await tool('get_page_tree').execute({}, context(stranger))).content).toBe(
      '{"roots":[]}',
    );
    expect(await host.history(page.uid, ADMIN)).toEqual([]);
  });

  it('HST-05 writes on a moved base when the preview is the same, and not when it differs', async () => {
    const { host, site, tool } = await open();
    const { page, elements } = await pageAt(host, 'index');
    const args = { element: elements[0]?.uid ?? 0, fields: { text: 'Harbour' } };
    const element = tool('update_content_element');
    const approvedPreview = await element.preview?.(args, context());
    if (approvedPreview === undefined) throw new Error('no preview');
    await site.write('index.md', FILES['index.md'].replace('title: Home', 'title: Start'));
    const same = await element.execute(args, context(ADMIN, { approvedPreview }));
    expect(same.isError).toBe(false);
    expect(await site.read('index.md')).toContain('title: Start\n---\n\n# Harbour\n');

    const other = { page: page.uid, fields: { title: 'Quay' } };
    const metadata = tool('update_page_metadata');
    const shown = await metadata.preview?.(other, context());
    if (shown === undefined) throw new Error('no preview');
    await site.write('index.md', FILES['index.md']);
    const moved = await metadata.execute(other, context(ADMIN, { approvedPreview: shown }));
    expect(moved.isError).toBe(true);
    expect(await site.read('index.md')).toBe(FILES['index.md']);
  });

  it('HST-02 a card that could not be shown is never written, even when it could be by now', async () => {
    const { host, site, tool } = await open();
    const { page } = await pageAt(host, 'a');
    const args = { page: page.uid, fields: { title: 'Quay' } };
    const metadata = tool('update_page_metadata');
    const approvedPreview = await metadata.preview?.(args, context());
    expect(approvedPreview?.failed).toBe(true);
    if (approvedPreview === undefined) throw new Error('no preview');
    const text = '---\ntitle: Harbour\n---\n\nThe quay is wet.\n';
    await site.write('a.md', text);
    expect((await metadata.execute(args, context(ADMIN, { approvedPreview }))).isError).toBe(true);
    expect(await site.read('a.md')).toBe(text);
  });

  it('registers no tool for a change the host does not support', async () => {
    const { host } = await open();
    const names = createContentTools(host, { supports: ['set_page_fields'] }).map(
      ({ name }) => name,
    );
    expect(names).toEqual([
      'get_page_content',
      'get_page_tree',
      'search_pages',
      'resolve_url',
      'get_page_outline',
      'get_page_text',
      'get_page_images',
      'get_page_links',
      'get_page_languages',
      'get_record_history',
      'update_page_metadata',
    ]);
    expect((await contentToolsOf(host, ADMIN)).map(({ name }) => name)).toContain(
      'set_reference_text',
    );
  });
});
