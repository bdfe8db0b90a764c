import { ToolGate } from '../contracts/index.ts';
import { exceeds } from './data-class.ts';
import type { DataClass, Tool, ToolGroup } from './tool.ts';

/** Why a tool is not offered; `none` = it is. In the order the gates are asked (facts §4). */
export type ToolDenial = 'none' | ToolGate;

export interface ToolDecision {
  readonly tool: string;
  readonly allowed: boolean;
  readonly reason: ToolDenial;
  readonly dataClass: DataClass;
}

/** The switches of tools and groups, as an administrator set them (facts §4). */
export interface ToolSwitchStates {
  /** A tool without one follows its own default. */
  readonly tools: ReadonlyMap<string, boolean>;
  /** A group without one is on. */
  readonly groups: ReadonlyMap<ToolGroup, boolean>;
}

/** The facts one gate decision is made on. */
export interface ToolGateFacts {
  readonly tool: Tool | null;
  /** An administrator's switch for this tool; `null` = the tool's own default. */
  readonly toolEnabled: boolean | null;
  /** The group's switch; a tool's own never lifts it. */
  readonly groupEnabled: boolean;
  readonly actorIsAdministrator: boolean;
  /** Names the request asked for; `null` = it did not say. */
  readonly requestedNames: readonly string[] | null;
  /** The run's skill allow-list; `null` = no skill declares tools (ALW-01). */
  readonly skillList: readonly string[] | null;
  /** Groups the configuration offers; empty = all. */
  readonly allowedGroups: readonly string[];
  /** The highest data class the run's trust zone may see. */
  readonly ceiling: DataClass;
  /** Whether the tool can do something in this run (BLT-04). */
  readonly useful: boolean;
}

/** The load tool: outside the skill list and the group gate, inside every other gate (ALW-07). */
export const LOAD_TOOL = 'load_skill';

/** Whether a run may call a tool: the same answer when offering, calling and resuming (TOL-01). */
export function toolDecision(name: string, facts: ToolGateFacts): ToolDecision {
  const { tool } = facts;
  const dataClass = tool === null ? 'secretAdjacent' : dataClassOf(tool);
  const reason = toolDenials(name, facts)[0] ?? 'none';
  return { tool: name, allowed: reason === 'none', reason, dataClass };
}

/** Every gate that says no, in their order. */
export function toolDenials(name: string, facts: ToolGateFacts): readonly ToolGate[] {
  const { tool } = facts;
  if (tool === null) return ['notRegistered'];
  const { requestedNames, skillList, allowedGroups } = facts;
  const isExempt = name === LOAD_TOOL;
  const closed: Readonly<Record<ToolGate, boolean>> = {
    notRegistered: false,
    toolDisabled: !facts.groupEnabled || !(facts.toolEnabled ?? tool.enabledByDefault),
    requiresAdmin: tool.requiresAdministrator && !facts.actorIsAdministrator,
    requestList: requestedNames !== null && !requestedNames.includes(name),
    skillList: !isExempt && skillList !== null && !skillList.includes(name),
    configurationGroup:
      !isExempt && allowedGroups.length > 0 && !allowedGroups.includes(tool.group),
    trustZone: exceeds(dataClassOf(tool), facts.ceiling),
    nothingToDo: !facts.useful,
  };
  return ToolGate.options.filter((gate) => closed[gate]);
}

/** What the switches say of a tool; `undefined` = there are none. */
export function switchFacts(
  tool: Tool,
  states: ToolSwitchStates | undefined,
): Pick<ToolGateFacts, 'tool' | 'toolEnabled' | 'groupEnabled'> {
  return {
    tool,
    toolEnabled: states?.tools.get(tool.name) ?? null,
    groupEnabled: states?.groups.get(tool.group) ?? true,
  };
}

/** A tool's own declaration, else its group's (facts §4); an unknown group counts as the strictest (TOL-02). */
export function dataClassOf(tool: Pick<Tool, 'dataClass' | 'group'>): DataClass {
  return tool.dataClass ?? groupDataClass(tool.group);
}

function groupDataClass(group: ToolGroup): DataClass {
  switch (group) {
    case 'content':
    case 'editing':
    case 'files':
    case 'process':
      return 'editorContent';
    case 'structure':
    case 'configuration':
      return 'internalConfiguration';
    case 'system':
      return 'systemDiagnostics';
    default:
      return 'secretAdjacent';
  }
}
