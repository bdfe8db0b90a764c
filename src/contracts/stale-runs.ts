import { z } from 'zod';
import { RunView } from './runs.ts';

/**
 * Why a run asks for an operator: `interrupted`, its process gave no sign of life and nobody has taken it over yet;
 * `not_picked_up`, it is due and no worker takes it; `dead_letter`, it was ended for good without a result.
 */
export const StaleRunKind = z.enum(['interrupted', 'not_picked_up', 'dead_letter']);
export type StaleRunKind = z.infer<typeof StaleRunKind>;

export const StaleRun = z.object({ kind: StaleRunKind, sinceMs: z.number().int(), run: RunView });
export type StaleRun = z.infer<typeof StaleRun>;
