import { describe, expect, it } from 'vitest';
import {
  absorbEvent,
  absorbView,
  EMPTY_CONVERSATION_STATE,
  newPageChanges,
} from './conversation-state.ts';
import { aConversation, anEntry, anOutcome } from './fixtures.ts';

const working = aConversation({ status: 'processing', card: null, version: 6 });

describe('absorbEvent', () => {
  it('does not let an overtaken answer bring back a settled card', () => {
    const settled = absorbView(EMPTY_CONVERSATION_STATE, working);
    const late = absorbView(settled, aConversation({ version: 5 }));
    expect(late.conversation?.card).toBeNull();
  });

  it('collects what is being written, and drops it once the answer is stored', () => {
    let state = absorbView(EMPTY_CONVERSATION_STATE, working);
    state = absorbEvent(state, { type: 'delta', text: 'Look' });
    state = absorbEvent(state, { type: 'delta', text: 'ing' });
    expect(state.streamed).toBe('Looking');
    const noticed = { ...working, version: 7 };
    state = absorbEvent(state, { type: 'changed', conversation: noticed });
    expect(state.streamed).toBe('Looking');
    const answered = {
      ...working,
      version: 8,
      entries: [anEntry(1, { kind: 'assistant', text: 'Looking' })],
    };
    state = absorbEvent(state, { type: 'changed', conversation: answered });
    expect(state.streamed).toBe('');
  });

  it('CHT-08 shows nothing of an answer that is stored already, though its text arrives later', () => {
    const rested = absorbView(EMPTY_CONVERSATION_STATE, { ...working, status: 'idle' });
    expect(absorbEvent(rested, { type: 'delta', text: 'Looking' }).streamed).toBe('');
  });

  it('shows progress and highlight before they are stored', () => {
    let state = absorbView(EMPTY_CONVERSATION_STATE, working);
    const progress = { current: 3, total: 5, completed: false };
    state = absorbEvent(state, { type: 'progress', progress });
    state = absorbEvent(state, { type: 'highlight', highlight: { table: 'content', uid: 9 } });
    expect(state.conversation?.progress).toEqual(progress);
    expect(state.conversation?.highlight).toEqual({ table: 'content', uid: 9 });
  });

  it('keeps an entry that says what it said before, and takes one that changed', () => {
    const said = [
      anEntry(1, { kind: 'user', text: 'Hello', skillName: null }),
      anEntry(2, { kind: 'outcome', outcome: anOutcome() }),
    ];
    const before = absorbView(EMPTY_CONVERSATION_STATE, { ...working, entries: said });
    const after = absorbView(before, {
      ...working,
      version: 7,
      entries: [
        anEntry(1, { kind: 'user', text: 'Hello', skillName: null }),
        anEntry(2, { kind: 'outcome', outcome: anOutcome({ undone: true }) }),
        anEntry(3, { kind: 'assistant', text: 'Hello' }),
      ],
    });
    const entries = after.conversation?.entries ?? [];
    expect(entries[0]).toBe(before.conversation?.entries[0]);
    expect(entries[1]?.body).toMatchObject({ outcome: { undone: true } });
    expect(entries).toHaveLength(3);
  });

  it('ignores live news before it knows the conversation', () => {
    const progress = { current: 1, total: 1, completed: false };
    expect(absorbEvent(EMPTY_CONVERSATION_STATE, { type: 'progress', progress })).toEqual(
      EMPTY_CONVERSATION_STATE,
    );
  });
});

describe('newPageChanges', () => {
  const entries = [
    anEntry(1, { kind: 'outcome', outcome: anOutcome() }),
    anEntry(2, { kind: 'outcome', outcome: anOutcome({ id: 'b', kind: 'skipped' }) }),
    anEntry(3, { kind: 'outcome', outcome: anOutcome({ id: 'c', kind: 'check' }) }),
  ];

  it('names only new outcomes that touched the page', () => {
    const before = aConversation({ entries: entries.slice(0, 1) });
    expect(newPageChanges(before, aConversation({ entries }))).toEqual([3]);
  });

  it('names nothing on the first look', () => {
    expect(newPageChanges(null, aConversation({ entries }))).toEqual([]);
  });
});
