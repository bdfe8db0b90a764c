import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignElements, alignInPlace, alignReferences, type FreshElement } from './align.ts';
import type { KnownElement } from './stores.ts';

const known = (texts: readonly string[]): KnownElement[] =>
  texts.map((text, index) => ({ ...fresh(text), uid: index + 1, references: [] }));

const fresh = (text: string): FreshElement => ({
  kind: text.startsWith('#') ? 'heading' : 'paragraph',
  hash: text,
  sample: text,
  references: [],
});

const uids = (before: readonly string[], after: readonly string[]) =>
  alignElements(known(before), after.map(fresh)).map(({ uid }) => uid);

const LONG = 'The lake went down by two metres and the boats could no longer get out.';

describe('HST-04 alignment', () => {
  it.each([
    ['equal lists', ['a', 'b'], ['a', 'b'], [1, 2]],
    ['an insertion', ['a', 'b'], ['x', 'a', 'y', 'b', 'z'], [null, 1, null, 2, null]],
    ['a deletion', ['a', 'b', 'c'], ['a', 'c'], [1, 3]],
    ['an edit in place', ['# A', LONG, 'z'], ['# A', `${LONG} Then.`, 'z'], [1, 2, 3]],
    ['a replacement', ['# A', LONG, 'z'], ['# A', 'Quite other words here.', 'z'], [1, null, 3]],
    ['a move', ['aa', 'bb', 'cc'], ['bb', 'cc', 'aa'], [2, 3, 1]],
    ['another kind', ['# Opening hours'], ['Opening hours'], [null]],
    ['a corrected heading', ['# Opening hours'], ['# Openings hours'], [1]],
    ['an edit beside an insertion', [LONG, 'z'], ['New one.', `Now ${LONG}`, 'z'], [null, 1, 2]],
  ])('%s', (...[, before, after, expected]) => {
    expect(uids(before, after)).toEqual(expected);
  });

  it('HST-04 never gives one uid to two elements, and keeps every uid of an unchanged list', () => {
    const text = fc.constantFrom('a', 'b', 'c', LONG, `${LONG} More.`, '# H', '# Hello there');
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 12 }), (a, b) => {
        const given = uids(a, b).filter((uid) => uid !== null);
        expect(new Set(given).size).toBe(given.length);
        expect(uids(a, a)).toEqual(a.map((_text, index) => index + 1));
      }),
      { numRuns: 500 },
    );
  });

  it('HST-04 inserting and deleting others leaves an element its own uid', () => {
    const name = fc.uniqueArray(fc.string({ minLength: 20, maxLength: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(name, fc.array(fc.tuple(fc.nat(), fc.boolean())), (texts, steps) => {
        const list: { text: string; uid: number | null }[] = texts.map((text, index) => ({
          text,
          uid: index + 1,
        }));
        for (const [at, isInsertion] of steps) {
          const place = at % (list.length + 1);
          if (isInsertion) list.splice(place, 0, { text: `~~~${String(at)}~~~`, uid: null });
          else list.splice(place, 1);
        }
        const found = uids(
          texts,
          list.map(({ text }) => text),
        );
        list.forEach(({ uid, text }, index) => {
          if (uid !== null && !text.startsWith('~~~')) expect(found[index]).toBe(uid);
        });
      }),
    );
  });

  it('goes by position after a write of ours, and only while the structure is the same', () => {
    const before = known(['# A', LONG]);
    expect(alignInPlace(before, ['# Z', 'Other.'].map(fresh))?.map(({ uid }) => uid)).toEqual([
      1, 2,
    ]);
    expect(alignInPlace(before, ['Z', 'Other.'].map(fresh))).toBeNull();
    expect(alignInPlace(before, ['# Z'].map(fresh))).toBeNull();
  });

  it('knows a reference by its target, then by its words', () => {
    const link = (target: string, sample: string) => ({ kind: 'link' as const, target, sample });
    const before = [
      { ...link('/a', 'here'), uid: 1 },
      { ...link('/b', 'there'), uid: 2 },
    ];
    const after = [link('/a', 'the plan'), link('/new', 'x'), link('/moved', 'there')];
    expect(alignReferences(before, after).map(({ uid }) => uid)).toEqual([1, null, 2]);
  });
});
