import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  McpOverview,
  McpReview,
  McpServerView,
  type AddMcpServer,
  type ChangeMcpServer,
} from '../../../../src/contracts/index.ts';
import { request, requestAs } from '../../lib/request.ts';

const server = (uid: number) => `/api/mcp-servers/${String(uid)}`;

/** What the API offers for servers of tools, one function a route. All of them throw `ApiError`. */
export const mcpApi = {
  add: (body: AddMcpServer) =>
    requestAs(McpServerView, '/api/mcp-servers', { method: 'POST', body }),
  change: (uid: number, body: ChangeMcpServer) =>
    requestAs(McpServerView, server(uid), { method: 'PUT', body }),
  look: (uid: number) =>
    requestAs(McpServerView, `${server(uid)}/look`, { method: 'POST', body: {} }),
  approve: (uid: number, digest: string) =>
    requestAs(McpServerView, `${server(uid)}/approve`, { method: 'POST', body: { digest } }),
  remove: (uid: number) => request(server(uid), { method: 'DELETE' }),
};

export const mcpQuery = () =>
  queryOptions({
    queryKey: ['mcp-servers'],
    queryFn: ({ signal }) => requestAs(McpOverview, '/api/mcp-servers', { signal }),
  });

export const mcpReviewQuery = (uid: number) =>
  queryOptions({
    queryKey: ['mcp-servers', uid, 'review'],
    queryFn: ({ signal }) => requestAs(McpReview, `${server(uid)}/review`, { signal }),
  });

/** A change after which everything about servers, and the tools, is read again: also when it was refused. */
export function useMcpChange<Input>(
  change: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: mcpQuery().queryKey });
      void client.invalidateQueries({ queryKey: ['tools'] });
    },
    onSuccess: () => {
      onDone?.();
    },
  });
}
