import { AppError, type Clock } from '../../base/index.ts';

/** The shortest time a request is worth beginning for (facts §4). */
const MIN_LEG_MS = 1_000;

/** One deadline over all requests of an operation: what each of them may still take. */
export interface Deadline {
  /** Milliseconds. Throws `mcp_failed` when less than a second is left. */
  leg(): number;
}

export function createDeadline(clock: Clock, operationMs: number): Deadline {
  const endsAtMs = clock.now() + operationMs;
  return {
    leg: () => {
      const left = endsAtMs - clock.now();
      if (left >= MIN_LEG_MS) return left;
      throw new AppError(
        'mcp_failed',
        `The server took longer than the ${String(Math.round(operationMs / 1_000))} seconds it has.`,
      );
    },
  };
}
