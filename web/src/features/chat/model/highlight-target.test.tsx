import { describe, expect, it } from 'vitest';
import { aCall, aCard, aConversation, aField } from './fixtures.ts';
import { highlightKey, highlightOf } from './highlight-target.ts';

describe('highlightOf', () => {
  it('marks the changed sentence of the element a card is about', () => {
    expect(highlightOf(aConversation(), null)).toEqual({
      table: 'content',
      uid: 7,
      quote: 'Two is long.',
      point: 2,
    });
  });

  it('marks the element the process pointed at when the change is to a picture or link', () => {
    const call = aCall({
      target: { table: 'references', uid: 3, fields: ['alternative'] },
      preview: {
        lines: [],
        fields: [aField({ table: 'references', uid: 3, before: 'x', after: 'y' })],
        failed: false,
      },
    });
    const card = aCard({ calls: [call] });
    expect(highlightOf(aConversation({ card }), null)).toEqual({
      table: 'content',
      uid: 7,
      point: 2,
    });
    expect(highlightOf(aConversation({ card, highlight: null }), null)).toMatchObject({
      table: 'references',
      uid: 3,
      quote: 'x',
    });
  });

  it('marks nothing for a change to the page as a whole, nor once the process is done', () => {
    const call = aCall({ target: { table: 'pages', uid: 12, fields: ['title'] } });
    expect(highlightOf(aConversation({ card: aCard({ calls: [call] }) }), null)).toBeNull();
    const progress = { current: 5, total: 5, completed: true };
    expect(highlightOf(aConversation({ progress }), null)).toBeNull();
  });

  it('does not mark an element again whose card was just answered', () => {
    const working = aConversation({ status: 'processing', card: null });
    expect(highlightOf(working, { table: 'content', uid: 7 })).toBeNull();
    expect(highlightOf(working, { table: 'content', uid: 6 })).toMatchObject({ uid: 7 });
  });

  it('gives another proposal for the same words the same key', () => {
    const variant = aCard({
      digest: 'card-2',
      calls: [
        aCall({
          preview: {
            lines: [],
            fields: [aField({ after: 'One. Two is brief. Three.' })],
            failed: false,
          },
        }),
      ],
    });
    const first = highlightOf(aConversation(), null);
    const second = highlightOf(aConversation({ card: variant }), null);
    expect(highlightKey(second)).toBe(highlightKey(first));
  });
});
