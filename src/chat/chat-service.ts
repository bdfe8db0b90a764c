import type { Actor } from '../actors/index.ts';
import { AppError, type Accompanied, type AccompaniedNew } from '../base/index.ts';
import {
  isWaiting,
  type AnswerInput,
  type ConversationView,
  type CreateConversation,
  type DecideCard,
  type SendMessage,
} from '../contracts/index.ts';
import { createFileAttaching, type FileAttaching } from './attachments/attach-files.ts';
import { createCardAnswers } from './answer-card.ts';
import { DEFAULT_CHAT_LIMITS, type ChatDeps, type ChatLimits } from './chat-deps.ts';
import { busy, ownConversation, personOf } from './conversation-access.ts';
import { createConversationViews } from './conversation-view.ts';
import {
  createConversationWorker,
  DEFAULT_WORKER_TIMES,
  type ConversationWorker,
  type WorkerTimes,
} from './conversation-worker.ts';
import { isAwaiting, type Conversation } from './conversation.ts';
import { createKeeping, makeRoom, type ConversationKeeping } from './keep-conversations.ts';
import { createOpenPointLists, type OpenPointLists } from './open-point-lists.ts';
import { createTurns } from './queue-turn.ts';

/** What to list: of one page, when one is given; found by a text in the title or in what one wrote oneself. */
export interface ConversationQuery {
  readonly page?: number;
  readonly text?: string;
  /** The archive instead of what is not archived. */
  readonly archived?: boolean;
}

/** Longest list of an archive. */
const MAX_ARCHIVE_LISTED = 200;

export interface ChatOptions {
  readonly limits?: Partial<ChatLimits>;
  readonly times?: Partial<WorkerTimes>;
}

/**
 * Conversations, as the people who own them use them. Every method acts for its actor and knows only their own
 * conversations: another one is `not_found`. Errors are `AppError`s with the codes of `contracts/errors.ts`.
 */
export interface ChatService extends ConversationWorker, ConversationKeeping, FileAttaching {
  /**
   * A new conversation; the page's empty one, when there is one. At the limit of active conversations the longest unused one
   * that is settled is archived; without one: `too_many_conversations`.
   */
  create(actor: Actor, request: CreateConversation & AccompaniedNew): Promise<ConversationView>;
  /** Newest first, without entries: at most as many as one may keep; of the archive at most 200. */
  list(actor: Actor, query?: ConversationQuery): Promise<readonly ConversationView[]>;
  view(actor: Actor, uuid: string): Promise<ConversationView>;
  /** The page a conversation is about, for lists of runs; `null` for none. Says nothing of what was said in it. */
  pageOf(uuid: string): Promise<number | null>;
  /**
   * Sends a message (rules §3). 409 `conversation_busy` when the assistant is at work or the race was lost. `alongside`,
   * here and below, is written in the transaction that makes it count. With `isFirst`, only as the first of its
   * conversation: else `conversation_busy` too.
   */
  sendMessage(
    actor: Actor,
    uuid: string,
    message: SendMessage & Accompanied & { readonly isFirst?: boolean },
  ): Promise<ConversationView>;
  decide(actor: Actor, uuid: string, decision: DecideCard & Accompanied): Promise<ConversationView>;
  answerInput(
    actor: Actor,
    uuid: string,
    answer: AnswerInput & Accompanied,
  ): Promise<ConversationView>;
  endProcess(actor: Actor, uuid: string): Promise<ConversationView>;
  /**
   * Marks the outcome that this history entry came from as undone, or as in force again when the undo itself was taken back.
   * The point is not recreated (decisions §75).
   */
  markUndone(historyId: string, undone?: boolean): Promise<void>;
  /** A version was approved or revoked: whoever looks at a conversation that holds it is shown so at once. */
  versionDecided(version: { readonly skillUid: number; readonly digest: string }): Promise<void>;
  readonly openPoints: OpenPointLists;
}

export function createChatService(deps: ChatDeps, options: ChatOptions = {}): ChatService {
  const limits = { ...DEFAULT_CHAT_LIMITS, ...options.limits };
  const openPoints = createOpenPointLists(deps);
  const views = createConversationViews(deps);
  const turns = createTurns(deps, { limits, openPoints });
  const answers = createCardAnswers(deps);
  const worker = createConversationWorker(deps, { ...DEFAULT_WORKER_TIMES, ...options.times });

  const create = async (
    actor: Actor,
    { page, locale, alongside }: CreateConversation & AccompaniedNew,
  ): Promise<Conversation> => {
    const person = personOf(actor);
    if (page !== null && (await deps.host.readPage(page, actor)) === null) {
      throw new AppError('not_found', 'There is no such page, or you may not read it.');
    }
    const configuration = await deps.configurations.defaultConfiguration();
    if (configuration === null) {
      throw new AppError(
        'unavailable',
        'No default configuration is set. An administrator sets one.',
      );
    }
    const active = await deps.conversations.activeOf(person.userId, {
      limit: limits.conversations + 1,
    });
    const empty = active.find(
      (row) => row.page === page && row.lastSequence === 0 && row.status === 'idle',
    );
    const nowMs = deps.clock.now();
    if (empty?.locale === locale) {
      const isThere = await deps.transactions.transact(async (transaction) => {
        const writer = deps.conversations.within(transaction);
        // Deleted since it was read: a new one takes its place.
        if (!(await writer.label(empty.uuid, { openedAtMs: nowMs }))) return false;
        await alongside?.(empty.uuid)(transaction);
        return true;
      });
      if (isThere) return { ...empty, openedAtMs: nowMs };
    }
    const conversation: Conversation = {
      ...NEW_STATE,
      uuid: deps.ids.uuid(),
      ownerUserId: person.userId,
      page,
      locale,
      configurationUid: configuration.uid,
      version: 1,
      lastSequence: 0,
      openedAtMs: nowMs,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    await deps.transactions.transact(async (transaction) => {
      await makeRoom(deps, transaction, {
        userId: person.userId,
        limit: limits.conversations,
        active,
      });
      await deps.conversations.within(transaction).insert(conversation);
      await alongside?.(conversation.uuid)(transaction);
    });
    return conversation;
  };

  /**
   * A message may come before the worker that was woken for what happened elsewhere: an ordinary run an operator cancelled, or
   * one that went on after the inbox. What came of it is taken over first, so that nothing of it is lost.
   */
  const caughtUp = async (row: Conversation, actor: Actor): Promise<Conversation> => {
    if (!isAwaiting(row.status) || row.runUuid === null) return row;
    const run = await deps.runtime.status(row.runUuid, actor);
    if (run === null || run.holdsProcessPin || isWaiting(run.status)) return row;
    await worker.processConversation(row.uuid);
    return ownConversation(deps, row.uuid, actor);
  };

  return {
    ...worker,
    openPoints,
    create: async (actor, request) => views.view(await create(actor, request), actor),
    list: async (actor, { page, text, archived = false } = {}) => {
      const rows = await deps.conversations.find(personOf(actor).userId, {
        ...(page === undefined ? {} : { page }),
        ...(text === undefined ? {} : { text }),
        archived,
        limit: archived ? MAX_ARCHIVE_LISTED : limits.conversations,
      });
      return views.summaries(rows, actor);
    },
    view: async (actor, uuid) => views.view(await ownConversation(deps, uuid, actor), actor),
    pageOf: async (uuid) => (await deps.conversations.conversation(uuid))?.page ?? null,
    sendMessage: async (actor, uuid, { isFirst = false, ...message }) => {
      const row = await caughtUp(await ownConversation(deps, uuid, actor), actor);
      // The turn is a compare-and-set on the row that was read here.
      if (isFirst && row.lastSequence > 0) throw busy();
      return views.view(await turns.send(row, personOf(actor), message), actor);
    },
    decide: async (actor, uuid, decision) => {
      const row = await ownConversation(deps, uuid, actor);
      return views.view(await answers.decide(row, personOf(actor), decision), actor);
    },
    answerInput: async (actor, uuid, answer) => {
      const row = await ownConversation(deps, uuid, actor);
      return views.view(await answers.answerInput(row, personOf(actor), answer), actor);
    },
    endProcess: async (actor, uuid) => {
      const row = await ownConversation(deps, uuid, actor);
      return views.view(await turns.endProcess(row, personOf(actor)), actor);
    },
    ...createKeeping(deps, views, limits),
    ...createFileAttaching(deps, views, limits),
    markUndone: (historyId, undone = true) =>
      deps.transactions.transact(async (transaction) => {
        const uuids = await deps.conversations
          .within(transaction)
          .markUndone(historyId, { undone, atMs: deps.clock.now() });
        transaction.onCommit(() => {
          for (const uuid of uuids) deps.bus.publish(uuid, { type: 'changed' });
        });
      }),
    versionDecided: async (version) => {
      const uuids = (await deps.conversations.holding(version)).map(({ uuid }) => uuid);
      await deps.transactions.transact(async (transaction) => {
        await deps.conversations.within(transaction).touch(uuids);
        transaction.onCommit(() => {
          for (const uuid of uuids) deps.bus.publish(uuid, { type: 'changed' });
        });
      });
    },
  };
}

const NEW_STATE = {
  title: '',
  status: 'idle',
  runUuid: null,
  eventSequence: 0,
  claimedFrom: null,
  decision: null,
  endProcess: false,
  tourStart: null,
  process: null,
  progress: null,
  highlight: null,
  pinned: false,
  archivedAtMs: null,
  openedAtMs: null,
} as const;
