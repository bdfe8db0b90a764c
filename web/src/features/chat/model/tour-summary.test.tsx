import { describe, expect, it } from 'vitest';
import type { ProposalOutcome } from '../../../../../src/contracts/index.ts';
import { anEntry, anOutcome } from './fixtures.ts';
import { tourSummary, withLaterUndo } from './tour-summary.ts';

const outcomes = [
  anOutcome({ id: 'a', historyId: 'h1' }),
  anOutcome({ id: 'b', kind: 'variant', historyId: null }),
  anOutcome({ id: 'c', kind: 'skipped', historyId: null }),
  anOutcome({ id: 'd', kind: 'check', historyId: 'h2' }),
  anOutcome({ id: 'e', kind: 'kept', historyId: null }),
  anOutcome({ id: 'f', kind: 'withdrawn', historyId: null }),
];

describe('tourSummary', () => {
  it('groups by outcome: applied, to check, skipped, kept', () => {
    const summary = tourSummary(outcomes);
    expect(summary.groups.map(({ kind }) => kind)).toEqual(['applied', 'check', 'skipped', 'kept']);
    expect(summary.points).toBe(4);
  });

  it('names a point that ended on a variant as left without an answer, once, and only then', () => {
    const variant = (id: string, change: Partial<ProposalOutcome>) =>
      anOutcome({ id, kind: 'variant', historyId: null, ...change });
    const summary = tourSummary([
      variant('a1', { point: 1 }),
      variant('a2', { point: 1 }),
      variant('b1', { point: 2 }),
      anOutcome({ id: 'b2', point: 2 }),
      variant('c1', { point: 2, target: { table: 'pages', uid: 9 } }),
      variant('d1', { point: null }),
      anOutcome({ id: 'd2', point: null, kind: 'skipped', historyId: null }),
    ]);
    expect(summary.groups.map(({ kind, outcomes: of }) => [kind, of.map(({ id }) => id)])).toEqual([
      ['applied', ['b2']],
      ['skipped', ['d2']],
      ['unanswered', ['a2', 'c1']],
    ]);
    expect(summary.points).toBe(4);
  });

  it('asks to look at what was saved in part or done elsewhere', () => {
    const summary = tourSummary([
      anOutcome({ id: 'a', kind: 'not_applied', carriedOut: 'partly', historyId: 'h1' }),
      anOutcome({ id: 'b', kind: 'not_applied', carriedOut: 'wholly', historyId: null }),
      anOutcome({ id: 'c', kind: 'not_applied', carriedOut: 'not', historyId: null }),
    ]);
    expect(summary.groups.map(({ kind, outcomes: of }) => [kind, of.map(({ id }) => id)])).toEqual([
      ['check', ['a', 'b']],
      ['not_applied', ['c']],
    ]);
    expect(summary.undoable.map(({ id }) => id)).toEqual(['a']);
  });

  it('takes back the newest change first', () => {
    expect(tourSummary(outcomes).undoable.map(({ id }) => id)).toEqual(['d', 'a']);
  });

  it('knows what was undone after it was written', () => {
    const entries = [
      anEntry(1, { kind: 'outcome', outcome: anOutcome({ id: 'a', undone: true }) }),
    ];
    expect(withLaterUndo(outcomes, entries)[0]?.undone).toBe(true);
    expect(withLaterUndo(outcomes, entries)[3]?.undone).toBe(false);
  });
});
