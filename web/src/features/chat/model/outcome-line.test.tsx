import { describe, expect, it } from 'vitest';
import { aField, anOutcome } from './fixtures.ts';
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

  it('offers Undo only for what reached the page and still stands', () => {
    expect(canUndo(anOutcome())).toBe(true);
    expect(canUndo(anOutcome({ kind: 'check' }))).toBe(true);
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
