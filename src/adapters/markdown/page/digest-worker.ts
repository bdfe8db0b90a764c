import { parentPort } from 'node:worker_threads';
import { factsOf } from '../site/file-facts.ts';
import { digestFile, type DigestOrder } from './digest.ts';

/** What the thread is asked. */
export type Job =
  | { readonly kind: 'digest'; readonly order: DigestOrder }
  | { readonly kind: 'facts'; readonly files: readonly string[] };

/** What it answers; `failed`: it cannot, and whoever asked does it. */
export interface JobAnswer {
  readonly id: number;
  readonly answer?: unknown;
  readonly failed?: true;
}

/**
 * The thread that reads the pages of a site at its start and parses them for the index, so that neither many pages nor a
 * long one hold up those who are waiting for an answer.
 */
parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: Job }) => {
  const work: Promise<unknown> =
    job.kind === 'digest' ? digestFile(job.order) : Promise.all(job.files.map(factsOf));
  work
    .then((answer) => {
      parentPort?.postMessage({ id, answer } satisfies JobAnswer);
    })
    .catch(() => {
      parentPort?.postMessage({ id, failed: true } satisfies JobAnswer);
    });
});
