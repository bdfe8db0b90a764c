import { describe, expect, it } from 'vitest';
import type { PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { matchesSearch } from '../../lib/page-tree.ts';
import { countPages, listPages, pageToOpen, pathTo, translationsOf } from './page-list.ts';

function page(uid: number, path: string, more: Partial<PageTreeNode> = {}): PageTreeNode {
  return {
    uid,
    path,
    title: path,
    language: 'de',
    hidden: false,
    readOnly: null,
    openPoints: 0,
    children: [],
    ...more,
  };
}

const site: SiteView = {
  name: 'Site',
  profile: 'plain',
  languages: ['en', 'de'],
  defaultLanguage: 'de',
  pageCount: 6,
  leftOut: [],
  roots: [
    page(1, 'de/verein.md', {
      title: 'Verein',
      children: [
        page(2, 'de/ueber-uns.md', { title: 'Über uns', openPoints: 2 }),
        page(3, 'de/satzung.md', { title: 'Satzung', hidden: true, openPoints: 1 }),
      ],
    }),
    page(4, 'en/ueber-uns.md', { title: 'About us', language: 'en' }),
    page(5, 'kontakt.de.md', { title: 'Kontakt' }),
    page(6, 'kontakt.md', { title: 'Contact', language: 'en' }),
  ],
};

const uids = (groups: ReturnType<typeof listPages>) =>
  groups.map(({ language, pages }) => [
    language,
    pages.map(({ page: { uid }, children }) => [uid, children.map((child) => child.page.uid)]),
  ]);

describe('the list of pages', () => {
  it('groups by language, the site’s own first', () => {
    expect(uids(listPages(site, 'all'))).toEqual([
      [
        'de',
        [
          [1, [2, 3]],
          [5, []],
        ],
      ],
      [
        'en',
        [
          [4, []],
          [6, []],
        ],
      ],
    ]);
  });

  it('keeps what is above a match, and marks it as such', () => {
    const [group] = listPages(site, 'drafts');
    expect(group?.pages.map(({ page: { uid }, isContext }) => [uid, isContext])).toEqual([
      [1, true],
    ]);
    expect(group?.pages[0]?.children.map((child) => child.page.uid)).toEqual([3]);
    expect(uids(listPages(site, 'open'))).toEqual([['de', [[1, [2, 3]]]]]);
  });

  it('searches titles and paths, word by word, whatever the accents', () => {
    expect(matchesSearch(page(2, 'de/x.md', { title: 'Über uns' }), 'UNS uber')).toBe(true);
    expect(matchesSearch(page(2, 'de/x.md', { title: 'Über uns' }), 'de/x')).toBe(true);
    expect(matchesSearch(page(2, 'de/x.md', { title: 'Über uns' }), 'uns alle')).toBe(false);
  });

  it('counts drafts and open points at every depth', () => {
    expect(countPages(site)).toEqual({ drafts: 1, open: 3 });
  });

  it('finds the way down to a page', () => {
    expect(pathTo(site.roots, 3).map(({ uid }) => uid)).toEqual([1, 3]);
    expect(pathTo(site.roots, 99)).toEqual([]);
  });

  it('finds translations by folder and by suffix, in the site’s order', () => {
    expect(translationsOf(site, 2).map(({ uid }) => uid)).toEqual([4, 2]);
    expect(translationsOf(site, 5).map(({ uid }) => uid)).toEqual([6, 5]);
    expect(translationsOf(site, 1).map(({ uid }) => uid)).toEqual([1]);
  });

  it('opens the last page if it is still there, else one in the site’s own language', () => {
    expect(pageToOpen(site, 4)).toBe(4);
    expect(pageToOpen(site, 99)).toBe(1);
    expect(pageToOpen({ ...site, roots: [] }, 4)).toBeNull();
  });
});
