import type { Actor } from '../actors/index.ts';
import type { ErrorCode, PendingCard, WaitingStatus } from '../contracts/index.ts';
import { leaseOf } from './claims.ts';
import type { RuntimeContext } from './deps.ts';
import { inputRefusal } from './input-gate.ts';
import type { JournalEntry } from './journal.ts';
import { runSegment } from './loop.ts';
import {
  beginSegment,
  checkSegment,
  openRun,
  openStanding,
  type OpenedRun,
  type SegmentCheck,
} from './open-segment.ts';
import { endRun, heldAfterStop, stopOnPins, type HeldRun } from './pickup.ts';
import { refusal } from './refusals.ts';
import type { BeforeClaim } from './rules/approval-verdict.ts';
import { stopNotices, stopSentence, type FailedPin } from './rules/failed-pins.ts';
import type { NewRunEvent, RunRow } from './run-store.ts';
import type { RunListener, RunResult } from './runtime.ts';
import { SegmentLost, type Segment } from './segment.ts';
import { release, resumeClaim } from './transitions.ts';

export interface Decider {
  readonly actor: Actor;
  readonly listener: RunListener;
}

/** What is read before a decision is claimed. */
export interface BeforeFacts {
  readonly run: RunRow | null;
  readonly opened: OpenedRun | null;
  readonly configuration: SegmentCheck['configuration'];
}

export async function readBeforeClaim(context: RuntimeContext, uuid: string): Promise<BeforeFacts> {
  const found = await context.store.run(uuid);
  const opened = found === null ? null : await openStanding(context, found);
  if (opened === null) return { run: null, opened: null, configuration: null };
  const { run } = opened;
  return {
    ...opened,
    configuration: await context.configurations.configuration(run.configurationUid),
  };
}

/** What the claimed run is decided on; read again under the claim. */
export interface ClaimedRun {
  readonly card: PendingCard;
  readonly check: SegmentCheck;
  readonly segment: Segment;
}

/** What became of a claimed decision. */
export type DecisionStep =
  | { readonly do: 'refuse'; readonly code: ErrorCode }
  | {
      readonly do: 'stop';
      readonly failed: readonly FailedPin[];
      readonly subjectGone: boolean;
    }
  | { readonly do: 'finished'; readonly result: RunResult }
  | { readonly do: 'record'; readonly entry: JournalEntry; readonly event: NewRunEvent };

/** What may be decided at all is asked on: before the claim, and again under it with everything as it is then. */
export type AskedFacts = BeforeFacts & { readonly actor: Actor };

export interface Attempt {
  readonly before: BeforeFacts;
  readonly verdictOn: (facts: AskedFacts) => BeforeClaim;
  readonly decider: Decider;
  readonly from: WaitingStatus;
  readonly decide: (claimed: ClaimedRun) => Promise<DecisionStep>;
}

/** Claims the waiting run, decides on what is read under the claim, and goes on; a refusal puts the run back as it was. */
export async function carryOut(context: RuntimeContext, attempt: Attempt): Promise<RunResult> {
  const { before, decider, from } = attempt;
  const verdict = attempt.verdictOn({ ...before, actor: decider.actor });
  if (verdict.do === 'refuse' || before.run === null) {
    throw verdict.do === 'refuse' ? refusalOf(verdict) : refusal('access_denied');
  }
  const { run } = before;
  if (verdict.do === 'stop') return stopWaiting(context, attempt);
  const lease = leaseOf(context);
  const { guard, change } = resumeClaim(from, lease);
  const won = await context.transactions.transact((transaction) =>
    context.store.within(transaction).change(run.uuid, guard, change),
  );
  if (won === null) throw refusal('already_resuming');
  for (const event of won.events) decider.listener.onEvent?.(event);
  await context.at('decision.claimed');
  const held = { run, owner: lease.owner, listener: decider.listener };
  try {
    return await underClaim(context, held, attempt);
  } catch (error) {
    await giveBack(context, held, from);
    if (error instanceof SegmentLost) throw refusal('already_resuming');
    throw error;
  }
}

async function underClaim(
  context: RuntimeContext,
  held: HeldRun,
  attempt: Attempt,
): Promise<RunResult> {
  const run = await context.store.run(held.run.uuid);
  const opened = run === null ? null : await openRun(context, run);
  if (run === null || opened?.suspended === null || opened === null) {
    throw refusal('corrupt_state');
  }
  const { card } = opened.suspended;
  const check = await checkSegment(context, opened);
  const { configuration, actor } = check;
  if (configuration === null) throw refusal('configuration_gone');
  if (actor === null) {
    return endRun(context, held, {
      termination: 'not_retryable',
      text: 'The person who started this run no longer has an account.',
      guard: { statuses: ['running'], leaseOwner: held.owner },
    });
  }
  await askAgain(context, { run, opened, configuration }, attempt);
  // The run waits on: a text may be declared anew, and the card can be withdrawn.
  if (check.blocked !== null) throw inputRefusal(context, check.blocked);
  const segment = await beginSegment(context, opened, {
    owner: held.owner,
    check: { ...check, configuration, actor },
    takenOver: false,
    requeues: false,
    listener: held.listener,
  });
  try {
    const step = await attempt.decide({ card, check, segment });
    switch (step.do) {
      case 'refuse':
        throw refusal(step.code);
      case 'stop':
        return await stopOnPins(
          context,
          { ...held, run },
          { failed: step.failed, subjectGone: step.subjectGone },
        );
      case 'finished':
        return step.result;
      case 'record':
        await recordDecision(segment, step);
    }
    await context.at('decision.recorded');
    return await runSegment(segment);
  } finally {
    segment.leave();
  }
}

/**
 * The question before the claim, asked under it: whether a second person is asked for, and whether the decider may act on the
 * run, can have changed in between. What a screen asks beside it (CHT-10) is asked there. A process that may no longer go on is
 * stopped with its failed pins.
 */
async function askAgain(
  context: RuntimeContext,
  facts: BeforeFacts & { readonly run: RunRow },
  attempt: Attempt,
): Promise<void> {
  const { from, decider } = attempt;
  const actor =
    decider.actor.kind === 'user' ? await context.actors.user(decider.actor.userId) : decider.actor;
  if (actor === null) throw refusal('access_denied');
  const verdict = attempt.verdictOn({ ...facts, actor, run: { ...facts.run, status: from } });
  if (verdict.do === 'refuse') throw refusalOf(verdict);
}

function refusalOf({ code, detail }: Extract<BeforeClaim, { do: 'refuse' }>): Error {
  return refusal(code, { detail: detail ?? null });
}

/** The decision's event comes first; what cannot be recorded is not carried out (DEC-06). */
async function recordDecision(
  segment: Segment,
  step: Extract<DecisionStep, { do: 'record' }>,
): Promise<void> {
  try {
    await segment.record({ entries: [step.entry], events: [step.event] });
  } catch (error) {
    if (error instanceof SegmentLost) throw error;
    segment.context.log.error(
      { err: error, run: segment.uuid },
      'A decision could not be recorded',
    );
    throw refusal('not_auditable');
  }
}

/** Puts the run back as it was; when even that fails, the lease runs out and the recovery does it. */
async function giveBack(context: RuntimeContext, held: HeldRun, to: WaitingStatus): Promise<void> {
  const { guard, change } = release(to, { owner: held.owner }, context.clock.now());
  try {
    const changed = await context.transactions.transact((transaction) =>
      context.store.within(transaction).change(held.run.uuid, guard, change),
    );
    for (const event of changed?.events ?? []) held.listener.onEvent?.(event);
  } catch (error) {
    context.log.error({ err: error, run: held.run.uuid }, 'A claimed run could not be put back');
  }
}

/** Four-eyes was switched on under a waiting process: it stops by a transition guarded on its waiting state (PRC-06). */
async function stopWaiting(context: RuntimeContext, attempt: Attempt): Promise<RunResult> {
  const { run } = attempt.before;
  if (run === null) throw refusal('access_denied');
  const failed = run.pins
    .filter((pin) => pin.process)
    .map((pin): FailedPin => ({ pin, reason: 'four_eyes' }));
  const result = await endRun(
    context,
    { run, listener: attempt.decider.listener },
    {
      termination: 'four_eyes_blocked',
      text: stopSentence(failed, false),
      notices: stopNotices(failed, false),
      held: heldAfterStop(run, { failed, subjectGone: false }),
      guard: { statuses: [attempt.from] },
    },
  );
  if (result.outcome === 'lease_lost') throw refusal('already_resuming');
  return result;
}
