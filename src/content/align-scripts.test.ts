import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignByEdits, alignElements, type FreshElement } from './align.ts';
import type { ElementSplice, KnownElement } from './stores.ts';

/**
 * Random edit scripts against a slow and obvious model: every element carries a birth mark that the alignment does not
 * see. What it gives must be the uid of the element with that mark, or none: a wrong match is worse than a lost one.
 */

interface Marked {
  readonly text: string;
  /** The uid it was born with; `null` = it came later. */
  readonly mark: number | null;
}

const WORDS =
  'harbour quay ferry lighthouse timetable winter summer ticket office luggage island morning evening captain'.split(
    ' ',
  );

const fresh = ({ text }: Marked): FreshElement => ({
  kind: text.startsWith('#') ? 'heading' : 'paragraph',
  hash: text,
  sample: text,
  references: [],
});

const knownOf = (list: readonly Marked[], uids: readonly number[]): KnownElement[] =>
  list.map((element, index) => ({ ...fresh(element), uid: uids[index] ?? 0, references: [] }));

/** A text of its own: no other shares more than a few of its words. */
const ownText = fc
  .tuple(fc.uuid(), fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }))
  .map(([id, words]) => `${id.split('-').join(' ')} ${words.join(' ')}`);

const outside = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), text: ownText }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({
    kind: fc.constant('edit' as const),
    at: fc.nat(),
    word: fc.constantFrom(...WORDS),
  }),
);

type Step = typeof outside extends fc.Arbitrary<infer T> ? T : never;

function played(list: readonly Marked[], step: Step): readonly Marked[] {
  const next = [...list];
  const at = step.at % Math.max(1, next.length);
  const [old] = next.slice(at, at + 1);
  switch (step.kind) {
    case 'insert':
      next.splice(step.at % (next.length + 1), 0, { text: step.text, mark: null });
      return next;
    case 'delete':
      next.splice(at, 1);
      return next;
    case 'move':
      if (old === undefined) return next;
      next.splice(at, 1);
      next.splice(step.to % (next.length + 1), 0, old);
      return next;
    case 'edit':
      if (old !== undefined) next[at] = { ...old, text: `${old.text} ${step.word}` };
      return next;
  }
}

const born = fc
  .uniqueArray(ownText, { minLength: 1, maxLength: 9 })
  .map((texts) => texts.map((text, index): Marked => ({ text, mark: index + 1 })));

describe('HST-04 uids under random edit scripts', () => {
  it('never gives an element the uid of another, whatever outsiders insert, delete, move and edit at once', () => {
    fc.assert(
      fc.property(born, fc.array(outside, { maxLength: 6 }), (list, steps) => {
        const after = steps.reduce(played, list);
        const known = knownOf(
          list,
          list.map(({ mark }) => mark ?? 0),
        );
        const aligned = alignElements(known, after.map(fresh));
        aligned.forEach(({ uid }, index) => {
          if (uid !== null) expect(uid).toBe(after[index]?.mark);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('loses no element that was left alone or only moved', () => {
    const moves = outside.filter(({ kind }) => kind !== 'edit');
    fc.assert(
      fc.property(born, fc.array(moves, { maxLength: 6 }), (list, steps) => {
        const after = steps.reduce(played, list);
        const known = knownOf(
          list,
          list.map(({ mark }) => mark ?? 0),
        );
        const aligned = alignElements(known, after.map(fresh));
        expect(aligned.map(({ uid }) => uid)).toEqual(after.map(({ mark }) => mark));
      }),
      { numRuns: 500 },
    );
  });

  it('follows our own changes exactly, even among equal elements, with outsiders and restarts in between', () => {
    const ours = fc.oneof(
      fc.record({ kind: fc.constant('copy' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
      fc.record({ kind: fc.constant('rewrite' as const), at: fc.nat(), text: ownText }),
    );
    fc.assert(
      fc.property(
        born,
        fc.array(fc.oneof(ours, fc.record({ kind: fc.constant('restart' as const) })), {
          maxLength: 12,
        }),
        (list, steps) => {
          let next = 100;
          let model: readonly Marked[] = list;
          let known = knownOf(
            list,
            list.map(({ mark }) => mark ?? 0),
          );
          for (const step of steps) {
            if (step.kind === 'restart') {
              // What is stored is all a process that starts has.
              known = JSON.parse(JSON.stringify(known)) as KnownElement[];
              continue;
            }
            if (model.length === 0) break;
            const at = step.at % model.length;
            const [old] = model.slice(at, at + 1);
            if (old === undefined) break;
            const edits: ElementSplice[] = [];
            const changed = [...model];
            if (step.kind === 'copy') {
              next += 1;
              changed.splice(at + 1, 0, { ...old, mark: next });
              edits.push({ at: at + 1, removed: [], inserted: [null] });
            } else if (step.kind === 'delete') {
              changed.splice(at, 1);
              edits.push({ at, removed: [old.mark ?? 0], inserted: [] });
            } else if (step.kind === 'rewrite') {
              changed[at] = { ...old, text: step.text };
            } else {
              const to = step.to % (model.length + 1);
              changed.splice(to, 0, old);
              const from = at < to ? at : at + 1;
              changed.splice(from, 1);
              edits.push({ at: to, removed: [], inserted: [old.mark] });
              edits.push({ at: from, removed: [old.mark ?? 0], inserted: [] });
            }
            const aligned = alignByEdits(
              known,
              changed.map(fresh),
              edits.map((elements) => ({ elements })),
            );
            if (aligned === null) throw new Error('not followed');
            known = knownOf(
              changed,
              aligned.map(({ uid }) => uid ?? next),
            );
            model = changed;
            expect(known.map(({ uid }) => uid)).toEqual(model.map(({ mark }) => mark));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
