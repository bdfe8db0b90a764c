import { describe, expect, it } from 'vitest';
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
