import type { UserActor } from '../actors/index.ts';
import { AppError, isAppError, type Accompanied } from '../base/index.ts';
import type { SendMessage } from '../contracts/index.ts';
import { filesFor, sentWith, shownFiles } from './attachments/message-files.ts';
import type { ChatDeps, ChatLimits } from './chat-deps.ts';
import { createTurnClaims, type ClaimedTurn, type TurnClaims } from './claim-turn.ts';
import { busy, requireProcessRight } from './conversation-access.ts';
import type { Conversation, ConversationChange, NewEntry } from './conversation.ts';
import type { OpenPointLists } from './open-point-lists.ts';
import { createRowWrites, type RowWrites } from './row-writes.ts';
import { sanitiseMessage } from './sanitise-message.ts';
import { runRequest, titleOf, type InvokedSkill, type Turn } from './turn-request.ts';

export interface Turns {
  /**
   * Sends a message: the queueTurn of rules §3. Returns the conversation after the dispatch. `alongside` is written with
   * the dispatch.
   */
  send(
    conversation: Conversation,
    actor: UserActor,
    message: SendMessage & Accompanied,
  ): Promise<Conversation>;
  /** Ends the held process by button: guarded cancel; the next turn says so (decisions §60, CHT-09). */
  endProcess(conversation: Conversation, actor: UserActor): Promise<Conversation>;
}

/** What the row forgets with its process. */
const PROCESS_ENDED = { process: null, tourStart: null, progress: null, highlight: null } as const;

type DispatchDeps = Pick<
  ChatDeps,
  'bus' | 'clock' | 'configurations' | 'conversations' | 'host' | 'runtime'
> & { readonly openPoints: OpenPointLists };

export function createTurns(
  deps: ChatDeps,
  options: { readonly limits: ChatLimits; readonly openPoints: OpenPointLists },
): Turns {
  const { limits, openPoints } = options;
  const writes = createRowWrites(deps);
  const claims = createTurnClaims(deps, writes);
  const dispatchDeps: DispatchDeps = { ...deps, openPoints };

  return {
    send: async (row, actor, message) => {
      checkMessage(message, limits);
      const skill = await invokedSkill(deps, actor, message.skillUid);
      const files = await filesFor(deps, row, message);
      const claimed = await claims.claim(row, actor, limits.processing);
      const ends = row.endProcess || message.endProcess === true;
      try {
        return await dispatch(dispatchDeps, { claimed, actor, message, skill, files, ends });
      } catch (error) {
        await settleUndispatched({ claims, writes }, claimed, error);
        throw error;
      }
    },

    endProcess: async (row, actor) => {
      const claimed = await claims.claim(row, actor, Infinity);
      const { held, withdrawn } = claimed;
      const ends = withdrawn.length > 0 || claimed.heldProcessUid !== null || row.process !== null;
      const ended = await writes.write(held, {
        set: {
          status: withdrawn.length > 0 ? 'idle' : row.status,
          claimedFrom: null,
          ...(ends ? { ...PROCESS_ENDED, endProcess: true } : {}),
        },
        append: ends
          ? [...withdrawn, { kind: 'notice', notice: { code: 'process_ended', data: {} } }]
          : [],
      });
      if (ended === null) throw busy();
      return ended;
    },
  };
}

/** Hands the turn's run to the queue; row, files and message are written with it, or nothing is. */
async function dispatch(deps: DispatchDeps, turn: Turn): Promise<Conversation> {
  const { held } = turn.claimed;
  const request = await runRequest(deps, turn);
  const title = await titleOf(deps, turn);
  const dispatched: { row: Conversation | null } = { row: null };
  await deps.runtime.enqueue(request, {
    wake: { topic: 'conversation', id: held.uuid },
    alongside: async (transaction, runUuid) => {
      dispatched.row = await deps.conversations
        .within(transaction)
        .change(
          held,
          dispatchChange(turn, { runUuid, title, nowMs: deps.clock.now() }),
          deps.clock.now(),
        );
      if (dispatched.row === null) throw busy(); // the former run's result landed first
      const files = sentWith(turn).map(({ uuid }) => uuid);
      const sent = await deps.conversations
        .within(transaction)
        .sendAttachments(held.uuid, files, dispatched.row.lastSequence);
      if (sent !== files.length) throw busy(); // another tab took one back
      await turn.message.alongside?.(transaction);
      transaction.onCommit(() => {
        deps.bus.publish(held.uuid, { type: 'changed' });
      });
    },
  });
  if (dispatched.row === null) throw busy();
  return dispatched.row;
}

/**
 * A turn that was refused changes nothing, unless its run was withdrawn for it: that is settled and shown. The message is
 * stored by the dispatch alone.
 */
async function settleUndispatched(
  { claims, writes }: { readonly claims: TurnClaims; readonly writes: RowWrites },
  claimed: ClaimedTurn,
  error: unknown,
): Promise<void> {
  if (claimed.withdrawn.length === 0) {
    await claims.putBack(claimed);
    return;
  }
  const refusal = isAppError(error) ? error : null;
  const stopped: NewEntry = {
    kind: 'stopped',
    code: refusal?.code ?? 'internal',
    message: sanitiseMessage(refusal?.message ?? ''),
  };
  // With its run the process is gone too; any other is gone on with by the next message.
  const isGone = refusal?.code === 'predecessor_missing';
  await writes.write(claimed.held, {
    set: { status: 'failed', claimedFrom: null, ...(isGone ? PROCESS_ENDED : {}) },
    append: [...claimed.withdrawn, stopped],
  });
}

function dispatchChange(
  turn: Turn,
  { runUuid, title, nowMs }: { runUuid: string; title: string; nowMs: number },
): ConversationChange {
  const { claimed, message, skill, ends } = turn;
  const row = claimed.held;
  const append: readonly NewEntry[] = [
    ...claimed.withdrawn,
    ...claimed.leftWaiting,
    { kind: 'user', text: message.text, skillName: skill?.name ?? null, ...shownFiles(turn) },
  ];
  const startsTour = skill?.process === true && (row.tourStart === null || ends);
  return {
    set: {
      runUuid,
      eventSequence: 0,
      claimedFrom: null,
      endProcess: false,
      archivedAtMs: null,
      openedAtMs: row.openedAtMs ?? nowMs,
      ...(ends ? PROCESS_ENDED : {}),
      ...(startsTour
        ? { tourStart: row.lastSequence + append.length, progress: null, highlight: null }
        : {}),
      ...(row.title === title ? {} : { title }),
    },
    append,
    left: claimed.leftRun === null ? [] : [claimed.leftRun],
  };
}

function checkMessage(message: SendMessage, limits: ChatLimits): void {
  if (Array.from(message.text).length > limits.messageCharacters) {
    throw new AppError(
      'message_too_long',
      `A message may have at most ${String(limits.messageCharacters)} characters.`,
      { data: { limit: limits.messageCharacters } },
    );
  }
  if (message.text.trim() === '' && message.skillUid === undefined) {
    throw new AppError('message_empty', 'Write something, or pick a skill.');
  }
}

/** The skill the message picked. Refuses a process for somebody who may not approve here, before any claim (CHT-10). */
async function invokedSkill(
  deps: Pick<ChatDeps, 'skills'>,
  actor: UserActor,
  skillUid: number | undefined,
): Promise<InvokedSkill | null> {
  if (skillUid === undefined) return null;
  const skill = await deps.skills.skill(skillUid);
  if (skill === null) throw new AppError('not_found', 'There is no such skill.');
  const { name, process } = skill.version;
  if (process) requireProcessRight(actor, { skillUid, name });
  return { uid: skill.uid, name, process };
}
