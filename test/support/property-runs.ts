import { seedOf, wholeNumber } from './chosen-numbers.ts';

const DEFAULT_RUNS = 1_000;

/**
 * How often a property of a rule is tried: 1,000 times unless it says otherwise, or as often as `VOUCH_TEST_RUNS` says, with a
 * seed that is then printed with the count. `VOUCH_TEST_SEED` repeats a run; a failure prints its own seed in any case.
 */
export function propertyRuns(
  rule: string,
  defaultRuns = DEFAULT_RUNS,
): { readonly numRuns: number; readonly seed?: number } {
  const { VOUCH_TEST_RUNS: runs, VOUCH_TEST_SEED: given } = process.env;
  if (runs === undefined && given === undefined) return { numRuns: defaultRuns };
  const numRuns = wholeNumber('VOUCH_TEST_RUNS', defaultRuns);
  const seed = seedOf();
  console.log(`${rule}: ${String(numRuns)} runs, seed ${String(seed)}`);
  return { numRuns, seed };
}
