import { requireAdministrator, type Actor, type ActorDirectory } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type {
  ExplainTool,
  GateAnswer,
  GovernanceOverview,
  GovernanceSettings,
  McpServerView,
  ToolExplanation,
} from '../contracts/index.ts';
import type { ConfigurationReader, UsageService } from '../models/index.ts';
import type { SkillRecords } from '../skills/index.ts';
import type { ToolRegistry } from '../tools/index.ts';
import type { HostedRuntime } from './hosted-runtime.ts';
import { compareProfiles } from './governance-profiles.ts';
import { skillsListing } from './skills-listing.ts';

export interface GovernanceDeps {
  readonly runtime: Pick<HostedRuntime, 'explainTool'>;
  readonly configurations: ConfigurationReader;
  readonly tools: ToolRegistry;
  readonly directory: ActorDirectory;
  readonly budgets: Pick<UsageService, 'standing'>;
  readonly people: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** What a tool can be listed by. */
  readonly skills: SkillRecords;
  /** Servers of tools, for a tool that is named after one and not there. */
  readonly servers: (
    actor: Actor,
  ) => Promise<readonly Pick<McpServerView, 'identifier' | 'state'>[]>;
  readonly settings: GovernanceSettings;
}

/** How an installation is governed, for administrators alone. */
export interface Governance {
  overview(actor: Actor): Promise<GovernanceOverview>;
  /** Throws `not_found` when there is no such person. */
  explain(asked: ExplainTool, actor: Actor): Promise<ToolExplanation>;
}

export function createGovernance(deps: GovernanceDeps): Governance {
  return {
    overview: async (actor) => {
      requireAdministrator(actor);
      await deps.tools.refresh?.();
      const configurations = await deps.configurations.configurations();
      return {
        current: deps.settings,
        profiles: [...compareProfiles(deps.settings)],
        choices: {
          people: [...(await deps.people())],
          configurations: configurations.map(({ uid, name }) => ({ id: String(uid), name })),
          tools: deps.tools.all().map(({ name }) => name),
        },
      };
    },
    explain: async ({ userId, configurationUid, tool, skillUid, page }, actor) => {
      requireAdministrator(actor);
      const person = await deps.directory.user(userId);
      if (person === null) {
        throw new AppError('not_found', 'There is no such person, or their account is closed.');
      }
      const subject = page === undefined ? {} : { subject: { table: 'pages', uid: page } };
      const { skillUids, ...found } = await deps.runtime.explainTool(
        {
          configurationUid,
          actor: person,
          messages: [{ role: 'user', content: '' }],
          ...(skillUid === undefined ? {} : { invocation: { skillUid, ...subject } }),
        },
        tool,
      );
      const configuration = await deps.configurations.configuration(configurationUid);
      const passed = found.start.refusal === null && found.gate?.reason === 'none';
      const budget =
        passed && configuration !== null
          ? await deps.budgets.standing(person, configuration)
          : null;
      const gate =
        found.gate === null
          ? null
          : await withDetails(deps, found.gate, { tool, skillUids, actor });
      return { ...found, gate, budget, allowed: passed && budget?.refusal === null };
    },
  };
}

/** What is missing beyond the run itself: of a tool that is not there its server, of one no skill lists the skills that would. */
async function withDetails(
  deps: GovernanceDeps,
  gate: GateAnswer,
  about: {
    readonly tool: string;
    readonly skillUids: readonly number[];
    readonly actor: Actor;
  },
): Promise<GateAnswer> {
  const { tool, skillUids, actor } = about;
  if (gate.reason === 'notRegistered') {
    const servers = await deps.servers(actor);
    const server = servers.find(({ identifier }) => tool.startsWith(`mcp_${identifier}_`));
    if (server === undefined) return gate;
    return { ...gate, server: { identifier: server.identifier, state: server.state } };
  }
  if (gate.skills === null) return gate;
  const listing = await skillsListing(deps.skills, tool, new Set(skillUids));
  return { ...gate, skills: { ...gate.skills, listing } };
}
