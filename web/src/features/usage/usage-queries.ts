import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { UsageOverview, type Budget } from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

const DAY_MS = 86_400_000;

/** What models were used for on the last days, today included; days are those of UTC, as budgets count them. */
export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => {
      const to = Date.now();
      const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
      const asked = new URLSearchParams({ from: day(to - (days - 1) * DAY_MS), to: day(to) });
      return requestAs(UsageOverview, `/api/usage?${asked.toString()}`, { signal });
    },
  });

/** Sets a budget, or takes it away when it has no limit. */
export function useSetBudget(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Budget) => requestAs(UsageOverview, '/api/budgets', { method: 'PUT', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['usage'] });
      onDone?.();
    },
  });
}
