import { Worker } from 'node:worker_threads';
import { factsOf, type FactsReader, type FileFacts } from '../site/file-facts.ts';
import { threadProgram } from '../thread-program.ts';
import type { Job, JobAnswer } from './digest-worker.ts';
import { digestFile, type DigestOrder, type PageDigest } from './digest.ts';

/** Takes words, links and front matter from files, off the main thread. */
export interface Digester {
  /** `null`: it cannot be read as a page. */
  digest(order: DigestOrder): Promise<PageDigest | null>;
  readonly facts: FactsReader;
  close(): Promise<void>;
}

/** Heap of the thread: the longest page that is opened takes about a tenth of it. */
const MAX_HEAP_MB = 512;

/** A job under way: how it is done here where the thread does not answer. */
interface Waiting {
  readonly here: () => Promise<unknown>;
  readonly answer: (value: unknown) => void;
  /** What is answered when this job ended the thread; `undefined`: it is done here. */
  readonly lost: unknown;
}

/**
 * One thread, started with the first order, which keeps the process alive only while somebody waits for facts. `program` is what it runs; `null`: there is
 * none beside this file (a bundle, or sources that are run as they are), and pages are parsed here, one between two turns of
 * the event loop.
 */
export function createDigester(
  program: URL | null = threadProgram('digest-worker.js', import.meta.url),
): Digester {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let hasNoThread = program === null;
  let lastId = 0;

  const doHere = ({ here, answer }: Waiting): void => {
    void here().then(answer);
  };

  /** What the thread did not answer is done here; a page that ended the thread is left out. */
  const takeBack = (): void => {
    worker = null;
    const [first, ...others] = waiting.values();
    waiting.clear();
    if (first?.lost === undefined) others.unshift(...(first === undefined ? [] : [first]));
    else first.answer(first.lost);
    others.forEach(doHere);
  };

  const hear = ({ id, answer, failed }: JobAnswer): void => {
    const job = waiting.get(id);
    waiting.delete(id);
    if (job === undefined) return;
    if (![...waiting.values()].some(isAwaited)) worker?.unref();
    if (failed === true) doHere(job);
    else job.answer(answer);
  };

  const started = (): Worker | null => {
    if (hasNoThread || program === null) return null;
    if (worker !== null) return worker;
    const own = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    own.unref();
    own.on('message', hear);
    own.on('error', (error) => {
      // The program is not there: a thread will not start the next time either.
      if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') hasNoThread = true;
      if (worker === own) takeBack();
    });
    worker = own;
    return own;
  };

  const done = <T>(job: Job, { here, lost }: { here: () => Promise<T>; lost?: T }): Promise<T> => {
    const thread = started();
    if (thread === null) return here();
    lastId += 1;
    const id = lastId;
    return new Promise<T>((resolve) => {
      waiting.set(id, {
        here,
        lost,
        answer: (value) => {
          resolve(value as T);
        },
      });
      if (lost === undefined) thread.ref();
      thread.postMessage({ id, job });
    });
  };

  return {
    digest: (order) =>
      done<PageDigest | null>(
        { kind: 'digest', order },
        { here: () => digestHere(order), lost: null },
      ),
    facts: (files) =>
      done<readonly FileFacts[]>(
        { kind: 'facts', files },
        { here: () => Promise.all(files.map(factsOf)) },
      ),
    close: async () => {
      const own = worker;
      worker = null;
      hasNoThread = true;
      const left = [...waiting.values()];
      waiting.clear();
      for (const job of left) {
        if (job.lost === undefined) doHere(job);
        else job.answer(job.lost);
      }
      await own?.terminate();
    },
  };
}

/** Words for the index are nobody's to wait for: what is left of them is done after the next start. */
function isAwaited({ lost }: Waiting): boolean {
  return lost === undefined;
}

async function digestHere(order: DigestOrder): Promise<PageDigest | null> {
  await new Promise((resolve) => setImmediate(resolve));
  return digestFile(order).catch(() => null);
}
