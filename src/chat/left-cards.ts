import type { Actor } from '../actors/index.ts';
import { isTerminal, isWaiting, type RunEvent, type RunView } from '../contracts/index.ts';
import { answerEntries, endFromLog } from './apply-result.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { LeftRun, LeftRunChange, NewEntry } from './conversation.ts';
import { decidedEntries, notice } from './decided-elsewhere.ts';
import { createRowWrites } from './row-writes.ts';

/**
 * What a conversation is told of a card it went on without (CHT-03): that it was decided in the inbox, and what came of it.
 * Its own status is that of its newer turn and stays. `events` are those it was not told of yet; `null` = nothing to tell.
 */
export function toldOfLeft(run: RunView, events: readonly RunEvent[]): readonly NewEntry[] | null {
  const decided = decidedEntries(events, { left: true });
  const end = endFromLog(run, events);
  if (run.status === 'failed' || run.status === 'cancelled') {
    return [...decided, notice('left_ended', { stopped: run.status === 'cancelled' })];
  }
  const answer = end === null ? [] : answerEntries(end);
  if (run.status === 'completed') return [...decided, ...answer];
  const hasMoved = decided.length > 0 || events.some(({ kind }) => kind === 'llm');
  if (isWaiting(run.status) && hasMoved) {
    return [...decided, ...answer, notice('left_waiting', { again: true })];
  }
  return decided.length === 0 ? null : decided;
}

/**
 * Up to which of these events a conversation has been told then; `null` = of none of them. A run at work has recorded what the
 * model said before the card it leads to: that is told with the card.
 */
export function toldUpTo(run: RunView, events: readonly RunEvent[]): number | null {
  const isToldOf = ({ kind }: RunEvent) =>
    isWaiting(run.status) || kind === 'approval' || kind === 'input';
  return events.findLast(isToldOf)?.sequence ?? null;
}

/**
 * Tells a conversation at rest what became of the cards it went on without. One at work is told by its worker once the turn
 * is over, so that no result loses its race against this.
 */
export function createLeftCards(deps: ChatDeps): (uuid: string) => Promise<void> {
  const writes = createRowWrites(deps);

  const heardOf = async (
    { runUuid, eventSequence }: LeftRun,
    actor: Actor,
  ): Promise<{ readonly change: LeftRunChange; readonly append: readonly NewEntry[] } | null> => {
    const run = await deps.runtime.status(runUuid, actor);
    if (run === null) return { change: { runUuid, eventSequence: null }, append: [] };
    const events = await deps.runtime.events(runUuid, eventSequence, actor);
    const append = toldOfLeft(run, events);
    if (append === null) return null;
    const upTo = isTerminal(run.status) ? null : (toldUpTo(run, events) ?? eventSequence);
    return { change: { runUuid, eventSequence: upTo }, append };
  };

  return async (uuid) => {
    // The row before its runs: what was told meanwhile has moved it, and then nothing is told here.
    const row = await deps.conversations.conversation(uuid);
    if (row === null || row.status === 'processing') return;
    const left = await deps.conversations.leftRuns(uuid);
    const actor = left.length === 0 ? null : await deps.directory.user(row.ownerUserId);
    if (actor === null) return;
    const heard = (await Promise.all(left.map((run) => heardOf(run, actor)))).filter(
      (one) => one !== null,
    );
    if (heard.length === 0) return;
    await writes.write(row, {
      set: {},
      append: heard.flatMap(({ append }) => append),
      left: heard.map(({ change }) => change),
    });
  };
}
