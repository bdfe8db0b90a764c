import type { Clock } from '../base/index.ts';
import type { Logger } from './log.ts';

export interface Sweeper {
  /** Resolves when a sweep in progress has come to rest. */
  stop(): Promise<void>;
}

/** Does `sweep` again and again with a pause of `everyMs` between; a failure is logged and the next one tried. */
export function startSweeper(
  sweep: () => Promise<void>,
  options: { readonly everyMs: number; readonly clock: Clock; readonly log: Logger },
): Sweeper {
  const { everyMs, clock, log } = options;
  const stopping = new AbortController();
  const loop = async () => {
    for (;;) {
      try {
        await clock.sleep(everyMs, stopping.signal);
      } catch {
        return; // told to stop
      }
      try {
        await sweep();
      } catch (error) {
        log.error({ err: error }, 'A look at the database failed; it is tried again');
      }
    }
  };
  const done = loop();
  return {
    stop: () => {
      stopping.abort(new Error('stopped'));
      return done;
    },
  };
}
