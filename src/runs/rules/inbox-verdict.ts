import type { ErrorCode } from '../../contracts/index.ts';

/** What the inbox knows of a waiting run and the person who looks at it. */
export interface InboxFacts {
  readonly holdsProcessPin: boolean;
  readonly isInitiator: boolean;
  /** Holds the permission to approve what they started themselves. */
  readonly mayApproveOwn: boolean;
  readonly configurationExists: boolean;
  readonly requireSecondApprover: boolean;
  readonly stateUnreadable: boolean;
  /** May run every pending write themselves. */
  readonly mayRunPending: boolean;
  /** The preview of a call that waits for approval could not be made: nobody sees what a yes would do. */
  readonly previewFailed: boolean;
}

/**
 * The refusal an answer from the inbox would meet, in the order of rules.md §1; `null` = it would be carried out.
 * `preview_failed` is no refusal: a yes is not offered, as in the chat (HST-02).
 */
export interface InboxVerdict {
  readonly approve: ErrorCode | 'preview_failed' | null;
  readonly deny: ErrorCode | null;
}

export function inboxVerdict(facts: InboxFacts): InboxVerdict {
  if (facts.holdsProcessPin) return { approve: 'decide_in_chat', deny: 'decide_in_chat' };
  return { approve: approvalCode(facts), deny: denialCode(facts) };
}

function approvalCode(facts: InboxFacts): InboxVerdict['approve'] {
  if (facts.isInitiator && !facts.mayApproveOwn) return 'may_not_approve';
  if (!facts.configurationExists) return 'configuration_gone';
  if (facts.isInitiator && facts.requireSecondApprover) return 'self_approval';
  const refused = denialCode(facts) ?? (facts.mayRunPending ? null : 'approver_not_permitted');
  return refused ?? (facts.previewFailed ? 'preview_failed' : null);
}

function denialCode(facts: InboxFacts): ErrorCode | null {
  if (!facts.configurationExists) return 'configuration_gone';
  return facts.stateUnreadable ? 'corrupt_state' : null;
}
