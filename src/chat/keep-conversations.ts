import type { Actor } from '../actors/index.ts';
import type { ConversationView } from '../contracts/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import { busy, ownConversation } from './conversation-access.ts';
import type { ConversationViews } from './conversation-view.ts';
import type { Conversation, ConversationState } from './conversation.ts';
import { createRowWrites } from './row-writes.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** After this time without use a conversation is archived (facts §9). */
const ARCHIVE_AFTER_MS = 30 * DAY_MS;
/** After this time in the archive it is deleted. */
const DELETE_AFTER_MS = 90 * DAY_MS;

export interface ConversationKeeping {
  /** Keeps a conversation from being archived by itself, or lets it. */
  setPinned(actor: Actor, uuid: string, pinned: boolean): Promise<ConversationView>;
  /** Puts a settled conversation away; a message to it brings it back. 409 `conversation_busy` while it works or waits. */
  archive(actor: Actor, uuid: string): Promise<ConversationView>;
  /** To be called now and then: archives what was not used for 30 days, deletes what was archived for 90 (facts §9). */
  cleanUp(): Promise<{ readonly archived: number; readonly deleted: number }>;
}

/** Nobody waits for it and nothing is under way in it. */
export function isSettled(row: Conversation): boolean {
  return (row.status === 'idle' || row.status === 'failed') && row.process === null;
}

/** How long conversations are kept: pinned, archived, deleted (CHT-07, decisions §24). */
export function createKeeping(deps: ChatDeps, views: ConversationViews): ConversationKeeping {
  const writes = createRowWrites(deps);
  const set = async (row: Conversation, change: Partial<ConversationState>) => {
    const changed = await writes.write(row, { set: change });
    if (changed === null) throw busy();
    return changed;
  };
  return {
    setPinned: async (actor, uuid, pinned) => {
      const row = await ownConversation(deps, uuid, actor);
      if (row.status === 'processing') throw busy();
      return views.view(await set(row, { pinned }), actor);
    },
    archive: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      if (!isSettled(row)) throw busy();
      return views.view(await set(row, { archivedAtMs: deps.clock.now() }), actor);
    },
    cleanUp: () =>
      deps.transactions.transact(async (transaction) => {
        const nowMs = deps.clock.now();
        const writer = deps.conversations.within(transaction);
        return {
          archived: await writer.archiveUnused(nowMs - ARCHIVE_AFTER_MS, nowMs),
          deleted: await writer.deleteArchived(nowMs - DELETE_AFTER_MS),
        };
      }),
  };
}
