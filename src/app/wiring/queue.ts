import { createInProcessQueue, createPostgresQueue } from '../../adapters/queue/index.ts';
import type { WakeUpHandler, WorkQueue } from '../../adapters/queue/index.ts';
import type { Foundation } from './foundation.ts';

/**
 * Which work a process does. `own`: what it starts itself, as a command does. `all`: what anybody starts, as servers and
 * workers do. `none`: a server that leaves work to workers.
 */
export interface WorkMode {
  readonly takes: 'own' | 'all' | 'none';
  /** Default: the setting `work.concurrency`. */
  readonly concurrency?: number;
  /** Between two looks for work nobody was woken for. Default 30,000. */
  readonly sweepMs?: number;
}

/** The queue that fits the database, not yet open: nothing is handed to a handler before `open`. */
export async function wireQueue(
  { settings, broadcast, clock, log }: Foundation,
  needs: {
    readonly mode: WorkMode;
    readonly handlers: { readonly run: WakeUpHandler; readonly conversation: WakeUpHandler };
  },
): Promise<{ readonly queue: WorkQueue; readonly open: () => void }> {
  const { mode, handlers } = needs;
  const concurrency = mode.concurrency ?? settings.work.concurrency;
  if (settings.database.dialect === 'postgres' && broadcast !== null && mode.takes !== 'own') {
    const queue = await createPostgresQueue({
      url: settings.database.url,
      broadcast,
      clock,
      handlers,
      concurrency,
      log,
      takes: mode.takes === 'all',
    });
    return {
      queue,
      open: () => {
        queue.open();
      },
    };
  }
  const queue = createInProcessQueue({
    handlers: mode.takes === 'none' ? {} : handlers,
    concurrency,
    log,
  });
  return { queue, open: () => undefined };
}
