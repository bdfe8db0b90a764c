import type { ConversationBus } from './conversation-bus.ts';
import type { ConversationStore } from './conversation-store.ts';

/**
 * Tells this process's readers of versions that other processes wrote. The rows are the truth: what was told between
 * servers is only quicker, and this finds what got lost on the way. A reader that has the version already hears nothing.
 */
export function createVersionWatch(deps: {
  readonly conversations: Pick<ConversationStore, 'versions'>;
  readonly bus: Pick<ConversationBus, 'followed' | 'publish'>;
}): () => Promise<void> {
  return async () => {
    const versions = await deps.conversations.versions(deps.bus.followed());
    for (const [uuid, version] of versions) deps.bus.publish(uuid, { type: 'changed', version });
  };
}
