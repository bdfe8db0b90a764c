import type { WorkQueue } from '../adapters/queue/index.ts';
import type { Clock } from '../base/index.ts';
import type { HostedRuntime } from '../runs/index.ts';
import type { Logger } from './log.ts';

/** After model calls were given up, what is left has so long to be recorded. */
const LAST_STEPS_MS = 5_000;

/** The end of a process's work. */
export interface WorkStop {
  /**
   * Takes nothing more, and hands over what is under way: each run at its next step, at the latest after `stopMs`, when model
   * calls are given up. Returns whether everything came to rest; what did not is taken over once its lease has run out.
   */
  readonly stop: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

export function createWorkStop(
  deps: {
    readonly runtime: Pick<HostedRuntime, 'handOver'>;
    readonly queue: Pick<WorkQueue, 'rest'>;
    readonly clock: Clock;
    readonly log: Pick<Logger, 'warn'>;
  },
  options: { readonly stopMs: number },
): WorkStop {
  const { runtime, queue, clock, log } = deps;
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true;
      runtime.handOver();
      const rests = queue.rest().then(() => true);
      const within = async (ms: number): Promise<boolean> => {
        const over = new AbortController();
        const late = clock.sleep(ms, over.signal).then(
          () => false,
          () => false,
        );
        const atRest = await Promise.race([rests, late]);
        over.abort(new Error('at rest'));
        return atRest;
      };
      if (await within(options.stopMs)) return true;
      runtime.handOver({ giveUp: true });
      if (await within(LAST_STEPS_MS)) return true;
      log.warn({}, 'Some work did not come to rest; another worker takes it over');
      return false;
    },
  };
}
