import { mayActOnRun, type Actor } from '../actors/index.ts';
import { refusal } from './refusals.ts';
import type { RunStore } from './run-store.ts';
import type { AgentRuntime, RunResult } from './runtime.ts';

/**
 * Decisions made anywhere but in the conversation of a run: inbox, playground, generic routes, command line. A run that
 * holds a process is refused there before anything else is asked, whoever decides, its initiator included (PRC-04, rules.md
 * §1); otherwise `approve` and `submitInput` as the runtime has them.
 */
export type RunInbox = Pick<AgentRuntime, 'approve' | 'submitInput'>;

export function createRunInbox(store: Pick<RunStore, 'run'>, runtime: RunInbox): RunInbox {
  const elsewhere = async (
    uuid: string,
    actor: Actor,
    decide: () => Promise<RunResult>,
  ): Promise<RunResult> => {
    const run = await store.run(uuid);
    // Who may not decide at all learns nothing, not even that it is a process.
    const known = run !== null && mayActOnRun(actor, run, 'agent:approve');
    if (known && run.processSkillUid !== null) throw refusal('decide_in_chat');
    return decide();
  };
  return {
    approve: (uuid, decision, options) =>
      elsewhere(uuid, options.actor, () => runtime.approve(uuid, decision, options)),
    submitInput: (uuid, answer, options) =>
      elsewhere(uuid, options.actor, () => runtime.submitInput(uuid, answer, options)),
  };
}
