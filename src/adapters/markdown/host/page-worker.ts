import { parentPort } from 'node:worker_threads';
import { carryOut, failureOf, type OrderAnswer, type PageOrder } from './page-order.ts';

/** The thread that parses long pages and thinks changes of them through, while the server goes on answering. */
parentPort?.on('message', ({ id, order }: { readonly id: number; readonly order: PageOrder }) => {
  const answer = (message: OrderAnswer): void => {
    parentPort?.postMessage(message);
  };
  try {
    answer({ id, answer: carryOut(order) });
  } catch (error) {
    answer({ id, failure: failureOf(error) });
  }
});
