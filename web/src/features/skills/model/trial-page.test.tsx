import { expect, it } from 'vitest';
import type { PageTreeNode } from '../../../../../src/contracts/index.ts';
import { trialPage } from './trial-page.ts';

const page = (uid: number, language: string) =>
  ({ uid, language, title: String(uid), children: [] }) as unknown as PageTreeNode;
const PAGES = [page(1, 'fr'), page(2, 'en'), page(3, 'de')];

it.each([
  { identifier: 'seo', process: true, locale: 'de', uid: 1 },
  { identifier: 'seo', process: true, locale: 'en', uid: 2 },
  { identifier: 'seo-de', process: true, locale: 'en', uid: 3 },
  { identifier: 'seo-de', process: true, locale: 'de', uid: 3 },
  { identifier: 'tone', process: false, locale: 'de', uid: 3 },
] as const)(
  'WEB-04 $identifier is tried on a page it is for, by a reader of $locale',
  ({ identifier, process, locale, uid }) => {
    expect(trialPage(PAGES, { identifier, process }, locale)?.uid).toBe(uid);
  },
);

it('WEB-04 where no page is in the language of a process, any page is proposed', () => {
  const process = { identifier: 'seo-de', process: true };
  expect(trialPage([page(1, 'fr'), page(2, 'en')], process, 'en')?.uid).toBe(2);
  expect(trialPage([], process, 'en')).toBeUndefined();
});
