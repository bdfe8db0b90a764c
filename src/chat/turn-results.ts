import type { Actor } from '../actors/index.ts';
import type { RunView } from '../contracts/index.ts';
import type { AgentRuntime } from '../runs/index.ts';
import { applySegment, endFromLog, loggedFacts, type SegmentEnd } from './apply-result.ts';
import type { Conversation } from './conversation.ts';
import { runGone } from './conversation-access.ts';
import type { RowWrites } from './row-writes.ts';
import { sanitiseMessage } from './sanitise-message.ts';
import { NOTHING_SETTLED, type Settled } from './settled-card.ts';

/** A conversation's turn in work: its row as it was read, its run, and the person it belongs to. */
export interface Turn {
  readonly row: Conversation;
  readonly runUuid: string;
  readonly actor: Actor;
}

interface ResultDeps {
  readonly runtime: Pick<AgentRuntime, 'status' | 'events'>;
  readonly writes: Pick<RowWrites, 'writeForRun'>;
}

/** Writes how a segment of the turn's run ended, after what was settled before it. */
export async function applyEnd(
  { runtime, writes }: ResultDeps,
  turn: Turn,
  { end, settled }: { readonly end: SegmentEnd; readonly settled: Settled },
): Promise<void> {
  const run = await runtime.status(turn.runUuid, turn.actor);
  const events = await runtime.events(turn.runUuid, turn.row.eventSequence, turn.actor);
  const logged = loggedFacts(events, turn.row.eventSequence);
  // Somebody else has it; one that was put back into the queue keeps what was said so far.
  if (end.outcome === 'lease_lost' && settled.before.length === 0) return;
  await writes.writeForRun(
    { ...turn, process: run?.process ?? null },
    (row) => applySegment(row, { end, logged, run, before: settled.before }),
    settled.effect,
  );
}

/** Takes over what the run's status says; leaves a run that somebody works on. */
export async function absorb(
  deps: ResultDeps,
  turn: Turn,
  { run, settled }: { readonly run: RunView | null; readonly settled: Settled },
): Promise<void> {
  if (run === null) {
    const { code, message } = runGone();
    await stopTurn(deps, turn, { code, message, settled });
    return;
  }
  const events = await deps.runtime.events(turn.runUuid, turn.row.eventSequence, turn.actor);
  const end = endFromLog(run, events);
  if (end !== null) await applyEnd(deps, turn, { end, settled });
  else if (settled.before.length > 0) {
    // The run goes on elsewhere: the card is settled, the turn is not.
    await deps.writes.writeForRun(
      turn,
      () => ({ set: { decision: null }, append: settled.before }),
      settled.effect,
    );
  }
}

/** A refused decision: the card, as it is now, is the editor's again, and says why. */
export async function handBack(
  { runtime, writes }: ResultDeps,
  turn: Turn,
  { code, message }: { readonly code: string; readonly message: string },
): Promise<void> {
  const run = await runtime.status(turn.runUuid, turn.actor);
  const status = run?.status === 'waiting_for_input' ? 'awaiting_input' : 'awaiting_approval';
  await writes.writeForRun(turn, () => ({
    set: { status, decision: null },
    append: [{ kind: 'stopped', code, message: sanitiseMessage(message) }],
  }));
}

/** Ends a turn whose run cannot be asked any more. */
export async function stopTurn(
  { writes }: Pick<ResultDeps, 'writes'>,
  { row, runUuid }: { readonly row: Conversation; readonly runUuid: string | null },
  reason: { readonly code: string; readonly message: string; readonly settled?: Settled },
): Promise<void> {
  const { code, message, settled = NOTHING_SETTLED } = reason;
  await writes.writeForRun(
    { row, runUuid },
    () => ({
      set: { status: 'failed', decision: null, process: null, tourStart: null, highlight: null },
      append: [...settled.before, { kind: 'stopped', code, message }],
    }),
    settled.effect,
  );
}
