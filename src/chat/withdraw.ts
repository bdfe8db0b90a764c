import {
  isTerminal,
  isWaiting,
  type ConversationStatus,
  type RunStatus,
} from '../contracts/index.ts';
import { isAwaiting } from './conversation.ts';

/** A run as a message finds it. */
export interface MetRun {
  readonly status: RunStatus;
  readonly holdsProcessPin: boolean;
}

/** Whether a message withdraws the conversation's run before its own turn (rules §3, CHT-02, CHT-03). */
export function messageWithdraws(status: ConversationStatus, run: MetRun | 'gone' | null): boolean {
  const open = isAwaiting(status) || (run !== null && run !== 'gone' && !isTerminal(run.status));
  return open && (run === 'gone' || (run !== null && run.holdsProcessPin));
}

export type WithdrawStep = 'dispatch_withdrawn' | 'retry_cancel' | 'put_back';

/** What follows a guarded cancel (rules §3). `gone` = purged: the turn then meets `predecessor_missing`. */
export function withdrawStep(cancel: {
  readonly won: boolean;
  readonly status: RunStatus | 'gone';
}): WithdrawStep {
  if (cancel.won || cancel.status === 'gone' || isTerminal(cancel.status)) {
    return 'dispatch_withdrawn'; // terminal though we did not win: an operator cancelled it
  }
  // Paused anew meanwhile: try again. Queued or running: the chat's own decision is being carried out.
  return isWaiting(cancel.status) ? 'retry_cancel' : 'put_back';
}
