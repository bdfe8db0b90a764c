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

const reference = (uid: number, [kind, target, text]: ['image' | 'link', string, string?]) => ({
  ...{ uid, kind, target, element: 1, editableFields: [] },
  fields: text === undefined ? {} : { text },
});

const PAGE = {
  elements: [
    { uid: 1, text: 'Behind the mill\n lies a garden.' },
    { uid: 2, text: 'o'.repeat(200) },
    { uid: 3, text: '' },
  ],
  references: [
    reference(4, ['link', 'tools.md', 'here']),
    reference(5, ['image', '../images/old-mill.svg?v=2']),
    reference(6, ['link', 'https://example.org/']),
    reference(7, ['image', 'stone-well.svg']),
  ],
} as unknown as PageContent;

const at = (table: OpenPoint['target']['table'], uid: number, field = '') =>
  placeOf(TYPES, PAGE, { target: { table, uid }, field } as OpenPoint);

it('OPN-05 an image is told by its file, a link by its text, each counted among its own kind', () => {
  expect(at('references', 7, 'alternative')).toEqual({
    record: { en: 'Image', de: 'Bild' },
    number: 2,
    named: 'stone-well.svg',
    field: { en: 'Alternative text', de: 'Alternativtext' },
  });
  expect(at('references', 5).named).toBe('old-mill.svg');
  expect(at('references', 4)).toMatchObject({ record: { en: 'Link' }, number: 1, named: 'here' });
  expect(at('references', 6)).toMatchObject({ number: 2, named: 'https://example.org/' });
});

it('OPN-05 an element is told by how it begins, the page by nothing more', () => {
  expect(at('content', 1)).toMatchObject({ number: 1, named: 'Behind the mill lies a garden.' });
  expect(at('content', 2).named).toBe(`${'o'.repeat(59)}…`);
  expect(at('content', 3).named).toBeNull();
  expect(at('pages', 9)).toMatchObject({ record: { en: 'Page' }, number: null, named: null });
});
