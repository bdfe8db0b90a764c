/** Chance that can be repeated. */
export interface Chance {
  readonly seed: number;
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  /** True `percent` times in a hundred. */
  in100(percent: number): boolean;
}

/** A number of kills in parts: each gets a database of its own and is looked through before the next begins. */
export function inBatches(total: number, size = 50): readonly number[] {
  const whole = Array.from({ length: Math.floor(total / size) }, () => size);
  return total % size === 0 ? whole : [...whole, total % size];
}

export function createChance(seed: number): Chance {
  let state = seed | 0;
  const below = (limit: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { seed, below, in100: (percent) => below(100) < percent };
}
