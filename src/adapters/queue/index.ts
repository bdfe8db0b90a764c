export { createInProcessQueue, type InProcessQueue } from './in-process.ts';
export {
  createPostgresQueue,
  type PostgresQueue,
  type PostgresQueueOptions,
} from './postgres-queue.ts';
export { createSharedBus } from './shared-bus.ts';
export type { WakeUpHandler, WorkQueue, WorkQueueOptions } from './work-queue.ts';
