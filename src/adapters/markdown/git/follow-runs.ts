import type { Clock } from '../../../base/index.ts';

/** What became of committing what a run wrote: `later` = not now, for this reason; it is tried again. */
export type RunCommitted =
  { readonly done: true } | { readonly done: false; readonly later: string };

/** Waits for runs to end, and has what they wrote committed. One that fails never holds up another. */
export interface RunFollower {
  follow(runUuid: string): void;
  /** Resolves when what is being committed is. */
  close(): Promise<void>;
}

/** How often is asked whether a run has ended. */
const LOOK_MS = 5_000;
/** After a failure a run is asked for half as often each time, down to this. */
const MAX_PAUSE_MS = 3_600_000;

/** A run that is followed, until it is committed or `endsAtMs` has come. */
interface Followed {
  readonly endsAtMs: number;
  nextAtMs: number;
  pauseMs: number;
  /** What failed last; said once, until something else does. */
  problem: string | null;
}

export function createRunFollower(
  deps: {
    readonly clock: Clock;
    /** Whether a run has come to its end, or is gone. */
    readonly isRunOver: (runUuid: string) => Promise<boolean>;
    readonly commitRun: (runUuid: string) => Promise<RunCommitted>;
    readonly warn: (facts: object, message: string) => void;
  },
  options: {
    /**
     * A run that has ended, or cannot be asked about, is given up when it was followed for this long. One that waits is not.
     */
    readonly rememberedMs: number;
  },
): RunFollower {
  const { clock, isRunOver, commitRun, warn } = deps;
  const closing = new AbortController();
  const runs = new Map<string, Followed>();
  let loop: Promise<void> | null = null;

  /** Whether there is nothing left to do for it. */
  const isSettled = async (runUuid: string, run: Followed): Promise<boolean> => {
    try {
      if (!(await isRunOver(runUuid))) return false;
      const committed = await commitRun(runUuid);
      if (committed.done) return true;
      failed(run, committed.later, { runUuid, reason: committed.later });
    } catch (error) {
      failed(run, String(error), { runUuid, err: error });
    }
    return clock.now() >= run.endsAtMs;
  };

  const failed = (run: Followed, problem: string, facts: object): void => {
    run.nextAtMs = clock.now() + run.pauseMs;
    run.pauseMs = Math.min(2 * run.pauseMs, MAX_PAUSE_MS);
    if (problem !== run.problem) warn(facts, 'A tour was not committed; it is tried again');
    run.problem = problem;
  };

  const look = async (): Promise<void> => {
    for (const [runUuid, run] of runs) {
      if (closing.signal.aborted) return;
      if (clock.now() < run.nextAtMs) continue;
      const isOver = await isSettled(runUuid, run);
      // Unless it has written once more meanwhile.
      if (isOver && runs.get(runUuid) === run) runs.delete(runUuid);
    }
  };

  const followAll = async (): Promise<void> => {
    // So that the end below always comes after `loop` was set.
    await Promise.resolve();
    while (runs.size > 0 && !closing.signal.aborted) {
      await look();
      if (runs.size > 0) await clock.sleep(LOOK_MS, closing.signal).catch(() => undefined);
    }
    // In one go with the last look at `runs`: whoever adds one afterwards starts anew.
    loop = null;
  };

  return {
    follow(runUuid) {
      const nowMs = clock.now();
      runs.set(runUuid, {
        endsAtMs: nowMs + options.rememberedMs,
        nextAtMs: nowMs,
        pauseMs: LOOK_MS,
        problem: null,
      });
      if (!closing.signal.aborted) loop ??= followAll();
    },
    close: async () => {
      closing.abort(new Error('closed'));
      await loop;
    },
  };
}
