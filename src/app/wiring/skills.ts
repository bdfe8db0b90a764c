import type { PeopleStore } from '../../actors/index.ts';
import { createGitHubReader } from '../../adapters/github/index.ts';
import type { ContentHost } from '../../content/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import {
  createSkillIngest,
  createSkillService,
  originOf,
  seedBundledProcesses,
  type SkillService,
  type SkillServiceDeps,
} from '../../skills/index.ts';
import type { ToolRegistry } from '../../tools/index.ts';
import { bundledProcesses } from '../bundled-files.ts';
import { createSkillUsage } from '../skill-usage.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

interface SkillNeeds {
  readonly stores: Stores;
  readonly peopleStore: PeopleStore;
  readonly host: ContentHost;
  readonly runtime: HostedRuntime;
  readonly tools: ToolRegistry;
  /** Told after each approval and each revocation. */
  readonly onDecided: (version: { skillUid: number; digest: string }) => Promise<void>;
  readonly onDecision: NonNullable<SkillServiceDeps['onDecision']>;
}

/** Versions and their approvals, and where they come from. The bundled processes are laid down where they are missing. */
export async function wireSkills(foundation: Foundation, needs: SkillNeeds) {
  const { settings, transactions, keys, clock, ids, fetch, log, opened } = foundation;
  const { stores, peopleStore, host, runtime, tools, onDecided, onDecision } = needs;
  const { conversations, configurations, sources } = stores;
  const deps: SkillServiceDeps = {
    store: stores.skills,
    transactions,
    clock,
    usage: createSkillUsage({ runtime, conversations, configurations, peopleStore, host }),
    toolInfo: async (name) => {
      await tools.refresh?.();
      return tools.tool(name);
    },
    originOf: (skill) => originOf(sources, skill),
    nameOf: async (userId) => (await peopleStore.person(userId))?.name ?? null,
    onDecision,
  };
  const ingest = createSkillIngest(
    {
      store: stores.skills,
      sourceStore: sources,
      transactions,
      reader: createGitHubReader({ fetch, clock }),
      sealer: keys.sealer,
      clock,
      ids,
      log: (message, data) => {
        log.error(data, message);
      },
    },
    {
      maxFiles: settings.skills.syncMaxFiles,
      maxDurationMs: settings.skills.syncMaxSeconds * 1_000,
    },
  );
  opened.add(ingest);
  const configuration = await configurations.defaultConfiguration();
  await seedBundledProcesses(deps, await bundledProcesses(), {
    configurationUid: configuration?.uid ?? null,
  });
  const service = createSkillService(deps);
  const skills: SkillService = {
    ...service,
    approve: async (uid, digest, actor) => {
      const review = await service.approve(uid, digest, actor);
      await onDecided({ skillUid: uid, digest });
      return review;
    },
    revoke: async (uid, revocation, actor) => {
      const review = await service.revoke(uid, revocation, actor);
      await onDecided({ skillUid: uid, digest: revocation.digest });
      return review;
    },
  };
  return { skills, ingest };
}
