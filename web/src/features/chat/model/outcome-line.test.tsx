import { describe, expect, it } from 'vitest';
import { aField, anOutcome } from './fixtures.ts';
import { outcomeWord } from '../../../../../src/contracts/index.ts';
import { canUndo, outcomeLine } from './outcome-line.ts';

describe('outcomeLine', () => {
  it('names field and place in the language of the reader', () => {
    const outcome = anOutcome({
      fields: [
        aField({ label: { en: 'Alternative text', de: 'Alternativtext' }, place: 'hof.jpg' }),
      ],
    });
    expect(outcomeLine(outcome, 'en').what).toBe('Alternative text, “hof.jpg”');
    expect(outcomeLine(outcome, 'de').what).toBe('Alternativtext, „hof.jpg“');
  });

  it('names each field once, and the tool when there is none', () => {
    const twice = anOutcome({ fields: [aField(), aField()] });
    expect(outcomeLine(twice, 'en').what).toBe('Text, “What we do”');
    expect(outcomeLine(anOutcome({ fields: [] }), 'en').what).toBe('update_content_element');
  });

  it('says what became of an approval that was not all of it', () => {
    const elsewhere = { fields: [], target: null, historyId: null };
    const words = [
      anOutcome({ kind: 'applied', carriedOut: 'wholly' }),
      anOutcome({ kind: 'check', carriedOut: 'partly' }),
      anOutcome({ kind: 'approved', carriedOut: 'wholly' }),
      anOutcome({ kind: 'approved' }),
      anOutcome({ kind: 'approved', carriedOut: 'partly' }),
      anOutcome({ kind: 'approved', carriedOut: 'not' }),
      anOutcome({ kind: 'not_applied', carriedOut: 'partly' }),
      anOutcome({ kind: 'not_applied', carriedOut: 'not' }),
      anOutcome({ kind: 'not_applied' }),
      anOutcome({ kind: 'not_applied', carriedOut: 'wholly', ...elsewhere }),
      anOutcome({ kind: 'not_applied', carriedOut: 'not', ...elsewhere }),
    ].map(outcomeWord);
    expect(words).toEqual([
      ...['applied', 'check', 'approved', 'approved', 'done_in_part', 'failed'],
      ...['saved_in_part', 'not_applied', 'not_applied', 'done_elsewhere', 'failed'],
    ]);
  });

  it('offers Undo only for what reached the page and still stands', () => {
    expect(canUndo(anOutcome())).toBe(true);
    expect(canUndo(anOutcome({ kind: 'check' }))).toBe(true);
    expect(canUndo(anOutcome({ kind: 'not_applied', carriedOut: 'partly' }))).toBe(true);
    expect(canUndo(anOutcome({ undone: true }))).toBe(false);
    expect(canUndo(anOutcome({ historyId: null }))).toBe(false);
    for (const kind of [
      'not_applied',
      'variant',
      'skipped',
      'kept',
      'withdrawn',
      'denied',
    ] as const)
      expect(canUndo(anOutcome({ kind }))).toBe(false);
  });
});
