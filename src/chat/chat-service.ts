import type { Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type {
  AnswerInput,
  ConversationView,
  CreateConversation,
  DecideCard,
  SendMessage,
} from '../contracts/index.ts';
import { createCardAnswers } from './answer-card.ts';
import { DEFAULT_CHAT_LIMITS, type ChatDeps, type ChatLimits } from './chat-deps.ts';
import { ownConversation, personOf } from './conversation-access.ts';
import { createConversationViews } from './conversation-view.ts';
import {
  createConversationWorker,
  DEFAULT_WORKER_TIMES,
  type ConversationWorker,
  type WorkerTimes,
} from './conversation-worker.ts';
import type { Conversation } from './conversation.ts';
import { createKeeping, isSettled, type ConversationKeeping } from './keep-conversations.ts';
import { createOpenPointLists, type OpenPointLists } from './open-point-lists.ts';
import { createTurns } from './queue-turn.ts';

export interface ChatOptions {
  readonly limits?: Partial<ChatLimits>;
  readonly times?: Partial<WorkerTimes>;
}

/**
 * Conversations, as the people who own them use them. Every method acts for its actor and knows only their own
 * conversations: another one is `not_found`. Errors are `AppError`s with the codes of `contracts/errors.ts`.
 */
export interface ChatService extends ConversationWorker, ConversationKeeping {
  /**
   * A new conversation; the page's empty one, when there is one. At the limit of active conversations the longest unused one
   * that is settled is archived; without one: `too_many_conversations`.
   */
  create(actor: Actor, request: CreateConversation): Promise<ConversationView>;
  /** Newest first, without entries; of one page, when one is given. The first is the one a page opens with. */
  list(actor: Actor, page?: number): Promise<readonly ConversationView[]>;
  view(actor: Actor, uuid: string): Promise<ConversationView>;
  /** The page a conversation is about, for lists of runs; `null` for none. Says nothing of what was said in it. */
  pageOf(uuid: string): Promise<number | null>;
  /** Sends a message (rules §3). 409 `conversation_busy` when the assistant is at work or the race was lost. */
  sendMessage(actor: Actor, uuid: string, message: SendMessage): Promise<ConversationView>;
  decide(actor: Actor, uuid: string, decision: DecideCard): Promise<ConversationView>;
  answerInput(actor: Actor, uuid: string, answer: AnswerInput): Promise<ConversationView>;
  endProcess(actor: Actor, uuid: string): Promise<ConversationView>;
  /**
   * Marks the outcome that this history entry came from as undone, or as in force again when the undo itself was taken back.
   * The point is not recreated (decisions §75).
   */
  markUndone(historyId: string, undone?: boolean): Promise<void>;
  readonly openPoints: OpenPointLists;
}

export function createChatService(deps: ChatDeps, options: ChatOptions = {}): ChatService {
  const limits = { ...DEFAULT_CHAT_LIMITS, ...options.limits };
  const openPoints = createOpenPointLists(deps);
  const views = createConversationViews(deps);
  const turns = createTurns(deps, { limits, openPoints });
  const answers = createCardAnswers(deps);
  const worker = createConversationWorker(deps, { ...DEFAULT_WORKER_TIMES, ...options.times });

  const create = async (actor: Actor, request: CreateConversation): Promise<Conversation> => {
    const person = personOf(actor);
    const { page, locale } = request;
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
    if (empty?.locale === locale) return empty;
    const nowMs = deps.clock.now();
    const conversation: Conversation = {
      ...NEW_STATE,
      uuid: deps.ids.uuid(),
      ownerUserId: person.userId,
      page,
      locale,
      configurationUid: configuration.uid,
      version: 1,
      lastSequence: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    await deps.transactions.transact(async (transaction) => {
      const writer = deps.conversations.within(transaction);
      await writer.lockOwner(person.userId);
      const counts = await writer.counts(person.userId);
      if (counts.active >= limits.conversations) {
        const settled = active.findLast((row) => isSettled(row) && !row.pinned);
        const archived =
          settled !== undefined &&
          (await writer.change(settled, { set: { archivedAtMs: nowMs } }, nowMs)) !== null;
        if (!archived) {
          throw new AppError(
            'too_many_conversations',
            `You have ${String(counts.active)} conversations at work or waiting for you. Answer one of them first.`,
            { data: { limit: limits.conversations } },
          );
        }
      }
      await writer.insert(conversation);
    });
    return conversation;
  };

  return {
    ...worker,
    openPoints,
    create: async (actor, request) => views.view(await create(actor, request), actor),
    list: async (actor, page) => {
      const rows = await deps.conversations.activeOf(personOf(actor).userId, {
        ...(page === undefined ? {} : { page }),
        limit: limits.conversations,
      });
      return Promise.all(rows.map((row) => views.summary(row, actor)));
    },
    view: async (actor, uuid) => views.view(await ownConversation(deps, uuid, actor), actor),
    pageOf: async (uuid) => (await deps.conversations.conversation(uuid))?.page ?? null,
    sendMessage: async (actor, uuid, message) => {
      const row = await ownConversation(deps, uuid, actor);
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
    ...createKeeping(deps, views),
    markUndone: (historyId, undone = true) =>
      deps.transactions.transact(async (transaction) => {
        const uuids = await deps.conversations
          .within(transaction)
          .markUndone(historyId, { undone, atMs: deps.clock.now() });
        transaction.onCommit(() => {
          for (const uuid of uuids) deps.bus.publish(uuid, { type: 'changed' });
        });
      }),
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
} as const;
