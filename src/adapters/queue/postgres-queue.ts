import type PgBoss from 'pg-boss';
import { AppError, type Broadcast, type Clock } from '../../base/index.ts';
import type { WakeUpCall } from '../../runs/index.ts';
import { DEFAULT_CONCURRENCY, type WorkQueue, type WorkQueueOptions } from './work-queue.ts';

/** Where pg-boss keeps its tables, beside those of Vouch. */
const SCHEMA = 'vouch_queue';
const QUEUE = 'wake-ups';
const TOPIC = 'wake';
/** How often a process looks by itself, for when the hint that something waits was lost. */
const LOOK_MS = 2_000;
/** After this time a message whose process is gone wakes another one. */
const EXPIRES_AFTER_S = 900;

export interface PostgresQueueOptions extends WorkQueueOptions {
  readonly url: string;
  /** Tells idle processes at once that something waits. */
  readonly broadcast: Broadcast;
  readonly clock: Clock;
  /** `false`: wakes others and follows no wake-up itself. Default `true`. */
  readonly takes?: boolean;
}

/**
 * Wake-ups between the processes of one PostgreSQL database, kept by pg-boss: each is followed by one process, and those
 * for a row that already waits count once. Call `open` once the handlers may be called.
 */
export interface PostgresQueue extends WorkQueue {
  open(): void;
}

export async function createPostgresQueue(options: PostgresQueueOptions): Promise<PostgresQueue> {
  const { handlers, broadcast, clock, log, takes = true } = options;
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const boss = await startBoss(options);
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isOpen = false;
  let isClosed = false;
  let looking: Promise<void> | null = null;
  let looksAgain = false;

  const follow = async (job: PgBoss.Job<WakeUpCall>): Promise<void> => {
    const { topic, id } = job.data;
    try {
      await handlers[topic]?.(id);
    } catch (error) {
      log.error({ err: error, topic, id }, 'A worker failed');
    }
    await boss.complete(QUEUE, job.id).catch((error: unknown) => {
      // It wakes somebody once more, who finds nothing to do.
      log.error({ err: error, topic, id }, 'A wake-up could not be marked as done');
    });
  };

  const take = async (): Promise<void> => {
    for (let room = concurrency - running.size; room > 0; room = concurrency - running.size) {
      if (stopping.signal.aborted) return;
      const jobs = await boss.fetch<WakeUpCall>(QUEUE, { batchSize: room });
      if (jobs.length === 0) return;
      for (const job of jobs) {
        const work = follow(job).finally(() => {
          running.delete(work);
          look();
        });
        running.add(work);
      }
    }
  };

  /** Takes what waits, as far as there is room; asked meanwhile, looks once more. */
  const look = (): void => {
    if (!isOpen || !takes || stopping.signal.aborted) return;
    looksAgain = true;
    looking ??= (async () => {
      try {
        while (looksAgain) {
          looksAgain = false;
          await take();
        }
      } catch (error) {
        log.error({ err: error }, 'Wake-ups could not be read; they are looked for again');
      } finally {
        looking = null;
      }
    })();
  };

  const lookFromTimeToTime = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(LOOK_MS, stopping.signal);
      look();
    }
  };

  broadcast.listen(TOPIC, look);
  broadcast.onGap(look);
  const rest = async (): Promise<void> => {
    stopping.abort(new Error('stopping'));
    await looking;
    await Promise.all(running);
  };
  return {
    open: () => {
      isOpen = true;
      look();
      void lookFromTimeToTime().catch(() => undefined);
    },
    wake: (call) => {
      if (isClosed) return;
      const { topic, id } = call;
      boss.send(QUEUE, call, { singletonKey: `${topic}/${id}` }).then(
        () => {
          look();
          broadcast.tell(TOPIC, '');
        },
        (error: unknown) => {
          log.error({ err: error, topic, id }, 'A wake-up was lost; the next sweep finds the row');
        },
      );
    },
    inWork: () => running.size,
    rest,
    close: async () => {
      await rest();
      isClosed = true;
      await boss.stop({ graceful: false, wait: true });
    },
  };
}

async function startBoss({ url, log }: PostgresQueueOptions): Promise<PgBoss> {
  // Loaded by those who use it.
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'vouch-queue',
    max: 2,
    schedule: false,
    expireInSeconds: EXPIRES_AFTER_S,
    archiveCompletedAfterSeconds: 60,
    deleteAfterHours: 1,
  });
  boss.on('error', (error) => {
    log.error({ err: error }, 'The queue of wake-ups has a problem; it tries again');
  });
  try {
    await boss.start();
    await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', retryLimit: 2 });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw new AppError(
      'database_unavailable',
      `The queue in PostgreSQL could not be set up: ${error instanceof Error ? error.message : String(error)}. Vouch's account must be allowed to create the schema ${SCHEMA}.`,
      { cause: error },
    );
  }
}
