import type { WakeUp, WakeUpCall } from '../../runs/index.ts';

/** Looks at one row and does what it asks for. Called again when it was woken meanwhile. */
export type WakeUpHandler = (id: string) => Promise<void>;

export interface InProcessQueueOptions {
  /** Who looks at rows of a topic. A topic without one is ignored. */
  readonly handlers: Partial<Record<WakeUpCall['topic'], WakeUpHandler>>;
  /** How many rows are looked at side by side. Default 4. */
  readonly concurrency?: number;
  readonly log: { error(facts: object, message: string): void };
}

/** A queue that lives in this process. What it loses with the process, the rows still say. */
export interface InProcessQueue extends WakeUp {
  /** Resolves once nothing waits and nothing runs. */
  drain(): Promise<void>;
  /** Takes no further wake-ups and resolves when the handlers that run have returned. */
  close(): Promise<void>;
}

/**
 * Wakes handlers in this process: one at a time for each row, wake-ups for a row that already waits count once, and one
 * that arrives while its handler runs makes it run again, since it may have looked too early.
 */
export function createInProcessQueue(options: InProcessQueueOptions): InProcessQueue {
  const concurrency = options.concurrency ?? 4;
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

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      atRest.push(resolve);
      startWaiting();
    });

  return {
    wake: (call) => {
      if (closed) return;
      waiting.set(`${call.topic}/${call.id}`, call);
      // In a microtask of its own: whoever wakes goes on first, and wakes what else there is.
      void Promise.resolve().then(startWaiting);
    },
    drain: rest,
    close: () => {
      closed = true;
      waiting.clear();
      return rest();
    },
  };
}
