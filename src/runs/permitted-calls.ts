import { isAdministrator, type Actor } from '../actors/index.ts';
import type { PendingCall } from '../contracts/index.ts';
import type { RuntimeContext } from './deps.ts';

/**
 * Whether the decider may run every one of these calls himself, as he is now: a service account never, somebody without an
 * account never, anybody else what is not for administrators alone. That is the one gate that hangs on the person (facts
 * §4); the others are asked when a segment offers its tools.
 */
export async function mayRunCalls(
  context: RuntimeContext,
  actor: Actor,
  calls: readonly PendingCall[],
): Promise<boolean> {
  if (calls.length === 0) return true;
  if (actor.kind !== 'user') return false;
  const fresh = await context.actors.user(actor.userId);
  if (fresh === null) return false;
  if (isAdministrator(fresh)) return true;
  await context.tools.refresh?.();
  // A tool that is gone runs for nobody, so it binds nobody.
  return calls.every(({ tool }) => context.tools.tool(tool)?.requiresAdministrator !== true);
}
