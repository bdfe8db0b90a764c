import type { RunEvent } from '../contracts/index.ts';
import type { RunListener } from '../runs/index.ts';
import { readHighlight, readProgress } from './apply-result.ts';
import type { ConversationBus } from './conversation-bus.ts';

/** A run as it is watched, and what it has begun to say without having finished. */
export interface LiveEvents extends RunListener {
  readonly unfinished: () => string;
}

/** Tells whoever watches a conversation what its run does right now: text as it is written, point and place. */
export function liveEvents(bus: Pick<ConversationBus, 'publish'>, uuid: string): LiveEvents {
  let unfinished = '';
  let hasSpoken = false;
  let isNextParagraph = false;
  const toPointAndPlace = ({ kind, payload }: RunEvent): void => {
    if (kind === 'progress') {
      const progress = readProgress(payload);
      if (progress !== null) bus.publish(uuid, { type: 'progress', progress });
    } else if (kind === 'highlight') {
      const highlight = readHighlight(payload);
      if (highlight !== null) bus.publish(uuid, { type: 'highlight', highlight });
    }
  };
  return {
    onTextDelta: (_run, text) => {
      bus.publish(uuid, { type: 'delta', text: isNextParagraph ? `\n\n${text}` : text });
      hasSpoken = true;
      unfinished += text;
      isNextParagraph = false;
    },
    onEvent: (event) => {
      // What the model says in its next round is a text of its own.
      if (event.kind === 'llm') {
        isNextParagraph = hasSpoken;
        unfinished = '';
      }
      toPointAndPlace(event);
    },
    unfinished: () => unfinished,
  };
}
