import type { ErrorCode } from '../../contracts/index.ts';

/** The facts a new invocation is checked on. */
export interface StartFacts {
  readonly actorMayUse: boolean;
  /** `null` for a run without an invocation: only access to the configuration is asked. */
  readonly skill: {
    readonly attached: boolean;
    readonly enabled: boolean;
    readonly orphaned: boolean;
    readonly admitted: boolean;
    readonly intact: boolean;
    readonly process: boolean;
    readonly instruction: boolean;
  } | null;
  /** For the user the run executes as; `true` without a subject. */
  readonly subjectReadable: boolean;
  readonly isServiceAccount: boolean;
  /** Whether the actor may approve his own changes in the chat (CHT-10). */
  readonly mayApproveOwn: boolean;
  readonly requireSecondApprover: boolean;
  readonly processHeld: boolean;
}

/**
 * Why an invocation does not start, or `null`. The order is the documented one (API-06, decisions §6 and §57); admission
 * to the window comes after it.
 */
export function startRefusal(facts: StartFacts): ErrorCode | null {
  const { skill } = facts;
  if (!facts.actorMayUse) return 'configuration_access';
  if (skill === null) return null;
  if (!skill.attached) return 'skill_not_attached';
  if (!skill.enabled) return 'skill_disabled';
  if (skill.orphaned) return 'skill_orphaned';
  if (!skill.admitted) return 'skill_not_admitted';
  if (!skill.intact) return 'skill_damaged';
  if (!facts.subjectReadable) return 'subject_unreadable';
  if (!skill.process) return null;
  if (!skill.instruction) return 'not_an_instruction';
  if (facts.isServiceAccount) return 'service_account_process';
  if (!facts.mayApproveOwn) return 'may_not_approve';
  if (facts.requireSecondApprover) return 'four_eyes';
  return facts.processHeld ? 'process_running' : null;
}
