import { createMemoryTransactions } from '../../base/index.ts';
import {
  createAgentRuntime,
  createMemoryRunStore,
  type AgentRuntime,
  type RuntimeDeps,
  type RuntimeSettings,
} from '../../runs/index.ts';
import { trialReader, type TriedVersion } from '../../skills/index.ts';
import { simulatedTools } from '../../tools/index.ts';

/**
 * The runtime of one trial: the installation's own, over runs that live in memory, tools that write nothing, and skills
 * among which exactly the tried version counts as approved. It is thrown away with the trial, and with it the run, its pin
 * and its log: there is nothing to list, to hold or to continue (WEB-04).
 */
export function createTrialRuntime(
  installation: { readonly deps: RuntimeDeps; readonly settings?: RuntimeSettings },
  tried: TriedVersion,
): AgentRuntime {
  const { deps, settings } = installation;
  return createAgentRuntime(
    {
      ...deps,
      store: createMemoryRunStore(),
      transactions: createMemoryTransactions(),
      skills: trialReader(deps.skills, tried),
      tools: simulatedTools(deps.tools),
      // Nobody else ever works on this run.
      wakeUp: { wake: () => undefined },
      // Nor is anybody told that it waits.
      onWaiting: () => Promise.resolve(),
    },
    settings,
  );
}
