import type { Actor } from '../actors/index.ts';
import { isAppError } from '../base/index.ts';
import { isTerminal, isWaiting, type RunView } from '../contracts/index.ts';
import type { ReturnedApproval, RunResult } from '../runs/index.ts';
import {
  applySegment,
  endFromLog,
  endOfResult,
  loggedFacts,
  type SegmentEnd,
} from './apply-result.ts';
import type { ChatDeps } from './chat-deps.ts';
import type { Conversation, DecidedCard, NewEntry, RecordedDecision } from './conversation.ts';
import { runGone } from './conversation-access.ts';
import { decidedCard, UNKNOWN_CARD } from './decided-card.ts';
import type { StillHeld } from './held-work.ts';
import {
  howItEnded,
  returnedResult,
  seenCalls,
  type Ended,
  type SeenCalls,
} from './how-it-ended.ts';
import { liveEvents } from './live-events.ts';
import { openPointEffect, type OpenPointEffect } from './open-point.ts';
import { createRowWrites } from './row-writes.ts';
import { sanitiseMessage } from './sanitise-message.ts';

type Approval = Extract<RecordedDecision, { kind: 'approval' }>;
type Input = Extract<RecordedDecision, { kind: 'input' }>;

/** What a carried-out decision leaves behind. */
interface Settled {
  readonly before: readonly NewEntry[];
  readonly effect: OpenPointEffect;
}

const NOTHING: Settled = { before: [], effect: { kind: 'none' } };
const UNSEEN: SeenCalls = { historyId: null, carriedOut: null };

/** The editor decides again, on a fresh card: perhaps on one that says why the change is not possible any more. */
function previewMoved(run: RunView | null): Settled {
  const failed = run?.card?.calls.some(({ preview }) => preview.failed) === true;
  const data = failed ? { failed } : {};
  return { ...NOTHING, before: [{ kind: 'notice', notice: { code: 'preview_moved', data } }] };
}

/**
 * The worker's side of a conversation in `processing` (decisions §28): carries out its recorded decision, or runs its
 * queued run, and applies the result. What a crashed worker left is read from the run's status, never from its events. Once
 * another worker holds the conversation, nothing more is written.
 */
export function createCarryOut(
  deps: ChatDeps,
  stillHeld: StillHeld,
): (conversation: Conversation) => Promise<void> {
  const { runtime } = deps;
  const writes = createRowWrites(deps, stillHeld);

  const carryOut = async (row: Conversation): Promise<void> => {
    const actor = await deps.directory.user(row.ownerUserId);
    if (row.runUuid === null || actor === null) {
      await stop(row, row.runUuid, {
        code: actor === null ? 'not_permitted' : 'internal',
        message: actor === null ? 'The account of this conversation is closed.' : '',
      });
      return;
    }
    const turn = { row, runUuid: row.runUuid, actor };
    if (row.decision === null) await runTurn(turn);
    else if (row.decision.kind === 'approval') await decideTurn(turn, row.decision);
    else await inputTurn(turn, row.decision);
  };

  interface Turn {
    readonly row: Conversation;
    readonly runUuid: string;
    readonly actor: Actor;
  }

  const listener = (row: Conversation) => liveEvents(deps.bus, row.uuid);

  const runTurn = async (turn: Turn): Promise<void> => {
    const run = await runtime.status(turn.runUuid, turn.actor);
    if (run?.status === 'queued') await runQueued(turn, () => NOTHING);
    else await absorb(turn, run, NOTHING);
  };

  /** Does nothing when somebody else took it meanwhile. */
  const runQueued = async (turn: Turn, settledBy: (result: RunResult) => Settled) => {
    const live = listener(turn.row);
    const result = await runtime.runQueued(turn.runUuid, live);
    if (result === null) return;
    await apply(turn, endOfResult(result, live.unfinished()), settledBy(result));
  };

  /** Takes over what the run's status says; leaves a run that somebody works on. */
  const absorb = async (turn: Turn, run: RunView | null, settled: Settled): Promise<void> => {
    if (run === null) {
      const { code, message } = runGone();
      await stop(turn.row, turn.runUuid, { code, message, settled });
      return;
    }
    const events = await runtime.events(turn.runUuid, turn.row.eventSequence, turn.actor);
    const end = endFromLog(run, events);
    if (end !== null) await apply(turn, end, settled);
    else if (settled.before.length > 0) {
      // The run goes on elsewhere: the card is settled, the turn is not.
      await writes.writeForRun(
        turn,
        () => ({ set: { decision: null }, append: settled.before }),
        settled.effect,
      );
    }
  };

  const decideTurn = async (turn: Turn, decision: Approval): Promise<void> => {
    const run = await runtime.status(turn.runUuid, turn.actor);
    const card = run?.card ?? null;
    if (card?.kind !== 'approval' || card.digest !== decision.cardDigest) {
      await decideWithoutCard(turn, decision, run);
      return;
    }
    const decided = decidedCard(card, run, turn.row);
    const handed = { ...turn, row: await handOver(turn.row, { ...decision, card: decided }) };
    const { approved, reason, cardDigest } = decision;
    let result: RunResult;
    const live = listener(turn.row);
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
      if (ended === 'undecided') await handBack(handed, error);
      else {
        await absorb(
          handed,
          after,
          settle(turn.row, { decision, card: decided, ended, seen: UNSEEN }),
        );
      }
      return;
    }
    const ended = howItEnded({ ...decided, approved, reason }, returnedResult(result));
    // After a take-over the first write may be that of a later call: nobody undoes that from here (decisions §80).
    const seen = result.takenOver ? UNSEEN : seenCalls(result.steps, decided.callCount);
    const settled =
      ended === 'undecided'
        ? previewMoved(await runtime.status(turn.runUuid, turn.actor))
        : settle(turn.row, { decision, card: decided, ended, seen });
    await apply(handed, endOfResult(result, live.unfinished()), settled);
  };

  /** The card is not there any more: it was never handed over, or a worker was lost after it was (decisions §29, §80). */
  const decideWithoutCard = async (
    turn: Turn,
    decision: Approval,
    run: RunView | null,
  ): Promise<void> => {
    const { card } = decision;
    const settled = (returned: ReturnedApproval): Settled => {
      const facts = { ...decision, isProcessWrite: card?.isProcessWrite ?? true };
      const ended = howItEnded(facts, returned);
      return settle(turn.row, { decision, card: card ?? UNKNOWN_CARD, ended, seen: UNSEEN });
    };
    if (card === null) {
      const waits = run !== null && isWaiting(run.status); // another card: the editor decides again
      await absorb(turn, run, waits ? NOTHING : settled({ kind: 'neverDecided' }));
    } else if (run?.status === 'queued') {
      await runQueued(turn, (result) => settled(returnedResult(result)));
    } else if (run?.status !== 'running') {
      await absorb(turn, run, settled({ kind: 'noAnswer' }));
    } // running: somebody carries it out; its end is looked at later
  };

  const inputTurn = async (turn: Turn, decision: Input): Promise<void> => {
    const run = await runtime.status(turn.runUuid, turn.actor);
    if (run?.card?.kind !== 'input' || run.card.digest !== decision.cardDigest) {
      await runTurn(turn);
      return;
    }
    const handed = { ...turn, row: await handOver(turn.row, { ...decision, handedOver: true }) };
    const { cardDigest, input } = decision;
    let result: RunResult;
    const live = listener(turn.row);
    try {
      result = await runtime.submitInput(
        turn.runUuid,
        { cardDigest, input },
        { actor: turn.actor, listener: live },
      );
    } catch (error) {
      if (!isAppError(error)) throw error;
      const after = await runtime.status(turn.runUuid, turn.actor);
      if (after !== null && isWaiting(after.status)) await handBack(handed, error);
      else await absorb(handed, after, NOTHING);
      return;
    }
    await apply(handed, endOfResult(result, live.unfinished()), NOTHING);
  };

  /** Keeps what the card showed before the decision leaves the chat (OPN-06). */
  const handOver = async (row: Conversation, decision: RecordedDecision): Promise<Conversation> => {
    const kept = await writes.write(row, { set: { decision } });
    if (kept !== null) return kept;
    throw new Error(`Conversation ${row.uuid} moved while its decision was carried out`);
  };

  /** A refused decision: the card, as it is now, is the editor's again, and says why. */
  const handBack = async (turn: Turn, error: { code: string; message: string }): Promise<void> => {
    const run = await runtime.status(turn.runUuid, turn.actor);
    const status = run?.status === 'waiting_for_input' ? 'awaiting_input' : 'awaiting_approval';
    const { code, message } = error;
    await writes.writeForRun(turn, () => ({
      set: { status, decision: null },
      append: [{ kind: 'stopped', code, message: sanitiseMessage(message) }],
    }));
  };

  const settle = (
    row: Conversation,
    facts: {
      readonly decision: Approval;
      readonly card: DecidedCard;
      readonly ended: Ended;
      readonly seen: SeenCalls;
    },
  ): Settled => {
    const { decision, card, ended, seen } = facts;
    if (ended === 'undecided') return previewMoved(null);
    const { approved, reason } = decision;
    const subject = row.page === null ? null : { table: 'pages', uid: row.page };
    return {
      before: [
        {
          kind: 'outcome',
          outcome: {
            id: deps.ids.uuid(),
            kind: ended,
            fields: [...card.fields],
            tool: card.tool,
            target:
              card.target === null ? null : { table: card.target.table, uid: card.target.uid },
            historyId: seen.historyId,
            undone: false,
            ...(approved && seen.carriedOut !== null ? { carriedOut: seen.carriedOut } : {}),
            point: card.point,
          },
        },
      ],
      effect: openPointEffect({ card, approved, reason, ended, subject }),
    };
  };

  const apply = async (turn: Turn, end: SegmentEnd, settled: Settled): Promise<void> => {
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
  };

  const stop = async (
    row: Conversation,
    runUuid: string | null,
    reason: { readonly code: string; readonly message: string; readonly settled?: Settled },
  ): Promise<void> => {
    const { code, message, settled = NOTHING } = reason;
    await writes.writeForRun(
      { row, runUuid },
      () => ({
        set: { status: 'failed', decision: null, process: null, tourStart: null, highlight: null },
        append: [...settled.before, { kind: 'stopped', code, message }],
      }),
      settled.effect,
    );
  };

  return carryOut;
}
