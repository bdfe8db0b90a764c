import { Worker } from 'node:worker_threads';
import { AppError, type Clock } from '../../../base/index.ts';
import { carryOut, errorFrom, type OrderAnswer, type PageOrder } from './page-order.ts';

/** Does the jobs of long pages off the main thread, one after the other. */
export interface PageThread {
  /**
   * Throws what the job throws. Throws `unavailable` when the job ended the thread or took too long, when too many wait
   * already, and when it is closed.
   */
  run(order: PageOrder): Promise<unknown>;
  close(): Promise<void>;
}

export interface PageThreadOptions {
  readonly clock: Clock;
  /** What the thread runs; `null`: there is no thread, and jobs are done here, one between two turns of the event loop. */
  readonly program: URL | null;
  /** A job that takes longer ends with its thread. Default 120,000. */
  readonly timeoutMs?: number;
  /** Heap of the thread: the longest file that is opened takes nearly as much. Default 1,024 MB. */
  readonly maxHeapMb?: number;
  /** Jobs that wait at most; the next one is refused. Default 60. */
  readonly maxWaiting?: number;
}

interface Job {
  readonly order: PageOrder;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** The job under way, and what ends it when it is over: the watch on its time. */
interface Running extends Job {
  readonly id: number;
  readonly over: AbortController;
}

/**
 * One thread, started with the first job, kept for the next ones (it remembers the pages it parsed last), and started anew
 * when a job ended it. It keeps the process alive only while a job waits for it.
 *
 * States: idle (no thread, or one without a job) → running (one job is with the thread, others wait) → idle; → closed.
 */
export function createPageThread(options: PageThreadOptions): PageThread {
  const { clock, program, timeoutMs = 120_000, maxHeapMb = 1_024, maxWaiting = 60 } = options;
  const waiting: Job[] = [];
  let worker: Worker | null = null;
  let running: Running | null = null;
  let isClosed = false;
  let lastId = 0;

  const started = (url: URL): Worker => {
    const own = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    let failure: NodeJS.ErrnoException | null = null;
    own.on('message', (message: OrderAnswer) => {
      if (running?.id === message.id) settle(message);
    });
    own.on('error', (error) => {
      failure = error;
    });
    own.on('exit', () => {
      if (worker === own) ended(failure);
    });
    return own;
  };

  const settle = (message: OrderAnswer): void => {
    const job = taken();
    worker?.unref();
    if ('failure' in message) job?.fail(errorFrom(message.failure));
    else job?.answer(message.answer);
    next();
  };

  /** The job under way, which is over now. */
  const taken = (): Running | null => {
    const job = running;
    running = null;
    job?.over.abort();
    return job;
  };

  const ended = (failure: NodeJS.ErrnoException | null): void => {
    worker = null;
    const job = taken();
    job?.fail(failure?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(job) : broken(job, failure));
    next();
  };

  const next = (): void => {
    if (running !== null || isClosed || program === null) return;
    const job = waiting.shift();
    if (job === undefined) return;
    lastId += 1;
    running = { ...job, id: lastId, over: new AbortController() };
    void watchTime(running);
    try {
      worker ??= started(program);
      worker.ref();
      worker.postMessage({ id: lastId, order: job.order });
    } catch (error) {
      // No thread can be started, or what was asked cannot be handed over: nobody else waits for that.
      taken()?.fail(broken(job, error as Error));
      next();
    }
  };

  const watchTime = async ({ id, over }: Running): Promise<void> => {
    const isOver = await clock.sleep(timeoutMs, over.signal).then(
      () => false,
      () => true,
    );
    if (isOver || running?.id !== id) return;
    const slow = worker;
    worker = null;
    const job = taken();
    job?.fail(tooSlow(job, timeoutMs));
    await slow?.terminate();
    next();
  };

  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        const job: Job = { order, answer: resolve, fail: reject };
        if (isClosed) reject(stopping());
        else if (program === null) doHere(job);
        else if (waiting.length >= maxWaiting) reject(tooMany());
        else {
          waiting.push(job);
          next();
        }
      }),
    close: async () => {
      isClosed = true;
      const own = worker;
      worker = null;
      for (const job of [taken(), ...waiting.splice(0)]) job?.fail(stopping());
      await own?.terminate();
    },
  };
}

function doHere({ order, answer, fail }: Job): void {
  setImmediate(() => {
    try {
      answer(carryOut(order));
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function tooLarge({ order }: Job): AppError {
  const message = `The page ${order.page.path} takes more memory than one page may; divide it into several pages.`;
  return unavailable(message, order);
}

function tooSlow({ order }: Job, timeoutMs: number): AppError {
  const message = `The page ${order.page.path} was not read within ${String(timeoutMs / 1_000)} seconds; divide it into several pages.`;
  return unavailable(message, order);
}

function broken({ order }: Job, cause: Error | null): AppError {
  const message = `The page ${order.page.path} could not be read: what reads it stopped. Try again.`;
  return unavailable(message, order, cause);
}

function unavailable(message: string, { page }: PageOrder, cause: Error | null = null): AppError {
  return new AppError('unavailable', message, {
    data: { path: page.path },
    ...(cause === null ? {} : { cause }),
  });
}

function tooMany(): AppError {
  const message = 'Too many long pages are being read at once. Try again in a moment.';
  return new AppError('unavailable', message);
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is being stopped.');
}
