import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  GovernanceOverview,
  ToolExplanation,
  type ExplainTool,
} from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

export const governanceQuery = () =>
  queryOptions({
    queryKey: ['governance'],
    queryFn: ({ signal }) => requestAs(GovernanceOverview, '/api/governance', { signal }),
  });

/** Asks the rules themselves; nothing changes by it. */
export function useExplanation() {
  return useMutation({
    mutationFn: (body: ExplainTool) =>
      requestAs(ToolExplanation, '/api/governance/explain', { method: 'POST', body }),
  });
}
