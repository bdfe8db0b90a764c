import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  SnippetAuditEntry,
  SnippetHistoryEntry,
  SnippetSummary,
  SnippetUse,
  SnippetView,
  type ChangeSnippetUse,
  type CreateSnippet,
  type WriteSnippet,
} from '../../../../src/contracts/index.ts';
import { request, requestAs } from '../../lib/request.ts';

const one = (uid: number) => `/api/snippets/${String(uid)}`;
const sent = (method: 'POST' | 'PUT', body: unknown) => ({ method, body }) as const;

/** What the server offers for snippets, one function a route. All of them throw `ApiError`. */
export const snippetApi = {
  create: (body: CreateSnippet) => requestAs(SnippetView, '/api/snippets', sent('POST', body)),
  edit: (uid: number, body: WriteSnippet) => requestAs(SnippetView, one(uid), sent('PUT', body)),
  remove: (uid: number) => request(one(uid), { method: 'DELETE' }),
  mark: (uid: number, digest: string) =>
    requestAs(SnippetView, `${one(uid)}/mark`, sent('POST', { digest })),
  unmark: (uid: number) => requestAs(SnippetView, `${one(uid)}/mark`, { method: 'DELETE' }),
  setArchived: (uid: number, archived: boolean) =>
    requestAs(SnippetView, `${one(uid)}/archived`, sent('POST', { archived })),
  rollback: (uid: number, historyId: number) =>
    requestAs(SnippetView, `${one(uid)}/rollback`, sent('POST', { historyId })),
  changeUse: (configurationUid: number, body: ChangeSnippetUse) =>
    requestAs(SnippetUse, `/api/snippet-uses/${String(configurationUid)}`, sent('PUT', body)),
};

export const snippetQueries = {
  list: () =>
    queryOptions({
      queryKey: ['snippets'],
      queryFn: ({ signal }) => requestAs(z.array(SnippetSummary), '/api/snippets', { signal }),
    }),
  one: (uid: number) =>
    queryOptions({
      queryKey: ['snippets', uid],
      queryFn: ({ signal }) => requestAs(SnippetView, one(uid), { signal }),
    }),
  history: (uid: number) =>
    queryOptions({
      queryKey: ['snippets', uid, 'history'],
      queryFn: ({ signal }) =>
        requestAs(z.array(SnippetHistoryEntry), `${one(uid)}/history`, { signal }),
    }),
  audit: (uid: number) =>
    queryOptions({
      queryKey: ['snippets', uid, 'audit'],
      queryFn: ({ signal }) =>
        requestAs(z.array(SnippetAuditEntry), `${one(uid)}/audit`, { signal }),
    }),
  uses: () =>
    queryOptions({
      queryKey: ['snippet-uses'],
      queryFn: ({ signal }) => requestAs(z.array(SnippetUse), '/api/snippet-uses', { signal }),
    }),
};

/** Keeps what a change answered and reads everything else about snippets again. */
export function useStoreSnippet(): (view: SnippetView) => void {
  const client = useQueryClient();
  return (view) => {
    void client.invalidateQueries({ queryKey: ['snippets'] });
    client.setQueryData(snippetQueries.one(view.uid).queryKey, view);
  };
}
