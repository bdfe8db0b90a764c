import { isTerminal, type NoticeCode, type RunEvent, type RunStatus } from '../contracts/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import { isAwaiting, type NewEntry } from './conversation.ts';
import { createRowWrites } from './row-writes.ts';
import { withdrawnEntries } from './withdrawn-entries.ts';

type DecidedEvent = Pick<RunEvent, 'kind' | 'payload'>;

/** The decisions among the events of a run, each as its conversation is told of it; `left`: of a card it went on without. */
export function decidedEntries(
  events: readonly DecidedEvent[],
  left: { readonly left?: true } = {},
): readonly NewEntry[] {
  return events.flatMap(({ kind, payload }): readonly NewEntry[] => {
    if (kind === 'input') return [notice('answered_elsewhere', left)];
    if (kind !== 'approval') return [];
    return [notice('decided_elsewhere', { approved: payload['approved'] === true, ...left })];
  });
}

/**
 * What a conversation that waits for its card is told when its run went on without it: decided in the inbox, or ended by an
 * operator. `null` = nothing happened elsewhere, it waits on. `events` are those the conversation has not taken over yet.
 */
export function toldElsewhere(
  status: RunStatus,
  events: readonly DecidedEvent[],
): readonly NewEntry[] | null {
  const entries = decidedEntries(events);
  return entries.length === 0 && !isTerminal(status) ? null : entries;
}

/** Puts a conversation whose card was decided elsewhere back to work, so that a worker takes over what became of it. */
export function createCatchUp(deps: ChatDeps): (uuid: string) => Promise<void> {
  const writes = createRowWrites(deps);
  return async (uuid) => {
    const row = await deps.conversations.conversation(uuid);
    if (row === null || !isAwaiting(row.status) || row.runUuid === null) return;
    const actor = await deps.directory.user(row.ownerUserId);
    const run = actor === null ? null : await deps.runtime.status(row.runUuid, actor);
    // A run that was cleared away is told of with the next message.
    if (actor === null || run === null) return;
    const events = await deps.runtime.events(row.runUuid, row.eventSequence, actor);
    const told = toldElsewhere(run.status, events);
    if (told === null) return;
    // Nobody answered the card of a process: an operator ended the run under it (rules §3, §4).
    const isWithdrawn = run.status === 'cancelled' && told.length === 0 && row.process !== null;
    const append = isWithdrawn ? withdrawnEntries(run, row, deps.ids.uuid()) : told;
    await writes.write(row, { set: { status: 'processing' }, append });
  };
}

export function notice(code: NoticeCode, data: Readonly<Record<string, boolean>>): NewEntry {
  return { kind: 'notice', notice: { code, data } };
}
