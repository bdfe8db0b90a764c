import { holdsGrant, type Actor, type UserActor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { Conversation } from './conversation.ts';

/** Whether the actor may answer cards with *apply* in the chat, and so may start a process here (CHT-10). */
export function mayApproveInChat(actor: Actor): actor is UserActor {
  return holdsGrant(actor, 'approve_own_changes');
}

/** Refuses a process, `may_not_approve`, for somebody who may not approve in the chat (CHT-10). */
export function requireProcessRight(
  actor: Actor,
  { skillUid, name }: { readonly skillUid: number; readonly name: string },
): void {
  if (mayApproveInChat(actor)) return;
  throw new AppError(
    'may_not_approve',
    `“${name}” is a guided process: it needs the right to approve one's own changes. An administrator can grant it.`,
    { data: { skillUid } },
  );
}

/** The signed-in person, or `not_signed_in`: conversations belong to people. */
export function personOf(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  throw new AppError('not_signed_in', 'Sign in to use the chat.');
}

/** The actor's own conversation. One of somebody else is not there: `not_found`. */
export async function ownConversation(
  deps: Pick<ChatDeps, 'conversations'>,
  uuid: string,
  actor: Actor,
): Promise<Conversation> {
  const person = personOf(actor);
  const conversation = await deps.conversations.conversation(uuid);
  if (conversation?.ownerUserId !== person.userId) {
    throw new AppError('not_found', 'There is no such conversation.');
  }
  return conversation;
}

export function busy(): AppError<'conversation_busy'> {
  return new AppError(
    'conversation_busy',
    'The assistant is still at work here. Wait until it has finished, then send this again.',
  );
}

/** The run a conversation waits on or goes on from was cleared away. */
export function runGone(): AppError<'predecessor_missing'> {
  return new AppError(
    'predecessor_missing',
    'The run of this conversation is gone. Start a new conversation.',
  );
}

export function moved(): AppError<'conversation_moved'> {
  return new AppError(
    'conversation_moved',
    'The conversation changed meanwhile. Look at what it shows now, then decide again.',
  );
}
