import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationView, RecordRef } from '../../../../src/contracts/index.ts';
import { highlightKey, highlightOf, type Highlight } from './model/highlight-target.ts';

/**
 * Keeps the mark on the page in step with the conversation: one call for each new element, one when it goes (FOC-04).
 * Returns what is marked, so that it can be shown again on request.
 */
export function useHighlight(
  conversation: ConversationView | null,
  onHighlight: ((highlight: Highlight) => void) | undefined,
  onClearHighlight: (() => void) | undefined,
): Highlight | null {
  const settled = useSettledElement(conversation);
  const key = conversation === null ? '' : highlightKey(highlightOf(conversation, settled));
  const highlight = useMemo(() => (key === '' ? null : (JSON.parse(key) as Highlight)), [key]);
  const callbacks = useRef({ onHighlight, onClearHighlight });
  useEffect(() => {
    callbacks.current = { onHighlight, onClearHighlight };
  });
  const isMarked = useRef(false);
  useEffect(() => {
    if (highlight !== null) {
      isMarked.current = true;
      callbacks.current.onHighlight?.(highlight);
    } else if (isMarked.current) {
      isMarked.current = false;
      callbacks.current.onClearHighlight?.();
    }
  }, [highlight]);
  return highlight;
}

/** The element the newest card was about: once the card is answered, its mark must not come back. */
function useSettledElement(conversation: ConversationView | null): RecordRef | null {
  const [settled, setSettled] = useState<RecordRef | null>(null);
  const current = conversation?.card == null ? null : highlightOf(conversation, null);
  if (current !== null && (settled?.uid !== current.uid || settled.table !== current.table))
    setSettled({ table: current.table, uid: current.uid });
  return settled;
}
