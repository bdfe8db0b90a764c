import type {
  ConversationEntry,
  ConversationStreamEvent,
  ConversationView,
  Progress,
  ProposalOutcomeKind,
  RecordRef,
} from '../../../../../src/contracts/index.ts';

/** What the panel knows about its conversation: the newest stored view, and what is live on top of it. */
export interface ConversationState {
  readonly conversation: ConversationView | null;
  /** Text the model is writing right now; never stored, replaced by the entry it becomes. */
  readonly streamed: string;
}

export const EMPTY_CONVERSATION_STATE: ConversationState = { conversation: null, streamed: '' };

/**
 * Takes in one event of the stream or one answer of the API (CHT-08). A view older than the one held is ignored, so an
 * answer that was overtaken by the stream cannot bring back a card that is settled.
 */
export function absorbEvent(
  state: ConversationState,
  event: ConversationStreamEvent,
): ConversationState {
  switch (event.type) {
    case 'changed':
      return absorbView(state, event.conversation);
    case 'delta':
      // The stored answer may be read before the stream has told all of it.
      return state.conversation !== null && state.conversation.status !== 'processing'
        ? state
        : { ...state, streamed: state.streamed + event.text };
    case 'progress':
      return withLive(state, { progress: event.progress });
    case 'highlight':
      return withLive(state, { highlight: event.highlight });
  }
}

export function absorbView(state: ConversationState, view: ConversationView): ConversationState {
  const held = state.conversation;
  if (held?.uuid === view.uuid && held.version > view.version) return state;
  const answered =
    view.status !== 'processing' || lastAnswer(view) > (held === null ? 0 : lastAnswer(held));
  const conversation = held?.uuid === view.uuid ? withKnownEntries(held, view) : view;
  return { conversation, streamed: answered ? '' : state.streamed };
}

/** An entry that says what it said before stays the same object, so that nothing of it is drawn anew. */
function withKnownEntries(held: ConversationView, view: ConversationView): ConversationView {
  const known = new Map(held.entries.map((entry) => [entry.sequence, entry]));
  const entries = view.entries.map((entry) => {
    const before = known.get(entry.sequence);
    return before !== undefined && isSame(before, entry) ? before : entry;
  });
  return { ...view, entries };
}

function isSame(one: ConversationEntry, other: ConversationEntry): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withLive(
  state: ConversationState,
  live: { progress: Progress } | { highlight: RecordRef },
): ConversationState {
  if (state.conversation === null) return state;
  return { ...state, conversation: { ...state.conversation, ...live } };
}

function lastAnswer(view: ConversationView): number {
  return view.entries.findLast((entry) => entry.body.kind === 'assistant')?.sequence ?? 0;
}

const CHANGES: readonly ProposalOutcomeKind[] = ['applied', 'check', 'approved'];

/** Sequences of outcomes that changed the page and that `before` did not know: the preview has to be read again. */
export function newPageChanges(before: ConversationView | null, after: ConversationView): number[] {
  if (before?.uuid !== after.uuid) return [];
  const known = before.entries.at(-1)?.sequence ?? 0;
  return after.entries
    .filter(
      ({ sequence, body }) =>
        sequence > known &&
        body.kind === 'outcome' &&
        (CHANGES.includes(body.outcome.kind) || body.outcome.carriedOut === 'partly'),
    )
    .map(({ sequence }) => sequence);
}
