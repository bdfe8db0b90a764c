import { expect, it } from 'vitest';
import { forLanguageFirst } from './slash-menu.ts';

const entries = [
  { identifier: 'seo', process: true },
  { identifier: 'house-style-de', process: false },
  { identifier: 'seo-de', process: true },
  { identifier: 'text', process: true },
  { identifier: 'text-de', process: true },
];
const order = (language: string | null) =>
  forLanguageFirst(entries, language).map(({ identifier }) => identifier);

it.each(['en', 'en-GB', 'fr', 'dev'])(
  'a page in %s is offered the processes without -de first',
  (language) => {
    expect(order(language)).toEqual(['seo', 'text', 'house-style-de', 'seo-de', 'text-de']);
  },
);

it.each(['de', 'de-AT', 'DE_ch'])(
  'a page in %s is offered the processes with -de first',
  (language) => {
    expect(order(language)).toEqual(['seo-de', 'text-de', 'seo', 'house-style-de', 'text']);
  },
);

it('without a page the order stays, and nothing is ever left out', () => {
  expect(order(null)).toEqual(entries.map(({ identifier }) => identifier));
  expect(order('de')).toHaveLength(entries.length);
});
