import type { ChatDeps } from './chat-deps.ts';
import { isAwaiting, type Conversation } from './conversation.ts';
import { decidedEntries } from './decided-elsewhere.ts';
import { createRowWrites } from './row-writes.ts';

/**
 * A message's claim that led to no dispatch, left by a crash (decisions §74): everything is put back as it was (rules §3). What
 * was decided for a waiting card meanwhile is then taken over as always. Only a card whose run was cancelled before anybody
 * decided is withdrawn: this is what such a message does before it is dispatched.
 */
export function createClaimRecovery(deps: ChatDeps): (row: Conversation) => Promise<void> {
  const writes = createRowWrites(deps);

  const wasWithdrawn = async ({ runUuid, ownerUserId, eventSequence }: Conversation) => {
    const actor = runUuid === null ? null : await deps.directory.user(ownerUserId);
    if (runUuid === null || actor === null) return false;
    const run = await deps.runtime.status(runUuid, actor);
    if (run?.status !== 'cancelled') return false;
    const events = await deps.runtime.events(runUuid, eventSequence, actor);
    return decidedEntries(events).length === 0;
  };

  return async (row) => {
    const from = row.claimedFrom ?? 'idle';
    if (isAwaiting(from) && (await wasWithdrawn(row))) {
      const message = 'The waiting card was withdrawn.';
      await writes.write(row, {
        set: { status: 'failed', claimedFrom: null },
        append: [{ kind: 'stopped', code: 'cancelled', message }],
      });
    } else {
      await writes.write(row, { set: { status: from, claimedFrom: null } });
    }
  };
}
