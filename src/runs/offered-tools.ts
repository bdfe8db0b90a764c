import { isAdministrator, type Actor } from '../actors/index.ts';
import type { Configuration, ModelToolSpec } from '../models/index.ts';
import {
  switchFacts,
  toolDecision,
  type AllowList,
  type Tool,
  type ToolContext,
  type ToolDecision,
  type ToolGateFacts,
} from '../tools/index.ts';
import type { RuntimeContext } from './deps.ts';

/** What decides which tools a segment of a run offers. */
export interface OfferFacts {
  readonly configuration: Configuration;
  /** `null` = nobody any more. */
  readonly actor: Actor | null;
  readonly allowList: AllowList;
  readonly requestedNames: readonly string[] | null;
  readonly run: ToolContext['run'];
}

/** A tool, what its gates are asked, and what they say. */
export interface DecidedTool {
  readonly tool: Tool;
  readonly gates: ToolGateFacts;
  readonly decision: ToolDecision;
}

/** Every tool and what its gates say now (facts §4), in the registry's order. */
export async function decidedTools(
  context: RuntimeContext,
  facts: OfferFacts,
): Promise<readonly DecidedTool[]> {
  await context.tools.refresh?.();
  const states = await context.toolStates?.states();
  const ceiling = await context.settings.ceilingOf(facts.configuration);
  const actorIsAdministrator = facts.actor !== null && isAdministrator(facts.actor);
  return context.tools.all().map((tool) => {
    const gates = {
      ...switchFacts(tool, states),
      actorIsAdministrator,
      requestedNames: facts.requestedNames,
      skillList: facts.allowList,
      allowedGroups: facts.configuration.allowedToolGroups,
      ceiling,
      useful: tool.offeredTo?.(facts.run) ?? true,
    };
    return { tool, gates, decision: toolDecision(tool.name, gates) };
  });
}

/** The tools offered in one segment, decided once for it. By name, in the registry's order. */
export async function offeredTools(
  context: RuntimeContext,
  facts: OfferFacts,
): Promise<ReadonlyMap<string, Tool>> {
  const decided = await decidedTools(context, facts);
  return new Map(
    decided.flatMap(({ tool, decision }) => (decision.allowed ? [[tool.name, tool]] : [])),
  );
}

export function toolSpecs(tools: ReadonlyMap<string, Tool>): readonly ModelToolSpec[] {
  return [...tools.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
}
