import type { WakeUpCall } from '../../runs/index.ts';
import { DEFAULT_CONCURRENCY, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';

/** A queue that lives in this process. What it loses with the process, the rows still say. */
export interface InProcessQueue extends WorkQueue {
  /** Resolves once nothing waits and nothing runs. */
  drain(): Promise<void>;
}

/**
 * Wakes handlers in this process: one at a time for each row, wake-ups for a row that already waits count once, and one
 * that arrives while its handler runs makes it run again, since it may have looked too early.
 */
export function createInProcessQueue(options: WorkQueueOptions): InProcessQueue {
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const waiting = new Map<string, WakeUpCall>();
  const running = new Set<string>();
  let atRest: (() => void)[] = [];
  let closed = false;

  const run = async (key: string, call: WakeUpCall): Promise<void> => {
    try {
      await options.handlers[call.topic]?.(call.id);
    } catch (error) {
      options.log.error({ err: error, topic: call.topic, id: call.id }, 'A worker failed');
    } finally {
      running.delete(key);
      startWaiting();
    }
  };

  const startWaiting = (): void => {
    for (const [key, call] of waiting) {
      if (running.size >= concurrency) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      running.add(key);
      void run(key, call);
    }
    if (running.size > 0) return;
    const resolvers = atRest;
    atRest = [];
    for (const resolve of resolvers) resolve();
  };

  const atRestOnce = (): Promise<void> =>
    new Promise((resolve) => {
      atRest.push(resolve);
      startWaiting();
    });

  const close = (): Promise<void> => {
    closed = true;
    waiting.clear();
    return atRestOnce();
  };

  return {
    wake: (call) => {
      if (closed) return;
      waiting.set(`${call.topic}/${call.id}`, call);
      // In a microtask of its own: whoever wakes goes on first, and wakes what else there is.
      void Promise.resolve().then(startWaiting);
    },
    inWork: () => running.size,
    drain: atRestOnce,
    rest: close,
    close,
  };
}
