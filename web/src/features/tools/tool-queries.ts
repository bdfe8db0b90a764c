import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ToolGroupView } from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

const Groups = z.array(ToolGroupView);

export const toolsQuery = () =>
  queryOptions({
    queryKey: ['tools'],
    queryFn: ({ signal }) => requestAs(Groups, '/api/tools', { signal }),
  });

/** A switch that was moved: of a tool (`null` = back to its default), or of a group. */
export type Moved =
  | { readonly kind: 'tool'; readonly name: string; readonly enabled: boolean | null }
  | { readonly kind: 'group'; readonly name: string; readonly enabled: boolean };

/** Moves a switch; what the server answers is what is shown. */
export function useSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name, enabled }: Moved) =>
      requestAs(
        Groups,
        `/api/${kind === 'tool' ? 'tools' : 'tool-groups'}/${encodeURIComponent(name)}`,
        { method: 'PUT', body: { enabled } },
      ),
    onSuccess: (groups) => {
      client.setQueryData(toolsQuery().queryKey, groups);
    },
  });
}
