import type { WakeUp, WakeUpCall } from '../../runs/index.ts';

/** Looks at one row and does what it asks for. Called again when it was woken meanwhile. */
export type WakeUpHandler = (id: string) => Promise<void>;

/** What every queue is made with. */
export interface WorkQueueOptions {
  /** Who looks at rows of a topic. A topic without one is ignored. */
  readonly handlers: Partial<Record<WakeUpCall['topic'], WakeUpHandler>>;
  /** How many rows are looked at side by side. Default 4. */
  readonly concurrency?: number;
  readonly log: { error(facts: object, message: string): void };
}

export const DEFAULT_CONCURRENCY = 4;

/** Wake-ups and those who follow them. The rows say what there is to do; what a queue loses, they still say. */
export interface WorkQueue extends WakeUp {
  /** How many handlers run at the moment. */
  inWork(): number;
  /** Hands nothing more to handlers and resolves when those that run have returned. Wake-ups for others still go out. */
  rest(): Promise<void>;
  /** As `rest`, and sends nothing more either. */
  close(): Promise<void>;
}
