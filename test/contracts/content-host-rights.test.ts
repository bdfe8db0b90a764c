import { expect, it } from 'vitest';
import type { ContentChange } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createOpener, PAGE, pageAt, person, planned, writing } from './content-host.ts';

describeEachDatabase('content host, by the rights of the actor', (openFresh) => {
  const open = createOpener(openFresh);

  it('HST-01 what the actor may not read is not there, and what it may not write is refused', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const german = await pageAt(host, 'de');
    const title: ContentChange = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title: 'X' },
    };

    const nobody = { kind: 'anonymous' } as const;
    const folder = person('f', { pages: ['de'] });
    const language = person('l', { languages: ['de'] });
    for (const actor of [nobody, folder, language]) {
      expect(await host.readPage(page.uid, actor)).toBeNull();
      expect(await host.renderPage(page.uid, actor)).toBeNull();
      expect(await host.findPage('en/hours', actor)).toBeNull();
      expect(await host.history(page.uid, actor)).toEqual([]);
      expect((await host.search('Hours', actor)).hits).toEqual([]);
      expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'title', actor)).toBe(false);
      expect(await host.plan(title, actor)).toMatchObject({ refusal: { code: 'not_found' } });
    }
    expect((await host.pageTree(folder)).roots.map(({ path }) => path)).toEqual(['de/index.md']);
    expect((await host.readPage(german.page.uid, language))?.page.title).toBe('Start');

    const reader = person('r', { writeTables: ['pages'], readTables: ['pages', 'content'] });
    const seen = await host.readPage(page.uid, reader);
    expect(seen?.elements).toHaveLength(elements.length);
    expect(seen?.references).toEqual([]);
    const text: ContentChange = {
      kind: 'set_element_fields',
      element: elements[1]?.uid ?? 0,
      fields: { text: 'X' },
    };
    const words: ContentChange = {
      kind: 'set_reference_text',
      reference: references[0]?.uid ?? 0,
      fields: { alternative: 'X' },
    };
    expect(await host.plan(text, reader)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect(await host.plan(words, reader)).toMatchObject({ refusal: { code: 'not_found' } });
    const applied = await host.apply(await planned(host, title, reader), writing(reader));

    // A plan somebody else made gives nobody the right to write it, nor to take a write back.
    const plan = await planned(host, text);
    for (const actor of [folder, reader]) {
      await expect(host.apply(plan, writing(actor))).rejects.toMatchObject({
        code: 'content_refused',
      });
    }
    await expect(host.undo(applied.historyId, writing(folder))).rejects.toMatchObject({
      code: 'content_refused',
    });
    const readOnly = person('o', { writeTables: [] });
    await expect(host.undo(applied.historyId, writing(readOnly))).rejects.toMatchObject({
      data: { reason: 'not_permitted' },
    });
    expect(await site.read('en/hours.md')).toBe(PAGE.replace('"Hours"', '"X"'));
  });

  it('HST-01 a protected field wants its own grant', async () => {
    const { host } = await open({ 'a.md': '---\ntitle: A\nslug: a\n---\n\nThe text of it.\n' });
    const { page } = await pageAt(host, 'a');
    const slug: ContentChange = { kind: 'set_page_fields', page: page.uid, fields: { slug: 'b' } };
    const editor = person('e', { fieldGrants: [] });
    const trusted = person('t', { fieldGrants: ['pages.slug'] });
    expect(await host.plan(slug, editor)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'slug', editor)).toBe(false);
    expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'title', editor)).toBe(true);
    expect((await host.plan(slug, trusted)).ok).toBe(true);
  });
});
