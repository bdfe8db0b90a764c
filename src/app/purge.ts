import { createEndedRuns, createTransactions, type Database } from '../adapters/storage/index.ts';
import type { Clock } from '../base/index.ts';
import { createClosing } from './closing.ts';
import { commandFoundation } from './command-foundation.ts';
import { olderThan, removeOlder } from './retention.ts';
import type { Settings } from './settings.ts';

export interface Purged {
  /** Runs that ended before this time. */
  readonly beforeMs: number;
  /** How many were removed, or would be. */
  readonly runs: number;
}

export interface PurgeOptions {
  /** How long a run is kept after its end, at least 1. */
  readonly days: number;
  /** Counts only. Default `false`. */
  readonly dryRun?: boolean;
  /** After each batch, with how many are gone by then. */
  readonly onProgress?: (removed: number) => void;
}

/**
 * Removes runs that ended longer ago than they are kept, with their events: a batch a transaction, beside running servers.
 * Runs that wait or work stay however old they are, and so do approvals, revocations, the audit and page history
 * (decisions §83). A conversation that would go on from a removed run asks for a new one (CON-04).
 */
export async function purgeRuns(
  database: Database,
  clock: Clock,
  { days, dryRun = false, onProgress }: PurgeOptions,
): Promise<Purged> {
  const runs = createEndedRuns(database);
  const beforeMs = olderThan(days, clock);
  if (dryRun) return { beforeMs, runs: await runs.count(beforeMs) };
  const removed = await removeOlder({ transactions: createTransactions(database), clock }, days, {
    batch: (transaction, old) => runs.remove(transaction, old),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return { beforeMs, runs: removed };
}

/** For the command line: opens data folder and database only. */
export async function purge(settings: Settings, options: PurgeOptions): Promise<Purged> {
  const opened = createClosing();
  try {
    const { database, clock } = await commandFoundation(settings, opened);
    return await purgeRuns(database, clock, options);
  } finally {
    await opened.close();
  }
}
