import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { choiceGroups, inOrder, misfits, toggled } from './choose-pages.ts';

const page = (uid: number, change: Partial<PageTreeNode> = {}): PageTreeNode => ({
  uid,
  path: `en/${String(uid)}.md`,
  title: `Page ${String(uid)}`,
  language: 'en',
  hidden: false,
  readOnly: null,
  openPoints: 0,
  children: [],
  ...change,
});
const SITE: SiteView = {
  name: 'Site',
  profile: 'plain',
  languages: ['en', 'de'],
  defaultLanguage: 'de',
  pageCount: 5,
  leftOut: [],
  roots: [
    page(1, { children: [page(2, { openPoints: 3 }), page(3, { readOnly: 'unparsable' })] }),
    page(4, { language: 'de', hidden: true, title: 'Über uns' }),
    page(5, { language: 'de' }),
  ],
};
const uids = (options: Parameters<typeof choiceGroups>[1]) =>
  choiceGroups(SITE, options).map(({ language, choices }) => [
    language,
    ...choices.map((choice) => choice.page.uid),
  ]);

describe('choosing pages for a tour', () => {
  it('lists what may be changed, the site’s own language first, and narrows it', () => {
    expect(uids({ filter: 'all', search: '' })).toEqual([
      ['de', 4, 5],
      ['en', 1, 2],
    ]);
    expect(uids({ filter: 'open', search: '' })).toEqual([['en', 2]]);
    expect(uids({ filter: 'drafts', search: 'über' })).toEqual([['de', 4]]);
    expect(uids({ filter: 'all', search: 'uber' })).toEqual([['de', 4]]);
    expect(choiceGroups(SITE, { filter: 'all', search: '' })[1]?.choices[0]?.below).toEqual([2]);
  });

  it('chooses a folder or a language whole, and takes it back; the tour goes in the order of the tree', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat({ max: 9 })),
        fc.uniqueArray(fc.nat({ max: 9 })),
        (had, group) => {
          const once = toggled(new Set(had), group);
          const hadAll = group.every((uid) => had.includes(uid));
          expect(group.every((uid) => once.has(uid) !== hadAll)).toBe(true);
          expect(had.filter((uid) => !group.includes(uid)).every((uid) => once.has(uid))).toBe(
            true,
          );
        },
      ),
    );
    expect(inOrder(SITE, new Set([5, 3, 2, 99])).map(({ uid }) => uid)).toEqual([2, 5]);
  });

  it('counts the pages a process is not meant for', () => {
    const pages = inOrder(SITE, new Set([1, 2, 5]));
    expect([misfits(pages, 'seo'), misfits(pages, 'seo-de')]).toEqual([1, 2]);
  });
});
