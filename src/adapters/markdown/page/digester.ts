import { Worker } from 'node:worker_threads';
import { digestFile, type DigestOrder, type PageDigest } from './digest.ts';

/** Takes words and links from files, off the main thread. */
export interface Digester {
  digest(order: DigestOrder): Promise<PageDigest | null>;
  close(): Promise<void>;
}

/** Heap of the thread: the longest page that is opened takes about a tenth of it. */
const MAX_HEAP_MB = 512;

/**
 * One thread, started with the first order and not keeping the process alive. `program` is what it runs; `null`: there is
 * none beside this file (a bundle, or sources that are run as they are), and pages are parsed here, one between two turns of
 * the event loop.
 */
export function createDigester(program: URL | null = builtProgram()): Digester {
  const waiting = new Map<
    number,
    { readonly order: DigestOrder; readonly answer: (digest: PageDigest | null) => void }
  >();
  let worker: Worker | null = null;
  let hasNoThread = program === null;
  let lastId = 0;

  /** What the thread did not answer is done here; a page that ended the thread is left out. */
  const takeBack = (): void => {
    worker = null;
    const left = [...waiting.values()];
    waiting.clear();
    left.shift()?.answer(null);
    for (const { order, answer } of left) void digestHere(order).then(answer);
  };

  const started = (): Worker | null => {
    if (hasNoThread || program === null) return null;
    if (worker !== null) return worker;
    const own = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    own.unref();
    own.on('message', ({ id, digest }: { id: number; digest: PageDigest | null }) => {
      waiting.get(id)?.answer(digest);
      waiting.delete(id);
    });
    own.on('error', (error) => {
      // The program is not there: a thread will not start the next time either.
      if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') hasNoThread = true;
      if (worker === own) takeBack();
    });
    worker = own;
    return own;
  };

  return {
    digest: (order) => {
      const thread = started();
      if (thread === null) return digestHere(order);
      lastId += 1;
      const id = lastId;
      return new Promise((answer) => {
        waiting.set(id, { order, answer });
        thread.postMessage({ id, order });
      });
    },
    close: async () => {
      const own = worker;
      worker = null;
      hasNoThread = true;
      for (const { answer } of waiting.values()) answer(null);
      waiting.clear();
      await own?.terminate();
    },
  };
}

async function digestHere(order: DigestOrder): Promise<PageDigest | null> {
  await new Promise((resolve) => setImmediate(resolve));
  return digestFile(order).catch(() => null);
}

/** The program beside this file, once it is built; in one that is a bundle of its own it may be missing. */
function builtProgram(): URL | null {
  if (!import.meta.url.endsWith('.js')) return null;
  const name = 'digest-worker.js';
  return new URL(name, import.meta.url);
}
