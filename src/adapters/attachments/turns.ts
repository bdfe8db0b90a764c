/**
 * Runs at most `atOnce` works side by side; the others wait in the order they came. A turn that ends is handed to the next
 * one who waits, so that nobody who comes in that moment takes it.
 */
export function createTurns(atOnce: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
