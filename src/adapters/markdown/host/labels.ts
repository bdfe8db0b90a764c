import { excerpt, singleLine } from '../../../base/index.ts';
import type { Localised } from '../../../content/index.ts';
import { headingWords, type PageView } from '../page/page.ts';
import type { FieldPlace } from '../page/field-place.ts';
import { pageFieldLabel } from '../site/page-fields.ts';

/** Longest accepted values, in characters. */
const MAX_CHARACTERS: Readonly<Record<string, number>> = {
  text: 20_000,
  cell: 5_000,
  alternative: 1_000,
  title: 500,
  link_text: 500,
  target: 2_000,
};

export function maxCharacters(place: FieldPlace): number {
  if (place.table === 'pages') return 2_000;
  if (place.table === 'references') {
    return MAX_CHARACTERS[place.field === 'text' ? 'link_text' : place.field] ?? 500;
  }
  return MAX_CHARACTERS[/^(?:cell|item)_/.test(place.field) ? 'cell' : 'text'] ?? 2_000;
}

export const LINK_TARGET: Localised = { en: 'Target of the link', de: 'Ziel des Links' };

export const LIST_ITEM: Localised = { en: 'List item', de: 'Listenpunkt' };

const NUMBERED: Readonly<Record<string, Localised>> = {
  item: LIST_ITEM,
  paragraph: { en: 'Quotation, paragraph', de: 'Zitat, Absatz' },
};

/** A field in words. `name` is the field as tools call it. */
export function labelOf(page: PageView, place: FieldPlace, name: string): Localised {
  if (place.table === 'pages') return pageFieldLabel(name);
  const block = page.blocks[place.element];
  if (place.table === 'content') {
    const cell = /^cell_(\d+)_(\d+)$/.exec(place.field);
    if (cell !== null) {
      const [, row = '', column = ''] = cell;
      return {
        en: `Table cell, row ${row}, column ${column}`,
        de: `Tabellenzelle, Zeile ${row}, Spalte ${column}`,
      };
    }
    const [kind = '', ...numbers] = place.field.split('_');
    const label = NUMBERED[kind];
    if (label !== undefined && numbers.length > 0) {
      const number = numbers.join('.');
      return { en: `${label.en} ${number}`, de: `${label.de} ${number}` };
    }
    if (place.field === 'level') return { en: 'Heading level', de: 'Überschriftenebene' };
    return block?.kind === 'heading'
      ? { en: 'Heading', de: 'Überschrift' }
      : { en: 'Paragraph', de: 'Absatz' };
  }
  const isImage = block?.references[place.reference]?.kind === 'image';
  if (place.field === 'alternative') return { en: 'Alternative text', de: 'Alternativtext' };
  if (place.field === 'target') {
    return isImage ? { en: 'File of the image', de: 'Datei des Bildes' } : LINK_TARGET;
  }
  if (place.field === 'text') return { en: 'Link text', de: 'Linktext' };
  return isImage
    ? { en: 'Title of the image', de: 'Titel des Bildes' }
    : { en: 'Title of the link', de: 'Titel des Links' };
}

/** Where a field sits, in words of the page: the picture's file name, the link's target, the heading itself or the one above. */
export function placeInWords(page: PageView, place: FieldPlace): string | null {
  if (place.table === 'pages') return null;
  if (place.table === 'references') {
    const reference = page.blocks[place.element]?.references[place.reference];
    if (reference === undefined) return null;
    const target = reference.target;
    if (place.field === 'target') {
      const words = reference.fields.find(({ name }) => name === 'text' || name === 'alternative');
      return excerpt(singleLine(words?.value ?? reference.target), 120);
    }
    const isFile = reference.kind === 'image' && !target.startsWith('data:');
    return excerpt(singleLine(isFile ? (target.split('/').at(-1) ?? target) : target), 120);
  }
  // A level says nothing without the heading it is the level of.
  const heading =
    place.field === 'level'
      ? page.blocks[place.element]
      : page.blocks.slice(0, place.element).findLast((block) => block.kind === 'heading');
  return heading === undefined ? null : excerpt(singleLine(headingWords(heading)), 120);
}
