import { isAdministrator, type Actor } from '../actors/index.ts';
import type { Configuration, ModelToolSpec } from '../models/index.ts';
import { toolDecision, type AllowList, type Tool, type ToolContext } from '../tools/index.ts';
import type { RuntimeContext } from './deps.ts';

/** What decides which tools a segment of a run offers. */
export interface OfferFacts {
  readonly configuration: Configuration;
  readonly actor: Actor;
  readonly allowList: AllowList;
  readonly requestedNames: readonly string[] | null;
  readonly run: ToolContext['run'];
}

/** The tools offered in one segment, decided once for it (facts §4). By name, in the registry's order. */
export async function offeredTools(
  context: RuntimeContext,
  facts: OfferFacts,
): Promise<ReadonlyMap<string, Tool>> {
  await context.tools.refresh?.();
  const states = await context.toolStates?.states();
  const ceiling = await context.settings.ceilingOf(facts.configuration);
  const offered = new Map<string, Tool>();
  for (const tool of context.tools.all()) {
    const { allowed } = toolDecision(tool.name, {
      tool,
      toolEnabled: states?.tools.get(tool.name) ?? null,
      groupEnabled: states?.groups.get(tool.group) ?? true,
      actorIsAdministrator: isAdministrator(facts.actor),
      requestedNames: facts.requestedNames,
      skillList: facts.allowList,
      allowedGroups: facts.configuration.allowedToolGroups,
      ceiling,
      useful: tool.offeredTo?.(facts.run) ?? true,
    });
    if (allowed) offered.set(tool.name, tool);
  }
  return offered;
}

export function toolSpecs(tools: ReadonlyMap<string, Tool>): readonly ModelToolSpec[] {
  return [...tools.values()].map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
}
