import { describe, expect, it } from 'vitest';
import { cardView, decisionFor, hasMarkup } from './card-view.ts';
import { aCall, aCard, aField } from './fixtures.ts';

const reader = { mayApprove: true };

describe('cardView', () => {
  it('offers four answers for the write of a process, two for any other card', () => {
    expect(cardView(aCard(), reader).answers).toEqual(['approve', 'variant', 'skip', 'keep']);
    expect(cardView(aCard({ isProcessWrite: false }), reader).answers).toEqual(['approve', 'deny']);
    expect(cardView(aCard({ kind: 'input' }), reader).answers).toEqual([]);
  });

  it('blocks approving, not declining, while one change could not be prepared', () => {
    const failed = aCall({ callId: 'b', preview: { lines: [], fields: [], failed: true } });
    const view = cardView(aCard({ calls: [aCall(), failed], isProcessWrite: false }), reader);
    expect(view.approveBlock).toBe('preview_failed');
    expect(view.answers).toContain('deny');
  });

  it('blocks approving for a reader who may not approve', () => {
    expect(cardView(aCard(), { mayApprove: false }).approveBlock).toBe('may_not_approve');
    expect(cardView(aCard({ kind: 'input' }), { mayApprove: false }).approveBlock).toBeNull();
  });

  it('blocks approving where a second person has to', () => {
    const asked = { mayApprove: true, needsSecondPerson: true };
    const card = aCard({ isProcessWrite: false });
    expect(cardView(card, asked).approveBlock).toBe('needs_second_person');
    const theirs = { ...card, forAdministrators: true as const };
    expect(cardView(theirs, asked).approveBlock).toBe('needs_second_administrator');
    expect(cardView(theirs, { mayApprove: true }).approveBlock).toBeNull();
    expect(cardView(card, { ...asked, mayApprove: false }).approveBlock).toBe('may_not_approve');
  });

  it('leaves only the way out of a card whose page is gone', () => {
    const gone = aCall({
      preview: { lines: [], fields: [], failed: true, reason: 'not_found' },
    });
    const view = cardView(aCard({ calls: [gone] }), reader);
    expect([view.isGone, view.answers, view.approveBlock]).toEqual([true, ['deny'], null]);
    const other = aCall({ preview: { lines: [], fields: [], failed: true, reason: 'read_only' } });
    expect(cardView(aCard({ calls: [other] }), reader).isGone).toBe(false);
  });

  it('lists the fields of all calls in their order', () => {
    const second = aCall({
      callId: 'b',
      preview: { lines: [], fields: [aField({ field: 'title' })], failed: false },
    });
    const fields = cardView(aCard({ calls: [aCall(), second] }), reader).fields;
    expect(fields.map(({ field }) => field)).toEqual(['source', 'title']);
  });
});

describe('decisionFor', () => {
  it('sends a reason only with a denial', () => {
    expect(decisionFor('approve', 'd')).toEqual({ cardDigest: 'd', answer: 'approve' });
    expect(decisionFor('deny', 'd')).toEqual({ cardDigest: 'd', answer: 'deny' });
    for (const reason of ['variant', 'skip', 'keep'] as const)
      expect(decisionFor(reason, 'd')).toEqual({ cardDigest: 'd', answer: 'deny', reason });
  });
});

describe('hasMarkup', () => {
  it.each(['# Heading', 'a **bold** word', 'see [here](/x)', '- item', '1. item', '`code`'])(
    'sees it in %j',
    (text) => {
      expect(hasMarkup(text)).toBe(true);
    },
  );
  it.each(['Plain words.', '2 * 3 is 6', 'snake_case stays', 'A [note] in brackets'])(
    'does not see it in %j',
    (text) => {
      expect(hasMarkup(text)).toBe(false);
    },
  );
});
