import type { RunDecided, RunEvent, RunOutcome, RunStatus, RunView } from '../contracts/index.ts';
import type { RunResult } from './runtime.ts';

/** What came of a decision, as whoever made it is told. */
export function decidedRun(
  result: Pick<RunResult, 'uuid' | 'outcome' | 'termination' | 'text' | 'steps'>,
): RunDecided {
  const { uuid, outcome, termination, text, steps } = result;
  const isUnknown = steps.some((step) => step.kind === 'tool' && step.effectUnknown === true);
  return { uuid, outcome, termination, message: text, ...flag(isUnknown) };
}

/** How a run stands, in the words of a decision's answer; one that works on is in the queue for whoever asks. */
const STANDING: Readonly<Record<RunStatus, RunOutcome>> = {
  queued: 'requeued',
  running: 'requeued',
  waiting_for_approval: 'awaiting_approval',
  waiting_for_input: 'awaiting_input',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The same for a decision that is sent again: how its run stands now, and what its log tells since the last decision. */
export function standingRun(
  run: Pick<RunView, 'uuid' | 'status' | 'termination' | 'message'>,
  events: readonly RunEvent[],
): RunDecided {
  const { uuid, status, termination, message } = run;
  const since = events.findLastIndex(({ kind }) => kind === 'approval' || kind === 'input');
  const isUnknown = events
    .slice(since + 1)
    .some(({ kind, payload }) => kind === 'tool' && isEffectUnknown(payload));
  return {
    uuid,
    outcome: STANDING[status],
    termination,
    message: message ?? '',
    ...flag(isUnknown),
  };
}

/** Whether a logged call failed and may have changed something all the same. */
export function isEffectUnknown(payload: RunEvent['payload']): boolean {
  return payload['effectUnknown'] === true;
}

function flag(isUnknown: boolean): Pick<RunDecided, 'effectUnknown'> {
  return isUnknown ? { effectUnknown: true } : {};
}
