import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignByEdits, alignElements, alignReferences, type FreshElement } from './align.ts';
import type { ElementSplice, KnownElement } from './stores.ts';

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
    const aligned = (texts: readonly string[]) =>
      alignByEdits(before, texts.map(fresh), [{}])?.map(({ uid }) => uid) ?? null;
    expect(aligned(['# Z', 'Other.'])).toEqual([1, 2]);
    expect(aligned(['Z', 'Other.'])).toBeNull();
    expect(aligned(['# Z'])).toBeNull();
  });

  it('follows the elements a write of ours took away and put in', () => {
    const before = known(['a', 'a', 'b', 'a']);
    const aligned = (texts: readonly string[], ...elements: readonly ElementSplice[]) =>
      alignByEdits(
        before,
        texts.map(fresh),
        elements.map((each) => ({ elements: each })),
      )?.map(({ uid }) => uid) ?? null;
    const copied = { at: 1, removed: [], inserted: [null] };
    expect(aligned(['a', 'a', 'a', 'b', 'a'], copied)).toEqual([1, null, 2, 3, 4]);
    const deleted = { at: 0, removed: [1], inserted: [] };
    expect(aligned(['a', 'b', 'a'], deleted)).toEqual([2, 3, 4]);
    const moved = [
      { at: 0, removed: [], inserted: [4] },
      { at: 4, removed: [4], inserted: [] },
    ];
    expect(aligned(['a', 'a', 'a', 'b'], ...moved)).toEqual([4, 1, 2, 3]);
    const restored = { at: 4, removed: [], inserted: [77] };
    expect(aligned(['a', 'a', 'b', 'a', '# H'], restored)).toEqual([1, 2, 3, 4, 77]);
    expect(aligned(['a'], deleted)).toBeNull();
    expect(aligned(['a', 'a', 'a', 'b', 'a'], { ...copied, inserted: [1] })).toBeNull();
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
