import { isAdministrator, type Actor } from '../actors/index.ts';
import type { PendingCall } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { toolDecision } from '../tools/index.ts';
import type { RuntimeContext } from './deps.ts';

/**
 * Whether the decider may run every one of these calls himself, as he is now: a service account never, somebody without an
 * account never, anybody else by the gates that hang on the person (facts §5).
 */
export async function mayRunCalls(
  context: RuntimeContext,
  actor: Actor,
  pending: { readonly configuration: Configuration; readonly calls: readonly PendingCall[] },
): Promise<boolean> {
  if (pending.calls.length === 0) return true;
  if (actor.kind !== 'user') return false;
  const fresh = await context.actors.user(actor.userId);
  if (fresh === null) return false;
  await context.tools.refresh?.();
  const states = await context.toolStates?.states();
  const ceiling = await context.settings.ceilingOf(pending.configuration);
  return pending.calls.every(({ tool: name }) => {
    const tool = context.tools.tool(name);
    return toolDecision(name, {
      tool,
      toolEnabled: states?.tools.get(name) ?? null,
      groupEnabled: tool === null ? true : (states?.groups.get(tool.group) ?? true),
      actorIsAdministrator: isAdministrator(fresh),
      requestedNames: null,
      skillList: null,
      allowedGroups: pending.configuration.allowedToolGroups,
      ceiling,
      useful: true,
    }).allowed;
  });
}
