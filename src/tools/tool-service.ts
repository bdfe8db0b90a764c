import { holdsGrant, requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError, type Transaction, type Transactions } from '../base/index.ts';
import type { ToolGroupView, ToolName, ToolView } from '../contracts/index.ts';
import type { AllowList } from './allow-list.ts';
import { requiresApproval } from './effects.ts';
import type { ToolRegistry } from './registry.ts';
import {
  dataClassOf,
  LOAD_TOOL,
  switchFacts,
  toolDecision,
  type ToolSwitchStates,
} from './tool-decision.ts';
import type { DataClass, Tool, ToolGroup } from './tool.ts';

/** The global switches of tools and groups (facts §4, TOL-02). */
export interface ToolSwitches {
  states(): Promise<ToolSwitchStates>;
  within(transaction: Transaction): {
    /** `null` = back to the tool's own default. */
    setTool(name: string, enabled: boolean | null): Promise<void>;
    setGroup(group: ToolGroup, enabled: boolean): Promise<void>;
  };
}

/** What of a configuration decides about its tools. */
export interface ToolConfiguration {
  readonly uid: number;
  readonly name: string;
  readonly allowedToolGroups: readonly string[];
  /** The highest data class its model may see. */
  readonly ceiling: DataClass;
  /** What its attached skills allow; `null` = no skill says anything (ALW-01). */
  readonly skillList: AllowList;
}

export interface ToolServiceDeps {
  readonly registry: ToolRegistry;
  readonly switches: ToolSwitches;
  readonly transactions: Transactions;
  /** Active ones. */
  readonly configurations: () => Promise<readonly ToolConfiguration[]>;
  /** Told of every change of a switch. */
  readonly log: (facts: object, message: string) => void;
}

/** What tools there are; for administrators what is offered and why not, and the switches. Throws `not_permitted`. */
export interface ToolService {
  /** By group, in the order of their names. */
  list(actor: Actor): Promise<readonly ToolGroupView[]>;
  /** What a skill may name, by name: no switches, no configurations. For administrators and who writes skills. */
  names(actor: Actor): Promise<readonly ToolName[]>;
  /** Takes effect from the next segment of every run. Throws `not_found` for a name nothing is registered under. */
  switchTool(
    name: string,
    enabled: boolean | null,
    actor: Actor,
  ): Promise<readonly ToolGroupView[]>;
  switchGroup(group: string, enabled: boolean, actor: Actor): Promise<readonly ToolGroupView[]>;
}

export function createToolService(deps: ToolServiceDeps): ToolService {
  const { registry, switches, transactions } = deps;
  const list = async (): Promise<readonly ToolGroupView[]> => {
    await registry.refresh?.();
    const states = await switches.states();
    const configurations = await deps.configurations();
    const tools = registry.all();
    const groups = [...new Set(tools.map(({ group }) => group))].sort();
    return groups.map((group) => ({
      group,
      enabled: states.groups.get(group) ?? true,
      tools: tools
        .filter((tool) => tool.group === group)
        .map((tool) => toolView(tool, states, configurations)),
    }));
  };
  return {
    list: async (actor) => {
      requireAdministrator(actor);
      return list();
    },
    names: async (actor) => {
      if (!holdsGrant(actor, 'skills_author')) {
        throw new AppError(
          'not_permitted',
          'This is for administrators and for who writes skills.',
        );
      }
      await registry.refresh?.();
      return registry
        .all()
        .filter(({ name }) => name !== LOAD_TOOL)
        .map(({ name, description, group }) => ({ name, description, group }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    switchTool: async (name, enabled, actor) => {
      requireAdministrator(actor);
      await registry.refresh?.();
      if (registry.tool(name) === null) throw missing('tool', name);
      await transactions.transact((tx) => switches.within(tx).setTool(name, enabled));
      deps.log({ tool: name, enabled, by: actor.userId }, 'A tool was switched');
      return list();
    },
    switchGroup: async (group, enabled, actor) => {
      requireAdministrator(actor);
      const known = registry.all().find((tool) => tool.group === group);
      if (known === undefined) throw missing('group', group);
      await transactions.transact((tx) => switches.within(tx).setGroup(known.group, enabled));
      deps.log({ group, enabled, by: actor.userId }, 'A group of tools was switched');
      return list();
    },
  };
}

function toolView(
  tool: Tool,
  states: ToolSwitchStates,
  configurations: readonly ToolConfiguration[],
): ToolView {
  const switches = switchFacts(tool, states);
  const { toolEnabled, groupEnabled } = switches;
  const reasonFor = ({ allowedToolGroups, ceiling, skillList }: ToolConfiguration) =>
    toolDecision(tool.name, {
      ...switches,
      actorIsAdministrator: true,
      requestedNames: null,
      skillList,
      allowedGroups: allowedToolGroups,
      ceiling,
      useful: true,
    }).reason;
  return {
    name: tool.name,
    description: tool.description,
    effect: tool.effect,
    remote: tool.remote === true,
    requiresApproval: requiresApproval(tool),
    requiresAdministrator: tool.requiresAdministrator,
    dataClass: dataClassOf(tool),
    enabledByDefault: tool.enabledByDefault,
    switch: toolEnabled,
    enabled: groupEnabled && (toolEnabled ?? tool.enabledByDefault),
    notOffered: configurations.flatMap((configuration) => {
      const reason = reasonFor(configuration);
      const { uid: configurationUid, name } = configuration;
      return reason === 'none' ? [] : [{ configurationUid, name, reason }];
    }),
  };
}

function missing(what: 'tool' | 'group', name: string): AppError {
  return new AppError('not_found', `There is no ${what} called ${name}.`, { data: { name } });
}
