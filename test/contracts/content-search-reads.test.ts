import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/actors/index.ts';
import { pageRules } from '../../src/adapters/models/index.ts';
import { createContentTools, pagesByLanguage } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import type { ToolArguments } from '../../src/tools/index.ts';
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
  'en/index.md':
    '---\ntitle: Home\n---\n\n# Welcome\n\nTo the [harbour](harbour.md) and [out](https://example.org).\n\n## Here\n\n![Map](map.png "A map") ![](b.png)\n',
  'en/harbour.md': '---\ntitle: Harbour\n---\n\nBack [home](/en/) or [nowhere](none.md).\n',
  'en/secret/a.md': '---\ntitle: Secret\n---\n\n[The harbour](../harbour.html)\n',
  'de/index.md': '---\ntitle: Start\n---\n\nHallo.\n',
};

describe('reads of one page', () => {
  removeSitesAfterEach();

  const open = async () => {
    const site = await createSite(FILES);
    const host = await site.open(createMemoryContentStores());
    const tools = createContentTools(host, { rules: pageRules });
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    const read = async (name: string, args: ToolArguments, actor: Actor = ADMIN) => {
      const result = await byName.get(name)?.execute(args, {
        actor,
        run: { uuid: 'run-1', subject: null, processSkillUid: null },
        signal: new AbortController().signal,
      });
      if (result === undefined) throw new Error(name);
      expect(result.write).toBeNull();
      return result.isError ? result.content : (JSON.parse(result.content) as unknown);
    };
    const uid = async (address: string) => (await pageAt(host, address)).page.uid;
    return { site, host, read, uid };
  };

  it('tells the headings of a page, its text, and its images', async () => {
    const { host, read, uid } = await open();
    const page = await uid('en/');
    const { elements, references } = await pageAt(host, 'en/');
    const head = { uid: page, path: 'en/index.md', title: 'Home', language: 'en', hidden: false };
    expect(await read('get_page_outline', { page })).toEqual({
      page: head,
      headings: [
        { uid: elements[0]?.uid, level: 1, text: 'Welcome' },
        { uid: elements[2]?.uid, level: 2, text: 'Here' },
      ],
      elements: 4,
      images: 2,
      links: 2,
    });
    expect(await read('get_page_text', { page, from: 2 })).toMatchObject({
      texts: [{ uid: elements[2]?.uid, text: 'Here' }, { uid: elements[3]?.uid }],
    });
    expect(await read('get_page_images', { page })).toMatchObject({
      images: [
        { uid: references[2]?.uid, target: 'map.png', alternative: 'Map', title: 'A map' },
        { target: 'b.png', title: null },
      ],
    });
  });

  it('tells where links lead, and which pages link here, as far as the actor reads', async () => {
    const { read, uid } = await open();
    const [page, harbour] = [await uid('en/'), await uid('en/harbour')];
    expect(await read('get_page_links', { page })).toMatchObject({
      out: [
        { text: 'harbour', target: 'harbour.md', page: harbour },
        { target: 'https://example.org', page: null },
      ],
      in: [{ page: harbour, path: 'en/harbour.md', text: 'home', target: '/en/' }],
    });
    expect(await read('get_page_links', { page: harbour })).toMatchObject({
      out: [{ page }, { page: null }],
      in: [{ path: 'en/index.md' }, { path: 'en/secret/a.md', text: 'The harbour' }],
    });
    const outsider = person('o', { pages: ['en/index.md', 'en/harbour.md'] });
    expect(await read('get_page_links', { page: harbour }, outsider)).toMatchObject({
      in: [{ path: 'en/index.md' }],
    });
  });

  it('tells the languages of a page and what is missing in each', async () => {
    const { read, uid } = await open();
    const page = await uid('de/');
    expect(await read('get_page_languages', { page })).toMatchObject({
      languages: ['en', 'de'],
      pages: [{ path: 'en/index.md' }, { uid: page, path: 'de/index.md' }],
      missing: [],
    });
    expect(await read('get_page_languages', {})).toMatchObject({
      missing: { en: 0, de: 2 },
      pages: [{ missing: ['de'] }, { missing: ['de'] }],
    });
  });

  it('tells what the rules of the built-in checks find, all of them or those that are named', async () => {
    const { host, read, uid } = await open();
    const page = await uid('en/');
    const { references } = await pageAt(host, 'en/');
    expect(await read('get_page_findings', { page })).toMatchObject({
      page: { uid: page },
      findings: [
        { check: 'description-missing', record: { table: 'pages', uid: page }, present: null },
        { check: 'alternative-missing', record: { uid: references[3]?.uid }, field: 'alternative' },
      ],
    });
    const named = { page, checks: ['alternative-missing', 'title-too-long'] };
    expect(await read('get_page_findings', named)).toMatchObject({
      findings: [{ check: 'alternative-missing' }],
    });
    expect(await read('get_page_findings', { page, checks: [] })).toMatchObject({ findings: [] });
  });

  it('tells what was changed, newest first', async () => {
    const { host, read, uid } = await open();
    const page = await uid('en/');
    const change = (title: string) =>
      ({ kind: 'set_page_fields', page, fields: { title } }) as const;
    await host.apply(await planned(host, change('One')), writing(ADMIN));
    const { historyId } = await host.apply(await planned(host, change('Two')), writing(ADMIN));
    await host.undo(historyId, writing(ADMIN));
    expect(await read('get_record_history', { page, limit: 2 })).toMatchObject({
      changes: [
        { fields: [{ field: 'title', before: 'Two', after: 'One' }], takesBack: true },
        { fields: [{ before: 'One', after: 'Two' }], takenBack: true },
      ],
    });
  });

  it('HST-01 answers nothing of a page the actor may not read', async () => {
    const { read, uid } = await open();
    const page = await uid('en/secret/a');
    const stranger = person('s', { pages: ['de'] });
    for (const name of [
      'get_page_outline',
      'get_page_text',
      'get_page_images',
      'get_page_links',
      'get_page_languages',
      'get_page_findings',
      'get_record_history',
    ]) {
      expect([name, await read(name, { page }, stranger)]).toEqual([
        name,
        'There is no such page, or it is not readable.',
      ]);
    }
  });

  it('takes a folder, a suffix and nothing at all for a language', () => {
    const node = (path: string, language: string) => ({
      uid: path.length,
      path,
      title: path,
      language,
      description: null,
      hidden: false,
      readOnly: null,
      children: [],
    });
    const roots = [
      node('about.md', 'en'),
      node('about.de.md', 'de'),
      node('pt-br/about.md', 'pt-br'),
      node('news.md', 'en'),
    ];
    const found = pagesByLanguage({ roots }, { languages: ['en', 'de', 'pt-br'] });
    expect(found.map(({ pages, missing }) => [pages.map(({ path }) => path), missing])).toEqual([
      [['about.md', 'about.de.md', 'pt-br/about.md'], []],
      [['news.md'], ['de', 'pt-br']],
    ]);
  });
});
