import type { Actor } from '../actors/index.ts';
import type { ConversationStreamEvent } from '../contracts/index.ts';
import type { ChatService } from './chat-service.ts';
import type { ConversationBus } from './conversation-bus.ts';

export interface ConversationStream {
  /**
   * What a reader of one conversation is sent: the current `changed` at once, then everything live; ends when `signal` is
   * aborted, when the reader lags too far behind, or when the server stops. Throws `not_found` for a foreign conversation.
   */
  follow(actor: Actor, uuid: string, signal: AbortSignal): AsyncIterable<ConversationStreamEvent>;
}

export function createConversationStream(deps: {
  readonly chat: Pick<ChatService, 'view'>;
  readonly bus: ConversationBus;
}): ConversationStream {
  return {
    follow: async function* (actor, uuid, signal) {
      // Subscribed before the state is read: what happens in between is told twice, never missed.
      const subscription = deps.bus.subscribe(uuid);
      const close = () => {
        subscription.close();
      };
      signal.addEventListener('abort', close, { once: true });
      if (signal.aborted) close();
      try {
        let conversation = await deps.chat.view(actor, uuid);
        yield { type: 'changed', conversation };
        for (;;) {
          const next = await subscription.next();
          if (next === null) return;
          if (next.type !== 'changed') yield next;
          else if (next.version === undefined || next.version > conversation.version) {
            conversation = await deps.chat.view(actor, uuid);
            yield { type: 'changed', conversation };
          }
        }
      } finally {
        signal.removeEventListener('abort', close);
        close();
      }
    },
  };
}
