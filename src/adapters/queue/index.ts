export {
  createInProcessQueue,
  type InProcessQueue,
  type InProcessQueueOptions,
  type WakeUpHandler,
} from './in-process.ts';
