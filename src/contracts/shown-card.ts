import type { PendingCard } from './runs.ts';

/** Whether a card shows all that a yes to it would do; where it does not, a yes is not offered (HST-02). */
export function isWhollyShown({ kind, calls }: Pick<PendingCard, 'kind' | 'calls'>): boolean {
  return kind !== 'approval' || calls.every(({ preview }) => !preview.failed);
}
