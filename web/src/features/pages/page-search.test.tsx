import { describe, expect, it } from 'vitest';
import type { PageHit, PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { foundByTitle, foundInTexts, markedPieces, pageBook } from './page-search.ts';

const page = (uid: number, words: string, more: Partial<PageTreeNode> = {}) => ({
  uid,
  path: words.split(' | ')[1] ?? '',
  title: words.split(' | ')[0] ?? '',
  language: 'de',
  hidden: false,
  readOnly: null,
  openPoints: 0,
  children: [],
  ...more,
});

const roots = [
  page(1, 'Straße am Hafen | de/hafen.md', {
    children: [page(2, 'Fahrplan | de/hafen/plan.md', { hidden: true })],
  }),
  page(3, 'Hafen | de/andere.md', { openPoints: 1 }),
];
const site: SiteView = {
  name: 'Site',
  profile: 'plain',
  languages: ['de'],
  defaultLanguage: 'de',
  pageCount: 3,
  leftOut: [],
  roots,
};
const hit = (uid: number, more: Partial<PageHit> = {}): PageHit => ({
  page: uid,
  path: '',
  title: '',
  language: 'de',
  where: 'text',
  element: 7,
  excerpt: 'Am Hafen',
  ...more,
});
const uids = (pages: readonly PageTreeNode[]) => pages.map(({ uid }) => uid);

describe('the search of the page list', () => {
  const book = pageBook(site);

  it('finds titles and paths at once, titles first, whatever the accents, case and depth', () => {
    const find = (search: string, filter: 'all' | 'drafts' | 'open' = 'all') =>
      uids(foundByTitle(book, { search, filter }));
    expect(find('hafen')).toEqual([1, 3, 2]);
    expect(find('STRASSE hafen')).toEqual([1]);
    expect(find('hafen plan')).toEqual([2]);
    expect(find('hafen', 'drafts')).toEqual([2]);
    expect(find('hafen', 'open')).toEqual([3]);
    expect(find('  ')).toEqual([]);
    expect(find('nowhere')).toEqual([]);
  });

  it('adds what stands in texts, without the titles, and without what the filter or the tree leaves out', () => {
    const [first] = roots;
    if (first === undefined) throw new Error('no page');
    const found = (filter: 'all' | 'drafts') =>
      foundInTexts(book, [hit(1), hit(2), hit(3), hit(99)], { titles: [first], filter }).map(
        (each) => each.page.uid,
      );
    expect(found('all')).toEqual([2, 3]);
    expect(found('drafts')).toEqual([2]);
  });

  it('marks the words that begin with one that was looked for', () => {
    const marked = (text: string, search: string) =>
      markedPieces(text, search).flatMap((piece) => (piece.isFound ? [piece.text] : []));
    expect(marked('Häfen, der Hafen und die Hafenstraße', 'hafen')).toEqual([
      'Häfen',
      'Hafen',
      'Hafenstraße',
    ]);
    expect(marked('a <b> & c', '<b> c')).toEqual(['b', 'c']);
    expect(marked('text', '')).toEqual([]);
    expect(
      markedPieces('Am Hafen.', 'am')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Am Hafen.');
  });
});
