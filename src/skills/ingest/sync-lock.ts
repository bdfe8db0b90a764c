import type { SyncStatus } from '../../contracts/index.ts';

/** A sync whose heartbeat is this far away, in either direction, is gone (facts §1). */
export const STALE_AFTER_MS = 180_000;
/** Between two heartbeats. */
export const HEARTBEAT_MS = 30_000;

/**
 * Whether a sync may be taken: `held` while one runs, `stale` when the one that ran is gone. The distance is absolute, so that
 * a clock that was set back holds nobody up.
 */
export function syncLock(facts: {
  readonly status: SyncStatus;
  readonly heartbeatAtMs: number | null;
  readonly nowMs: number;
}): 'free' | 'held' | 'stale' {
  const { status, heartbeatAtMs, nowMs } = facts;
  if (status !== 'syncing') return 'free';
  return heartbeatAtMs !== null && Math.abs(nowMs - heartbeatAtMs) <= STALE_AFTER_MS
    ? 'held'
    : 'stale';
}
