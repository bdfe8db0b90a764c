import type { ActorDirectory, PeopleStore } from '../../actors/index.ts';
import type { UsageService } from '../../models/index.ts';
import { createGovernance, type Governance, type HostedRuntime } from '../../runs/index.ts';
import type { RemoteServerService, ToolRegistry } from '../../tools/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** What is kept and who may steer, against the profiles; and what a person's run may call. */
export function wireGovernance(
  { settings }: Foundation,
  needs: {
    readonly stores: Stores;
    readonly peopleStore: PeopleStore;
    readonly directory: ActorDirectory;
    readonly tools: ToolRegistry;
    readonly runtime: HostedRuntime;
    readonly usage: UsageService;
    readonly remoteServers: RemoteServerService;
  },
): Governance {
  const { stores, peopleStore, directory, tools, runtime, usage, remoteServers } = needs;
  const { level, runDays, stepDays, taskDays } = settings.privacy;
  const days = [runDays, stepDays, taskDays];
  return createGovernance({
    runtime,
    configurations: stores.configurations,
    tools,
    directory,
    budgets: usage,
    people: async () =>
      (await peopleStore.people()).map(({ userId, name }) => ({ id: userId, name })),
    skills: stores.skills,
    servers: async (actor) => (await remoteServers.overview(actor)).servers,
    settings: {
      privacyLevel: level,
      // What is kept longest is how long something is kept; 0 is for good.
      retentionDays: days.includes(0) ? 0 : Math.max(...days),
      minTrustLevel: settings.skills.minTrustLevel,
      instructionTrustLevel: settings.skills.instructionTrustLevel,
      dataClasses: 'enforce',
    },
  });
}
