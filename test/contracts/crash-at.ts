import type { FaultPoint } from '../../src/runs/index.ts';

/** A process that stops for good at a point: nothing of it runs any more, and its lease stays behind. */
export function crashAt() {
  let armed: FaultPoint | null = null;
  let reached: () => void = () => undefined;
  return {
    reach: (point: FaultPoint) => {
      if (point !== armed) return Promise.resolve();
      armed = null;
      reached();
      return new Promise<void>(() => undefined);
    },
    /** Starts the work and resolves once it has died at the point. */
    die: async (point: FaultPoint, work: () => Promise<unknown>) => {
      const died = new Promise<void>((resolve) => {
        reached = resolve;
      });
      armed = point;
      const survived = work().then(() => Promise.reject(new Error(`never reached ${point}`)));
      await Promise.race([died, survived]);
    },
  };
}
