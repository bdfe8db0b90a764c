import { describe, expect, it } from 'vitest';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import {
  linkKey,
  searchWords,
  type IndexedPage,
  type SearchIndex,
  type SearchReach,
} from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';

const ALL: SearchReach = { pages: 'all', languages: 'all', texts: true };

const page = (uid: number, path: string, more: Partial<IndexedPage> = {}): IndexedPage => ({
  page: uid,
  path,
  language: 'en',
  stamp: `stamp-${String(uid)}`,
  version: `version-${String(uid)}`,
  title: path,
  description: '',
  texts: [],
  links: [],
  ...more,
});

const PAGES = [
  page(1, 'en/harbour.md', { title: 'The harbour', texts: ['Ships wait at the quay.', 'Fish.'] }),
  page(2, 'en/ships.md', { title: 'Ships', description: 'All of the fleet', texts: ['A list.'] }),
  page(3, 'de/straße.md', {
    title: 'Die lange Straße',
    language: 'de',
    texts: ["Grüße vom Café; don't say 12'3 or a \\ b, x1y2 & (c) | 'quoted' \"twice\"."],
  }),
  page(4, 'zh/a.md', { title: '港口', language: 'zh', texts: ['船在港口等候。'] }),
];

function contract(open: () => Promise<SearchIndex>): void {
  const filled = async () => {
    const index = await open();
    await index.put(PAGES);
    return {
      index,
      find: async (query: string, reach: Partial<SearchReach> = {}, limit = 20) =>
        (await index.find(searchWords(query), { ...ALL, ...reach }, limit)).map(({ page }) => page),
    };
  };

  it('finds beginnings of words in title, description and text, the closest first', async () => {
    const { find } = await filled();
    expect(await find('ship')).toEqual([2, 1]);
    expect(await find('ships quay')).toEqual([1]);
    expect(await find('ships list fleet')).toEqual([2]);
    expect(await find('hips')).toEqual([]);
    expect(await find('ship', {}, 1)).toEqual([2]);
    expect(await find('')).toEqual([]);
  });

  it('tells pages with every word in the title first, however often others say it', async () => {
    const { index, find } = await filled();
    const often = 'fleet '.repeat(40);
    await index.put([
      page(5, 'en/fleet.md', { title: 'The long history of the fleet in the old town' }),
      page(6, 'en/often.md', { title: 'Old', description: often, texts: [often, often] }),
    ]);
    expect((await find('fleet'))[0]).toBe(5);
    expect((await find('fleet', {}, 1))[0]).toBe(5);
    expect((await find('fleet', { texts: false }))[0]).toBe(5);
    expect((await find('old fleet'))[0]).toBe(5);
  });

  it('finds whatever the case, the accents and the signs between words', async () => {
    const { find } = await filled();
    for (const query of [
      'STRASSE',
      'straße',
      'grusse cafe',
      'GRÜSSE',
      'x1y2',
      'quoted twice',
      'dont',
      "don't",
    ]) {
      expect([query, await find(query)]).toEqual([query, query === 'dont' ? [] : [3]]);
    }
    expect(await find('港口')).toEqual([4]);
    expect(await find('等候')).toEqual([4]);
  });

  it('takes nothing in a query for an operator', async () => {
    const { find } = await filled();
    for (const query of [
      '"',
      "'",
      '\\',
      ':*',
      'a & ! (',
      'title:ships',
      'NEAR(',
      '-- ;',
      '{title} : x',
    ]) {
      await expect(find(query)).resolves.toBeInstanceOf(Array);
    }
    expect(await find('ships OR nothing')).toEqual([]);
    expect(await find('NOT ships')).toEqual([]);
  });

  it('HST-01 stays within the rights to folders, languages and texts', async () => {
    const { find } = await filled();
    expect(await find('ship', { pages: ['en/ships.md'] })).toEqual([2]);
    expect(await find('ship', { pages: ['en'] })).toEqual([2, 1]);
    expect(await find('ship', { pages: ['e', 'en/sh'] })).toEqual([]);
    expect(await find('strasse', { pages: ['de'] })).toEqual([3]);
    expect(await find('ship', { pages: [] })).toEqual([]);
    expect(await find('ship', { languages: ['de', 'zh'] })).toEqual([]);
    expect(await find('strasse', { languages: ['de'] })).toEqual([3]);
    expect(await find('quay', { texts: false })).toEqual([]);
    expect(await find('fleet', { texts: false })).toEqual([2]);
    const { index } = await filled();
    const [found] = await index.find(['harbour'], { ...ALL, texts: false }, 5);
    expect(found?.texts).toEqual([]);
  });

  it('answers with what it was given, and forgets what was replaced or removed', async () => {
    const { index, find } = await filled();
    const { links: _, ...kept } = PAGES[0] ?? page(0, '');
    expect(await index.find(['harbour'], ALL, 5)).toEqual([kept]);
    await index.put([page(1, 'en/harbour.md', { stamp: 'new', texts: ['Sand.'] })]);
    expect(await find('quay')).toEqual([]);
    expect(await find('sand')).toEqual([1]);
    expect((await index.stamps()).get(1)).toBe('new');
    await index.remove([1, 2]);
    expect(await find('sand')).toEqual([]);
    expect([...(await index.stamps()).keys()].sort()).toEqual([3, 4]);
  });

  it('finds the links that may mean an address', async () => {
    const { index } = await filled();
    const link = (target: string, ...keys: string[]) => ({ element: 3, text: 'go', target, keys });
    await index.put([page(5, 'en/a.md', { links: [link('../b/', 'b', 'en/b'), link('c', 'c')] })]);
    const found = { page: 5, path: 'en/a.md', element: 3, text: 'go', target: '../b/' };
    expect(await index.linking(['b', 'en/b'], ALL, 10)).toEqual([found]);
    expect(await index.linking(['b'], { ...ALL, pages: ['de'] }, 10)).toEqual([]);
    expect(await index.linking(['b'], { ...ALL, texts: false }, 10)).toEqual([]);
    await index.put([page(5, 'en/a.md')]);
    expect(await index.linking(['b', 'c'], ALL, 10)).toEqual([]);
  });

  it('takes a page of very many and very long words', async () => {
    const index = await open();
    const many = Array.from({ length: 40_000 }, (_, at) => `wort${String(at)}`).join(' ');
    await index.put([
      page(9, 'long.md', { texts: ['x'.repeat(5_000), many, 'same '.repeat(9_000)] }),
    ]);
    expect(await index.find(['wort29000'], ALL, 5)).toHaveLength(1);
    expect(await index.find(searchWords('x'.repeat(4_000)), ALL, 5)).toHaveLength(1);
  });
}

describeEachDatabase('search index', (openFresh) => {
  contract(async () => {
    const { database, transactions } = await openFresh();
    return createContentStores(database, transactions).search;
  });
});

describe('search index in memory', () => {
  contract(() => Promise.resolve(createMemoryContentStores().search));
});

describe('addresses of links', () => {
  it.each([
    ['/about.html', 'about'],
    ['about/', 'about'],
    ['docs/_index.md', 'docs'],
    ['index.md', ''],
    ['README.md', ''],
    ['a/reindex.md', 'a/reindex'],
  ])('%s is %s', (address, key) => {
    expect(linkKey(address)).toBe(key);
  });
});
