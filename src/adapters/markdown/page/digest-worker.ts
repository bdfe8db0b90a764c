import { parentPort } from 'node:worker_threads';
import { digestFile, type DigestOrder } from './digest.ts';

/** The thread that parses pages for the index, so that a long page never holds up those who are waiting for an answer. */
parentPort?.on('message', ({ id, order }: { readonly id: number; readonly order: DigestOrder }) => {
  digestFile(order).then(
    (digest) => {
      parentPort?.postMessage({ id, digest });
    },
    () => {
      parentPort?.postMessage({ id, digest: null });
    },
  );
});
