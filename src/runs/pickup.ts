import type { SaidNotice } from '../contracts/index.ts';
import type { RuntimeContext } from './deps.ts';
import { blockedNotice, inputRefusal } from './input-gate.ts';
import { runSegment } from './loop.ts';
import {
  beginSegment,
  checkSegment,
  openRun,
  type OpenedRun,
  type SegmentCheck,
} from './open-segment.ts';
import { createRunCodec } from './run-codec.ts';
import { refusal } from './refusals.ts';
import { afterStop } from './rules/continuation.ts';
import { stopNotices, stopSentence, stopTermination, type FailedPin } from './rules/failed-pins.ts';
import type { NewRunEvent, RunGuard, RunRow } from './run-store.ts';
import type { RunListener, RunResult } from './runtime.ts';
import { finish, type Ending } from './transitions.ts';
import { isAppError } from '../base/index.ts';

/** A run this process holds the lease of. */
export interface HeldRun {
  readonly run: RunRow;
  readonly owner: string;
  readonly listener: RunListener;
}

/**
 * Goes on with a run from the queue, from the start or where its journal ends: state, pins, access and subject are checked
 * first, whoever held it before (PIN-03, API-02, decisions §69).
 */
export async function pickUp(
  context: RuntimeContext,
  held: HeldRun,
  options: { readonly requeues: boolean },
): Promise<RunResult> {
  const { run } = held;
  const opened = await openRun(context, run);
  if (opened === null) {
    return endHeld(context, held, {
      termination: 'not_retryable',
      text: 'The stored state of this run cannot be read, so it was ended.',
    });
  }
  if (opened.request.stop !== null) {
    // Its pins were already stored without the failed ones.
    return endHeld(context, held, opened.request.stop);
  }
  const check = await checkSegment(context, opened);
  const stopped = await stopIfFailing(context, held, check);
  if (stopped !== null) return stopped;
  return startSegment(context, held, { opened, check, requeues: options.requeues });
}

async function stopIfFailing(
  context: RuntimeContext,
  held: HeldRun,
  check: SegmentCheck,
): Promise<RunResult | null> {
  if (check.failed.length > 0 || check.subjectGone) {
    return stopOnPins(context, held, { failed: check.failed, subjectGone: check.subjectGone });
  }
  if (check.mayUse && check.blocked !== null) {
    return endHeld(context, held, {
      termination: 'policy_denied',
      text: inputRefusal(context, check.blocked).message,
      notices: [blockedNotice(check.blocked)],
    });
  }
  if (check.mayUse && check.configuration !== null) return null;
  return endHeld(context, held, {
    termination: 'not_retryable',
    text:
      check.actor === null
        ? 'The person who started this run no longer has an account.'
        : refusal('configuration_access').message,
  });
}

/** Begins the segment and runs it; a model that cannot be had ends the run with what to set. */
export async function startSegment(
  context: RuntimeContext,
  held: HeldRun,
  start: {
    readonly opened: OpenedRun;
    readonly check: SegmentCheck;
    readonly requeues: boolean;
  },
): Promise<RunResult> {
  const { opened, check } = start;
  const { configuration, actor } = check;
  if (configuration === null || actor === null) {
    return endHeld(context, held, {
      termination: 'not_retryable',
      text: refusal('configuration_gone').message,
    });
  }
  let segment;
  try {
    segment = await beginSegment(context, opened, {
      owner: held.owner,
      check: { ...check, configuration, actor },
      takenOver: held.run.journalCount > 0,
      requeues: start.requeues,
      listener: held.listener,
    });
  } catch (error) {
    context.log.error({ err: error, run: held.run.uuid }, 'A run could not begin its segment');
    return endHeld(context, held, {
      termination: 'not_retryable',
      text: isAppError(error) ? error.message : 'The run could not be started.',
    });
  }
  return runSegment(segment);
}

/** A run whose pins fail, or whose page is gone: stores what still holds and names every reason (PIN-05). */
export async function stopOnPins(
  context: RuntimeContext,
  held: HeldRun,
  stop: { readonly failed: readonly FailedPin[]; readonly subjectGone: boolean },
): Promise<RunResult> {
  return endHeld(context, held, {
    termination: stopTermination(stop.failed),
    text: stopSentence(stop.failed, stop.subjectGone),
    notices: stopNotices(stop.failed, stop.subjectGone),
    held: heldAfterStop(held.run, stop),
  });
}

/** What a run stores when it stops on failing pins. */
export function heldAfterStop(
  run: RunRow,
  stop: { readonly failed: readonly FailedPin[]; readonly subjectGone: boolean },
): NonNullable<Ending['held']> {
  const { pins, invocation, subject } = afterStop(
    { ...run, notices: [] },
    stop.failed,
    stop.subjectGone,
  );
  const processSkillUid = pins.find((pin) => pin.process)?.skillUid ?? null;
  return { pins, processSkillUid, invocation, subject };
}

async function endHeld(
  context: RuntimeContext,
  held: HeldRun,
  end: EndWithoutSegment,
): Promise<RunResult> {
  return endRun(context, held, {
    ...end,
    guard: { statuses: ['running'], leaseOwner: held.owner },
  });
}

type EndWithoutSegment = Pick<Ending, 'termination' | 'held'> & {
  readonly text: string;
  /** What the person is told besides. */
  readonly notices?: readonly SaidNotice[];
};

/** Ends a run without a segment. When somebody else was first, says so. */
export async function endRun(
  context: RuntimeContext,
  held: Pick<HeldRun, 'run' | 'listener'>,
  end: EndWithoutSegment & { readonly guard: RunGuard },
): Promise<RunResult> {
  const { uuid } = held.run;
  const atMs = context.clock.now();
  const events = (end.notices ?? []).map((payload): NewRunEvent => ({
    kind: 'notice',
    payload,
    atMs,
  }));
  const { guard, change } = finish(
    {
      status: 'failed',
      outcome: 'failed',
      termination: end.termination,
      text: createRunCodec(context.sealer).sealText(uuid, end.text),
      atMs,
      events,
      ...(end.held === undefined ? {} : { held: end.held }),
    },
    end.guard,
  );
  const changed = await context.transactions.transact((transaction) =>
    context.store.within(transaction).change(uuid, guard, change),
  );
  context.known.forget(uuid);
  for (const event of changed?.events ?? []) held.listener.onEvent?.(event);
  const base = { uuid, steps: [], resuspended: false, effectStamped: false, takenOver: false };
  return changed === null
    ? { ...base, outcome: 'lease_lost', termination: null, text: '' }
    : { ...base, outcome: 'failed', termination: end.termination, text: end.text };
}
