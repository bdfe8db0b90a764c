import { isInitiatorOf, mayActOnRun, type Actor, type OwnedRun } from '../../actors/index.ts';
import type { DenialReason, ErrorCode, RunStatus } from '../../contracts/index.ts';

/**
 * The order of checks on a decision (rules.md §1, DEC-05). Two questions: one before the claim, one after it, when
 * everything has been read again.
 */

/** What both questions need of a run; everything here is readable when its sealed state is not. */
export interface DecidableRun extends OwnedRun {
  readonly status: RunStatus;
  readonly processSkillUid: number | null;
}

export interface DecisionFacts {
  readonly actor: Actor;
  /** `null` for an unknown run, which is answered like somebody else's. */
  readonly run: DecidableRun | null;
  /** `null` when the run's configuration is gone. */
  readonly configuration: { readonly requireSecondApprover: boolean } | null;
  readonly stateUnreadable: boolean;
}

export interface ApproveFacts extends DecisionFacts {
  readonly approved: boolean;
}

export type BeforeClaim =
  /** `detail`: what is wrong with an answer, for `invalid_input` alone: it quotes the question. */
  | { readonly do: 'refuse'; readonly code: ErrorCode; readonly detail?: string }
  /** The four-eyes setting was switched on under a running process: a guarded transition to failed. */
  | { readonly do: 'stop' }
  | { readonly do: 'claim' };

const refuse = (code: ErrorCode) => ({ do: 'refuse', code }) as const;

/** Whether an approval or denial may be attempted at all. */
export function approvalRefusal(facts: ApproveFacts): BeforeClaim {
  const { actor, run, configuration } = facts;
  if (run === null || !mayActOnRun(actor, run, 'agent:approve')) return refuse('access_denied');
  if (run.status !== 'waiting_for_approval') return refuse('not_awaiting_approval');
  const process = run.processSkillUid !== null;
  const initiator = isInitiatorOf(actor, run);
  if (process && !initiator) return refuse('decide_in_chat');
  if (configuration === null) return refuse('configuration_gone');
  const fourEyes = configuration.requireSecondApprover;
  if (process && facts.stateUnreadable) return refuse('corrupt_state');
  if (process && fourEyes) return { do: 'stop' };
  if (!process && facts.approved && fourEyes && initiator) return refuse('self_approval');
  if (facts.stateUnreadable) return refuse('corrupt_state');
  return { do: 'claim' };
}

export interface InputFacts extends DecisionFacts {
  /**
   * What of the answer does not match the pending question's schema, `null` for one that does; asked last, when nothing
   * else speaks against it.
   */
  readonly answerProblem: () => string | null;
}

/** Whether an answer to a question may be attempted at all; same order, without the self-approval gate. */
export function inputRefusal(facts: InputFacts): BeforeClaim {
  const { actor, run, configuration } = facts;
  if (run === null || !mayActOnRun(actor, run, 'agent:approve')) return refuse('access_denied');
  if (run.status !== 'waiting_for_input') return refuse('not_awaiting_input');
  const process = run.processSkillUid !== null;
  if (process && !isInitiatorOf(actor, run)) return refuse('decide_in_chat');
  if (configuration === null) return refuse('configuration_gone');
  if (facts.stateUnreadable) return refuse('corrupt_state');
  if (process && configuration.requireSecondApprover) return { do: 'stop' };
  const problem = facts.answerProblem();
  return problem === null
    ? { do: 'claim' }
    : { do: 'refuse', code: 'invalid_input', detail: problem };
}

/** Facts read again under the claim. `Failure` describes a pin that failed. */
export interface ClaimedFacts<Failure> {
  readonly decision: {
    readonly approved: boolean;
    readonly cardDigest: string;
    readonly reason: DenialReason | null;
  };
  readonly cardDigest: string;
  /** Whether the decider may run every pending write (an answer: every pending call). */
  readonly mayRunPending: boolean;
  readonly failedPins: readonly Failure[];
  /** The page of the process is gone, or its owner may no longer read it (decisions §58). Default `false`. */
  readonly subjectGone?: boolean;
  readonly previewsDiffer: boolean;
  /** The card is one pending write in a process. */
  readonly isProcessWrite: boolean;
}

export type ClaimedVerdict<Failure> =
  | { readonly do: 'refuse'; readonly code: ErrorCode }
  | { readonly do: 'stop'; readonly failed: readonly Failure[] }
  | { readonly do: 'resuspend' }
  | { readonly do: 'deny'; readonly reason: DenialReason | null }
  /** The audit event first; not storable = `not_auditable`, and nothing runs (DEC-06). */
  | { readonly do: 'audit_then_execute' };

/** What becomes of a claimed decision. A missing digest counts as a different one (DEC-01). */
export function claimedVerdict<Failure>(facts: ClaimedFacts<Failure>): ClaimedVerdict<Failure> {
  const { decision } = facts;
  if (decision.cardDigest !== facts.cardDigest) return refuse('stale_approval');
  if (decision.approved && !facts.mayRunPending) return refuse('approver_not_permitted');
  if (facts.failedPins.length > 0 || facts.subjectGone === true) {
    return { do: 'stop', failed: facts.failedPins };
  }
  if (decision.approved && facts.previewsDiffer) return { do: 'resuspend' };
  if (!decision.approved) {
    return { do: 'deny', reason: facts.isProcessWrite ? decision.reason : null };
  }
  return { do: 'audit_then_execute' };
}

export type ClaimedInputVerdict<Failure> =
  | { readonly do: 'refuse'; readonly code: ErrorCode }
  | { readonly do: 'stop'; readonly failed: readonly Failure[] }
  | { readonly do: 'record_then_execute' };

/** What becomes of a claimed answer. */
export function claimedInputVerdict<Failure>(facts: {
  readonly digest: string;
  readonly cardDigest: string;
  readonly mayRunPending: boolean;
  readonly failedPins: readonly Failure[];
  /** As for an approval. */
  readonly subjectGone?: boolean;
}): ClaimedInputVerdict<Failure> {
  if (facts.digest !== facts.cardDigest) return refuse('stale_input');
  if (!facts.mayRunPending) return refuse('submitter_not_permitted');
  if (facts.failedPins.length > 0 || facts.subjectGone === true) {
    return { do: 'stop', failed: facts.failedPins };
  }
  return { do: 'record_then_execute' };
}
