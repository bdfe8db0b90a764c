import { holdsGrant, isInitiatorOf, mayActOnRun, type Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import { refusal } from './refusals.ts';
import type { RunRow, RunStore } from './run-store.ts';
import type { AgentRuntime, RunListener, RunResult, WakeUp } from './runtime.ts';

/**
 * Decisions made anywhere but in the conversation of a run: inbox, playground, generic routes, command line. A run that
 * holds a process is refused there before anything else is asked, whoever decides, its initiator included (PRC-04, rules.md
 * §1); otherwise `approve` and `submitInput` as the runtime has them.
 */
export type RunInbox = Pick<AgentRuntime, 'approve' | 'submitInput'>;

/**
 * Whoever picks the run up is woken once a decision is recorded and again when its segment has ended, so that a conversation
 * hears at once of what was decided for it elsewhere.
 */
export function createRunInbox(
  store: Pick<RunStore, 'run'>,
  runtime: RunInbox,
  wakeUp: WakeUp,
): RunInbox {
  const elsewhere = async (
    asked: { readonly uuid: string; readonly actor: Actor; readonly approves: boolean },
    listener: RunListener,
    decide: (listener: RunListener) => Promise<RunResult>,
  ): Promise<RunResult> => {
    const { uuid, actor } = asked;
    const run = await store.run(uuid);
    // Who may not decide at all learns nothing, not even that it is a process.
    const known = run !== null && mayActOnRun(actor, run, 'agent:approve');
    if (known && run.processSkillUid !== null) throw refusal('decide_in_chat');
    if (known && asked.approves && mayNotApproveOwn(actor, run)) throw mayNotApprove();
    const wake = () => {
      if (run?.wake.topic === 'conversation') wakeUp.wake(run.wake);
    };
    const result = await decide({
      ...listener,
      onEvent: (event) => {
        listener.onEvent?.(event);
        if (event.kind === 'approval' || event.kind === 'input') wake();
      },
    });
    wake();
    return result;
  };
  return {
    approve: (uuid, decision, { actor, listener = {} }) =>
      elsewhere({ uuid, actor, approves: decision.approved }, listener, (told) =>
        runtime.approve(uuid, decision, { actor, listener: told }),
      ),
    submitInput: (uuid, answer, { actor, listener = {} }) =>
      elsewhere({ uuid, actor, approves: false }, listener, (told) =>
        runtime.submitInput(uuid, answer, { actor, listener: told }),
      ),
  };
}

/** Approving what one started oneself is a permission of its own, here as in the chat (CHT-10). */
export function mayNotApproveOwn(actor: Actor, run: Pick<RunRow, 'initiatorUserId'>): boolean {
  return isInitiatorOf(actor, run) && !holdsGrant(actor, 'approve_own_changes');
}

function mayNotApprove(): AppError {
  return new AppError(
    'may_not_approve',
    'You started this run, and you may not approve your own changes. You can decline it, or somebody else approves it.',
  );
}
