import { isAppError } from '../base/index.ts';
import { isTerminal, isWaiting, type RunView } from '../contracts/index.ts';
import type { ReturnedApproval, RunResult } from '../runs/index.ts';
import { endOfResult } from './apply-result.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { Conversation, RecordedDecision } from './conversation.ts';
import { decidedCard, UNKNOWN_CARD } from './decided-card.ts';
import type { StillHeld } from './held-work.ts';
import { howItEnded, returnedResult, seenCalls, type SeenCalls } from './how-it-ended.ts';
import { liveEvents } from './live-events.ts';
import { createRowWrites, type RowWrites } from './row-writes.ts';
import {
  NOTHING_SETTLED,
  previewMoved,
  settledCard,
  type Approval,
  type Settled,
} from './settled-card.ts';
import { absorb, applyEnd, handBack, stopTurn, type Turn } from './turn-results.ts';

type Input = Extract<RecordedDecision, { kind: 'input' }>;

interface WorkDeps extends Pick<ChatDeps, 'runtime' | 'bus' | 'ids'> {
  readonly writes: RowWrites;
}

const UNSEEN: SeenCalls = { historyId: null, carriedOut: null };

/**
 * The worker's side of a conversation in `processing` (decisions §28): carries out its recorded decision, or runs its
 * queued run, and applies the result. What a crashed worker left is read from the run's status, never from its events. Once
 * another worker holds the conversation, nothing more is written.
 */
export function createCarryOut(
  deps: ChatDeps,
  stillHeld: StillHeld,
): (conversation: Conversation) => Promise<void> {
  const { runtime, bus, ids, directory } = deps;
  const work: WorkDeps = { runtime, bus, ids, writes: createRowWrites(deps, stillHeld) };
  return async (row) => {
    const actor = await directory.user(row.ownerUserId);
    if (row.runUuid === null || actor === null) {
      await stopTurn(
        work,
        { row, runUuid: row.runUuid },
        {
          code: actor === null ? 'not_permitted' : 'internal',
          message: actor === null ? 'The account of this conversation is closed.' : '',
        },
      );
      return;
    }
    const turn = { row, runUuid: row.runUuid, actor };
    if (row.decision === null) await runTurn(work, turn);
    else if (row.decision.kind === 'approval') await decideTurn(work, turn, row.decision);
    else await inputTurn(work, turn, row.decision);
  };
}

async function runTurn(deps: WorkDeps, turn: Turn): Promise<void> {
  const run = await deps.runtime.status(turn.runUuid, turn.actor);
  if (run?.status === 'queued') await runQueued(deps, turn, () => NOTHING_SETTLED);
  else await absorb(deps, turn, { run, settled: NOTHING_SETTLED });
}

/** Does nothing when somebody else took it meanwhile. */
async function runQueued(
  deps: WorkDeps,
  turn: Turn,
  settledBy: (result: RunResult) => Settled,
): Promise<void> {
  const live = liveEvents(deps.bus, turn.row.uuid);
  const result = await deps.runtime.runQueued(turn.runUuid, live);
  if (result === null) return;
  const end = endOfResult(result, live.unfinished());
  await applyEnd(deps, turn, { end, settled: settledBy(result) });
}

async function decideTurn(deps: WorkDeps, turn: Turn, decision: Approval): Promise<void> {
  const { runtime } = deps;
  const run = await runtime.status(turn.runUuid, turn.actor);
  const card = run?.card ?? null;
  if (card?.kind !== 'approval' || card.digest !== decision.cardDigest) {
    await decideWithoutCard(deps, turn, { decision, run });
    return;
  }
  const decided = decidedCard(card, run, turn.row);
  const handed = await handOver(deps, turn, { ...decision, card: decided });
  const { approved, reason, cardDigest } = decision;
  let result: RunResult;
  const live = liveEvents(deps.bus, turn.row.uuid);
  try {
    result = await runtime.approve(
      turn.runUuid,
      approved
        ? { approved, cardDigest }
        : { approved, cardDigest, ...(reason === null ? {} : { reason }) },
      { actor: turn.actor, listener: live },
    );
  } catch (error) {
    if (!isAppError(error)) throw error; // nothing is known; the next look reads the run again
    const after = await runtime.status(turn.runUuid, turn.actor);
    if (after !== null && !isTerminal(after.status) && !isWaiting(after.status)) return;
    const ended = howItEnded(
      { ...decided, approved, reason },
      { kind: 'refused', runTerminal: after === null || isTerminal(after.status) },
    );
    if (ended === 'undecided') await handBack(deps, handed, error);
    else {
      const facts = { decision, card: decided, ended, seen: UNSEEN };
      const settled = settledCard(turn.row, deps.ids.uuid(), facts);
      await absorb(deps, handed, { run: after, settled });
    }
    return;
  }
  const ended = howItEnded({ ...decided, approved, reason }, returnedResult(result));
  // After a take-over the first write may be that of a later call: nobody undoes that from here (decisions §80).
  const seen = result.takenOver ? UNSEEN : seenCalls(result.steps, decided.callCount);
  const settled =
    ended === 'undecided'
      ? previewMoved(await runtime.status(turn.runUuid, turn.actor))
      : settledCard(turn.row, deps.ids.uuid(), { decision, card: decided, ended, seen });
  await applyEnd(deps, handed, { end: endOfResult(result, live.unfinished()), settled });
}

/** The card is not there any more: it was never handed over, or a worker was lost after it was (decisions §29, §80). */
async function decideWithoutCard(
  deps: WorkDeps,
  turn: Turn,
  { decision, run }: { readonly decision: Approval; readonly run: RunView | null },
): Promise<void> {
  const { card } = decision;
  const settledBy = (returned: ReturnedApproval): Settled => {
    const ended = howItEnded(
      { ...decision, isProcessWrite: card?.isProcessWrite ?? true },
      returned,
    );
    const facts = { decision, card: card ?? UNKNOWN_CARD, ended, seen: UNSEEN };
    return settledCard(turn.row, deps.ids.uuid(), facts);
  };
  if (card === null) {
    const waits = run !== null && isWaiting(run.status); // another card: the editor decides again
    const settled = waits ? NOTHING_SETTLED : settledBy({ kind: 'neverDecided' });
    await absorb(deps, turn, { run, settled });
  } else if (run?.status === 'queued') {
    await runQueued(deps, turn, (result) => settledBy(returnedResult(result)));
  } else if (run?.status !== 'running') {
    await absorb(deps, turn, { run, settled: settledBy({ kind: 'noAnswer' }) });
  } // running: somebody carries it out; its end is looked at later
}

async function inputTurn(deps: WorkDeps, turn: Turn, decision: Input): Promise<void> {
  const { runtime } = deps;
  const run = await runtime.status(turn.runUuid, turn.actor);
  if (run?.card?.kind !== 'input' || run.card.digest !== decision.cardDigest) {
    await runTurn(deps, turn);
    return;
  }
  const handed = await handOver(deps, turn, { ...decision, handedOver: true });
  const { cardDigest, input } = decision;
  let result: RunResult;
  const live = liveEvents(deps.bus, turn.row.uuid);
  try {
    result = await runtime.submitInput(
      turn.runUuid,
      { cardDigest, input },
      { actor: turn.actor, listener: live },
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    const after = await runtime.status(turn.runUuid, turn.actor);
    if (after !== null && isWaiting(after.status)) await handBack(deps, handed, error);
    else await absorb(deps, handed, { run: after, settled: NOTHING_SETTLED });
    return;
  }
  const end = endOfResult(result, live.unfinished());
  await applyEnd(deps, handed, { end, settled: NOTHING_SETTLED });
}

/** Keeps what the card showed before the decision leaves the chat (OPN-06). */
async function handOver(
  { writes }: Pick<WorkDeps, 'writes'>,
  turn: Turn,
  decision: RecordedDecision,
): Promise<Turn> {
  const row = await writes.write(turn.row, { set: { decision } });
  if (row !== null) return { ...turn, row };
  throw new Error(`Conversation ${turn.row.uuid} moved while its decision was carried out`);
}
