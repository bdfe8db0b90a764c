import type { Actor } from '../actors/index.ts';
import { AppError, excerpt, singleLine, type Transaction } from '../base/index.ts';
import { isTerminal, type ConversationView } from '../contracts/index.ts';
import type { ChatDeps, ChatLimits } from './chat-deps.ts';
import { busy, ownConversation } from './conversation-access.ts';
import type { ConversationViews } from './conversation-view.ts';
import {
  isAwaiting,
  MAX_TITLE_CHARACTERS,
  type Conversation,
  type ConversationLabel,
  type ConversationState,
} from './conversation.ts';
import { createRowWrites } from './row-writes.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface ConversationKeeping {
  /** Keeps a conversation from being archived by itself, or lets it. */
  setPinned(actor: Actor, uuid: string, pinned: boolean): Promise<ConversationView>;
  /** Gives it a title of one's own: one line, at most 255 characters, not empty (`invalid_request`). */
  rename(actor: Actor, uuid: string, title: string): Promise<ConversationView>;
  /** Makes it one of the panel's tabs, or closes its tab. What is said in it stays. */
  setOpen(actor: Actor, uuid: string, open: boolean): Promise<ConversationView>;
  /** Puts a settled conversation away; a message to it brings it back. 409 `conversation_busy` while it works or waits. */
  archive(actor: Actor, uuid: string): Promise<ConversationView>;
  /** Brings it back as an open tab. At the limit as `create` does. */
  unarchive(actor: Actor, uuid: string): Promise<ConversationView>;
  /**
   * Deletes it for good; what was saved on pages and the open points stay. A card that waits in it is withdrawn with its run.
   * 409 `conversation_busy` while it works.
   */
  remove(actor: Actor, uuid: string): Promise<void>;
  /** Ends the turn that is at work: its run is cancelled, what was said so far stays. Does nothing when none is. */
  stop(actor: Actor, uuid: string): Promise<ConversationView>;
  /** To be called now and then: archives what was not used for 30 days, deletes what was archived for 90 (facts §9). */
  cleanUp(): Promise<{ readonly archived: number; readonly deleted: number }>;
}

/** Nobody waits for it and nothing is under way in it. */
export function isSettled(row: Conversation): boolean {
  return (row.status === 'idle' || row.status === 'failed') && row.process === null;
}

/**
 * Room for one more active conversation: at the limit the longest unused one that is settled and not pinned is archived;
 * without one `too_many_conversations`. Under the owner's lock.
 */
export async function makeRoom(
  deps: Pick<ChatDeps, 'conversations' | 'clock'>,
  transaction: Transaction,
  owner: {
    readonly userId: string;
    readonly limit: number;
    readonly active: readonly Conversation[];
  },
): Promise<void> {
  const writer = deps.conversations.within(transaction);
  await writer.lockOwner(owner.userId);
  const counts = await writer.counts(owner.userId);
  if (counts.active < owner.limit) return;
  const nowMs = deps.clock.now();
  const settled = owner.active.findLast((row) => isSettled(row) && !row.pinned);
  const put = { set: { archivedAtMs: nowMs, openedAtMs: null } };
  if (settled !== undefined && (await writer.change(settled, put, nowMs)) !== null) return;
  throw new AppError(
    'too_many_conversations',
    `You have ${String(counts.active)} conversations at work or waiting for you. Answer one of them first.`,
    { data: { limit: owner.limit } },
  );
}

/** How long conversations are kept, and what they are called: pinned, archived, deleted (CHT-07, decisions §24). */
export function createKeeping(
  deps: ChatDeps,
  views: ConversationViews,
  limits: ChatLimits,
): ConversationKeeping {
  const writes = createRowWrites(deps);

  const set = async (row: Conversation, change: Partial<ConversationState>) => {
    const changed = await writes.write(row, { set: change });
    if (changed === null) throw busy();
    return changed;
  };

  /** A label is nobody's race: it may change while the assistant works. */
  const label = async (actor: Actor, uuid: string, change: ConversationLabel) => {
    const row = await ownConversation(deps, uuid, actor);
    await deps.transactions.transact(async (transaction) => {
      await deps.conversations.within(transaction).label(row.uuid, change);
      transaction.onCommit(() => {
        deps.bus.publish(row.uuid, { type: 'changed' });
      });
    });
    return views.view(await ownConversation(deps, uuid, actor), actor);
  };

  /** Its owner's waiting run ends with a conversation that is deleted: nobody could answer it where it belongs. */
  const endWaiting = async (row: Conversation, actor: Actor): Promise<void> => {
    if (!isAwaiting(row.status) || row.runUuid === null) return;
    const { won, status } = await deps.runtime.cancelIfWaiting(row.runUuid, actor);
    if (!won && status !== 'gone' && !isTerminal(status)) throw busy();
  };

  return {
    setPinned: (actor, uuid, pinned) => label(actor, uuid, { pinned }),

    rename: async (actor, uuid, text) => {
      const title = excerpt(singleLine(text), MAX_TITLE_CHARACTERS);
      if (title === '') throw new AppError('invalid_request', 'A title is not empty.');
      return label(actor, uuid, { title });
    },

    setOpen: async (actor, uuid, open) => {
      const row = await ownConversation(deps, uuid, actor);
      // A tab that is open keeps its place.
      if (open === (row.openedAtMs !== null)) return views.view(row, actor);
      return label(actor, uuid, { openedAtMs: open ? deps.clock.now() : null });
    },

    archive: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      if (!isSettled(row)) throw busy();
      const archived = await set(row, { archivedAtMs: deps.clock.now(), openedAtMs: null });
      return views.view(archived, actor);
    },

    unarchive: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      if (row.archivedAtMs === null) return views.view(row, actor);
      const { ownerUserId: userId } = row;
      const limit = limits.conversations;
      const active = await deps.conversations.activeOf(userId, { limit: limit + 1 });
      const back = await deps.transactions.transact(async (transaction) => {
        await makeRoom(deps, transaction, { userId, limit, active });
        const nowMs = deps.clock.now();
        return deps.conversations
          .within(transaction)
          .change(row, { set: { archivedAtMs: null, openedAtMs: nowMs } }, nowMs);
      });
      if (back === null) throw busy();
      return views.view(back, actor);
    },

    remove: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      if (row.status === 'processing') throw busy();
      await endWaiting(row, actor);
      const removed = await deps.transactions.transact((transaction) =>
        deps.conversations.within(transaction).remove(row, deps.clock.now()),
      );
      if (!removed) throw busy();
    },

    stop: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      if (row.status === 'processing' && row.runUuid !== null && row.claimedFrom === null) {
        // The worker that has the run, here or elsewhere, applies what came of it.
        await deps.runtime.cancel(row.runUuid, actor);
      }
      return views.view(await ownConversation(deps, uuid, actor), actor);
    },

    cleanUp: () =>
      deps.transactions.transact(async (transaction) => {
        const nowMs = deps.clock.now();
        const writer = deps.conversations.within(transaction);
        return {
          archived: await writer.archiveUnused(nowMs - limits.archiveAfterDays * DAY_MS, nowMs),
          deleted: await writer.deleteArchived(nowMs - limits.deleteArchivedAfterDays * DAY_MS),
        };
      }),
  };
}
