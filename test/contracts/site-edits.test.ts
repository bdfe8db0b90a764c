import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spliced } from '../../src/adapters/markdown/outcome.ts';
import {
  fieldNow,
  setField,
  type FieldPlace,
} from '../../src/adapters/markdown/page/field-place.ts';
import { parsePage, type ParsedPage } from '../../src/adapters/markdown/page/page.ts';
import { createSite, dialectOf, type SiteState } from '../../src/adapters/markdown/site/site.ts';
import { systemClock } from '../../src/base/index.ts';
import type { FieldValue } from '../../src/content/index.ts';
import { createTable, HAS_SITES, IS_WHOLE, sampled, SITES } from '../support/real-sites.ts';
import { placesOf } from './site-torture-world.ts';

/** The same file as it is, and as other systems would have saved it. */
const VARIANTS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  CRLF: (text) => text.replace(/\r?\n/g, '\r\n'),
  'BOM, CRLF': (text) => `\uFEFF${text.replace(/^\uFEFF/, '').replace(/\r?\n/g, '\r\n')}`,
};

/** What kind of field a place is: one of each kind is set on every page. */
function kindOf(page: ParsedPage, place: FieldPlace): string {
  switch (place.table) {
    case 'pages': {
      const slot = page.front.slot(place.key);
      return `page ${slot.state === 'value' ? slot.kind : slot.state === 'text' ? `text ${page.front.fence.kind}` : slot.state}`;
    }
    case 'content':
      return `${page.blocks[place.element]?.kind ?? ''} ${place.field.replace(/_[\d_]+$/, '')}`;
    case 'references': {
      const reference = page.blocks[place.element]?.references[place.reference];
      const written = reference?.tag === null ? '' : ' in HTML';
      return `${reference?.kind ?? ''} ${place.field}${written}`;
    }
  }
}

/** A new value of the kind that stands there. */
function newValue(page: ParsedPage, place: FieldPlace): FieldValue {
  const slot = place.table === 'pages' ? page.front.slot(place.key) : null;
  if (slot?.state === 'value') {
    if (typeof slot.value === 'number') return slot.value + 1;
    if (typeof slot.value === 'boolean') return !slot.value;
    if (typeof slot.value === 'object') return [...slot.value, ...slot.value.slice(0, 1)];
    return slot.value.replace(/^\d{4}/, '2031');
  }
  if (place.table === 'content' && place.field === 'level') {
    return fieldNow(page, place).value === '2' ? '1' : '2';
  }
  return 'Neu: „schön“ – knapp';
}

function changeOnce(page: ParsedPage, place: FieldPlace): string {
  const value = newValue(page, place);
  const result = setField(page, place, { value, mayCreate: true });
  if (!result.ok) return `refused: ${result.refusal.code}`;
  const { start, end } = result.splice;
  const text = spliced(page.text, result.splice);
  const after = parsePage({ path: page.path, text }, page.dialect);
  const where = `${page.path} ${JSON.stringify(place)}`;
  const isOutsideSame =
    text.slice(0, start) === page.text.slice(0, start) &&
    text.slice(start + result.splice.inserted.length) === page.text.slice(end);
  expect(isOutsideSame, where).toBe(true);
  expect(fieldNow(after, place).value, where).toBe(
    typeof value === 'object' ? value.join('\n') : String(value),
  );
  const own = place.table === 'pages' ? -1 : place.element;
  const sources = ({ blocks }: ParsedPage) =>
    blocks.map(({ source }, index) => (index === own ? '' : source));
  expect(sources(after), where).toEqual(sources(page));
  const data = (each: ParsedPage) =>
    Object.entries(each.front.data).filter(
      ([name]) => place.table !== 'pages' || name !== place.key,
    );
  expect(data(after), where).toEqual(data(page));
  return 'set';
}

/** One change to each kind of field of a page, in the given order of pages so that the places differ. */
function editPage(page: ParsedPage, index: number, count: (kind: string, outcome: string) => void) {
  const byKind = new Map<string, FieldPlace[]>();
  for (const place of placesOf(page)) {
    const kind = kindOf(page, place);
    byKind.set(kind, [...(byKind.get(kind) ?? []), place]);
  }
  for (const [kind, places] of byKind) {
    const place = places[index % places.length];
    if (place !== undefined) count(kind, changeOnce(page, place));
  }
  for (const { kind, leaves } of page.blocks)
    if (leaves.length === 0) count(`${kind}, shown only`, 'elements');
}

const NAMES = ['opensource.guide', 'ddev.com', 'redux', 'rust-blog'];
/** Pages of one site in a sample: enough for every kind of field, few enough for every run. */
const ONE_OF = 24;

describe.skipIf(!HAS_SITES)(
  'HST-02 real sites, field by field (skipped where no copies of them lie beside the repository)',
  () => {
    it.each(NAMES)(
      '%s: every kind of field is set on every page, as it is and with CRLF and a byte order mark; not a byte outside changes and the value reads back',
      async (name) => {
        const root = join(SITES, name);
        const state = await createSite({ root, clock: systemClock }).scan();
        const table = createTable(name);
        let pages = 0;
        for (const [index, path] of sampled([...state.files.keys()], ONE_OF).entries()) {
          const text = await readFile(join(root, path), 'utf8');
          pages += 1;
          for (const [variant, change] of Object.entries(VARIANTS)) {
            // In a sample each page takes one variant, the next page the next one.
            const isTaken = IS_WHOLE || Object.keys(VARIANTS)[index % 3] === variant;
            if (!isTaken) continue;
            const page = pageOf(path, change(text), state);
            editPage(page, index, (kind, outcome) => {
              table.count(kind, outcome);
            });
          }
        }
        if (IS_WHOLE) table.print();
        expect(pages).toBe(sampled([...state.files.keys()], ONE_OF).length);
        expect(table.rows().reduce((sum, row) => sum + table.of(row, 'set'), 0)).toBeGreaterThan(
          10,
        );
      },
      IS_WHOLE ? 3_600_000 : 120_000,
    );
  },
);

function pageOf(path: string, text: string, state: SiteState): ParsedPage {
  return parsePage({ path, text }, dialectOf(path, state.profile));
}
