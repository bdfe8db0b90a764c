import {
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Me } from '../../../src/contracts/index.ts';
import { ApiError, hasCode } from './api-error.ts';
import { api } from './api.ts';

/** What the server said, kept for a while and refreshed when the window comes back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Only what may pass by itself is tried again; a refusal is an answer.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      },
    },
  });
}

export const queries = {
  /** The signed-in person; `null` when nobody is. */
  me: () =>
    queryOptions<Me | null>({
      queryKey: ['me'],
      queryFn: async ({ signal }) => {
        try {
          return await api.me(signal);
        } catch (error) {
          if (hasCode(error, 'not_signed_in')) return null;
          throw error;
        }
      },
      staleTime: 300_000,
    }),
  setupState: (token: string) =>
    queryOptions({
      queryKey: ['setup', token],
      queryFn: ({ signal }) => api.setupState(token, signal),
    }),
  site: () => queryOptions({ queryKey: ['site'], queryFn: ({ signal }) => api.site(signal) }),
  search: (words: string) =>
    queryOptions({
      queryKey: ['search', words],
      queryFn: ({ signal }) => api.search(words, signal),
    }),
  page: (uid: number) =>
    queryOptions({ queryKey: ['page', uid], queryFn: ({ signal }) => api.page(uid, signal) }),
  pageHistory: (uid: number) =>
    queryOptions({
      queryKey: ['page', uid, 'history'],
      queryFn: ({ signal }) => api.pageHistory(uid, signal),
    }),
  pageOpenPoints: (uid: number) =>
    queryOptions({
      queryKey: ['open-points', uid],
      queryFn: ({ signal }) => api.pageOpenPoints(uid, signal),
    }),
  openPoints: () =>
    queryOptions({
      queryKey: ['open-points'],
      queryFn: ({ signal }) => api.openPoints(signal),
    }),
  catalogue: (page: number | null) =>
    queryOptions({
      queryKey: ['catalogue', page],
      queryFn: ({ signal }) => api.catalogue(page, signal),
    }),
  conversations: (page: number | null) =>
    queryOptions({
      queryKey: ['conversations', page],
      queryFn: ({ signal }) => api.conversations(page, signal),
    }),
  foundConversations: (search: string, archived: boolean) =>
    queryOptions({
      queryKey: ['conversations', 'found', archived, search],
      queryFn: ({ signal }) => api.findConversations(search, archived, signal),
    }),
  conversation: (uuid: string) =>
    queryOptions({
      queryKey: ['conversation', uuid],
      queryFn: ({ signal }) => api.conversation(uuid, signal),
    }),
  skills: () => queryOptions({ queryKey: ['skills'], queryFn: ({ signal }) => api.skills(signal) }),
  toolNames: () =>
    queryOptions({
      queryKey: ['tool-names'],
      queryFn: ({ signal }) => api.toolNames(signal),
    }),
  skillReview: (uid: number) =>
    queryOptions({
      queryKey: ['skills', uid, 'review'],
      queryFn: ({ signal }) => api.skillReview(uid, signal),
    }),
  skillAttachments: () =>
    queryOptions({
      queryKey: ['skill-attachments'],
      queryFn: ({ signal }) => api.skillAttachments(signal),
    }),
  skillSources: () =>
    queryOptions({
      queryKey: ['skill-sources'],
      queryFn: ({ signal }) => api.skillSources(signal),
    }),
  /** Everybody's are an administrator's to see; without one, both are one's own. */
  runs: (whose: 'all' | 'mine') =>
    queryOptions({
      queryKey: ['runs', { whose }],
      queryFn: ({ signal }) => api.runs(whose, signal),
    }),
  inbox: () => queryOptions({ queryKey: ['inbox'], queryFn: ({ signal }) => api.inbox(signal) }),
  tasks: () => queryOptions({ queryKey: ['tasks'], queryFn: ({ signal }) => api.tasks(signal) }),
  taskResults: () =>
    queryOptions({
      queryKey: ['task-results'],
      queryFn: ({ signal }) => api.taskResults(signal),
    }),
  taskResult: (uuid: string) =>
    queryOptions({
      queryKey: ['task-results', uuid],
      queryFn: ({ signal }) => api.taskResult(uuid, signal),
    }),
  task: (uid: number) =>
    queryOptions({ queryKey: ['tasks', uid], queryFn: ({ signal }) => api.task(uid, signal) }),
};

/** The signed-in person. Only below the sign-in gate, where there always is one. */
export function useMe(): Me {
  const { data } = useQuery(queries.me());
  if (data === null || data === undefined) throw new ApiError('not_signed_in', '', { status: 401 });
  return data;
}

/** What to fetch again once a page's content changed: the page, the tree's counts and titles, and the open points. */
export function useRefreshPage(): (uid: number) => void {
  const client = useQueryClient();
  const refreshOpenPoints = useRefreshOpenPoints();
  return useCallback(
    (uid) => {
      void client.invalidateQueries({ queryKey: queries.page(uid).queryKey });
      refreshOpenPoints();
    },
    [client, refreshOpenPoints],
  );
}

/** Fetches again how many open points there are, and where. */
export function useRefreshOpenPoints(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: queries.site().queryKey });
    void client.invalidateQueries({ queryKey: queries.openPoints().queryKey });
    void client.invalidateQueries({ queryKey: ['catalogue'] });
  }, [client]);
}

/** Signs out and forgets everything that was read, so that the next person sees nothing of it. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.signOut,
    onSuccess: () => {
      client.clear();
      client.setQueryData(queries.me().queryKey, null);
    },
  });
}
