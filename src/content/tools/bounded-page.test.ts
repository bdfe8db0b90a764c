import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteLength } from '../../base/index.ts';
import type { ContentElement, PageContent } from '../records.ts';
import { boundedPage } from './bounded-page.ts';

const element = (uid: number, text: string): ContentElement => ({
  uid,
  kind: uid % 3 === 0 ? 'code' : 'paragraph',
  level: null,
  text,
  source: text,
  fields: uid % 3 === 0 ? {} : { text },
  readOnly: uid % 3 === 0 ? 'Code.' : null,
});

const page = (texts: readonly string[]): PageContent => ({
  page: {
    uid: 1,
    path: 'a.md',
    language: 'en',
    title: 'A',
    hidden: false,
    readOnly: null,
    fields: {},
    editableFields: [],
    version: 'v',
  },
  elements: texts.map((text, index) => element(index + 1, text)),
  references: texts.map((_text, index) => ({
    uid: 1000 + index,
    element: index + 1,
    kind: 'link',
    target: '/x',
    fields: {},
    editableFields: [],
  })),
});

it('hands a page on in parts that fit and lose no element, each with its own references', () => {
  const text = fc.string({ maxLength: 400, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 15 }), (texts) => {
      const content = page(texts);
      const seen: number[] = [];
      for (let from: number | undefined = 0; from !== undefined;) {
        const part: ReturnType<typeof boundedPage> = boundedPage(content, from, 4_000);
        expect(byteLength(JSON.stringify(part))).toBeLessThanOrEqual(4_020);
        seen.push(...part.elements.map(({ uid }) => uid));
        expect(part.references.map((reference) => reference.element)).toEqual(
          part.elements.map(({ uid }) => uid),
        );
        for (const each of part.elements) {
          const original = content.elements[each.uid - 1];
          expect(each.fields).toEqual(original?.fields);
        }
        from = part.next;
      }
      expect(seen).toEqual(content.elements.map(({ uid }) => uid));
    }),
  );
});
