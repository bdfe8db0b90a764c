import { expect, it } from 'vitest';
import type { PageContent, RecordType } from '../content/index.ts';
import type { OpenPoint } from './open-point.ts';
import { placeOf } from './point-place.ts';

const TYPES: readonly RecordType[] = [
  { table: 'pages', label: { en: 'Page', de: 'Seite' }, fields: [] },
  { table: 'content', label: { en: 'Element', de: 'Element' }, fields: [] },
  {
    table: 'references',
    label: { en: 'Image or link', de: 'Bild oder Link' },
    fields: [
      {
        name: 'alternative',
        label: { en: 'Alternative text', de: 'Alternativtext' },
        kind: 'string',
        maxLength: 100,
        protected: false,
      },
    ],
  },
];

const PAGE = {
  elements: [
    { uid: 1, text: 'Behind the mill lies a garden.' },
    { uid: 2, text: '' },
  ],
  references: [
    { uid: 4, kind: 'link', target: 'tools.md', fields: { text: 'here' } },
    { uid: 5, kind: 'image', target: '../images/old-mill.svg', fields: {} },
    { uid: 6, kind: 'link', target: 'https://example.org/', fields: {} },
    { uid: 7, kind: 'image', target: 'stone-well.svg', fields: {} },
  ],
} as unknown as PageContent;

const at = (table: OpenPoint['target']['table'], uid: number, field = '') =>
  placeOf(TYPES, PAGE, { target: { table, uid }, field } as OpenPoint);

it('OPN-05 images and links are told by their kind, each counted among its own', () => {
  expect(at('references', 7, 'alternative')).toEqual({
    record: { en: 'Image', de: 'Bild' },
    number: 2,
    field: { en: 'Alternative text', de: 'Alternativtext' },
  });
  expect(at('references', 6)).toMatchObject({ record: { en: 'Link' }, number: 2, field: null });
});

it('OPN-05 an element is told by its number, the page by nothing more, what is gone by its record type', () => {
  expect(at('content', 2)).toMatchObject({ record: { en: 'Element' }, number: 2 });
  expect(at('pages', 9)).toMatchObject({ record: { en: 'Page' }, number: null });
  expect(at('references', 9)).toMatchObject({ record: { en: 'Image or link' }, number: null });
});

it('OPN-05 no word of the page is part of it', () => {
  const told = JSON.stringify(PAGE.references.map(({ uid }) => at('references', uid)));
  expect(told + JSON.stringify(at('content', 1))).not.toMatch(/mill|well|here|example|tools/);
});
