import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SkillSourceView, SkillSyncState } from '../../../../src/contracts/index.ts';
import { useAnnounce } from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { syncSummary } from './model/sync-summary.ts';
import { sourceWords } from './source-words.ts';

const POLL_MS = 600;

/** One source's sync: begun, called off, and followed for as long as it runs, whoever began it. */
export function useSourceSync({ uid, title, remote }: SkillSourceView) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const t = useText(sourceWords);
  const { locale } = useLocale();
  const take = useCallback(
    (sync: SkillSyncState) => {
      const { queryKey } = queries.skillSources();
      const before = client.getQueryData(queryKey)?.find((source) => source.uid === uid);
      client.setQueryData(queryKey, (all) =>
        all?.map((source) =>
          source.uid === uid && source.remote !== null
            ? { ...source, remote: { ...source.remote, sync } }
            : source,
        ),
      );
      if (sync.status === 'syncing' || before?.remote?.sync.status !== 'syncing') return;
      announce(t.ended(title, syncSummary(sync, locale).join(', ')));
      // A review that is being read stays as it was rendered (APR-02).
      void client.invalidateQueries({ queryKey: queries.skills().queryKey, exact: true });
      void client.invalidateQueries({ queryKey: ['catalogue'] });
      void client.invalidateQueries({ queryKey: ['audit'] });
    },
    [announce, client, locale, t, title, uid],
  );
  const follow = useQuery({
    queryKey: ['skill-sync', uid],
    queryFn: async ({ signal }) => {
      const sync = await api.syncState(uid, signal);
      take(sync);
      return sync;
    },
    enabled: remote?.sync.status === 'syncing',
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
  const settle = {
    onMutate: () => client.cancelQueries({ queryKey: queries.skillSources().queryKey }),
    onSuccess: take,
    onError: (error: unknown) => {
      if (hasCode(error, 'sync_running', 'source_disabled', 'not_found')) {
        void client.invalidateQueries(queries.skillSources());
      }
    },
  };
  const start = useMutation({ mutationFn: () => api.startSync(uid), ...settle });
  const stop = useMutation({ mutationFn: () => api.cancelSync(uid), ...settle });
  return { start, stop, error: start.error ?? stop.error ?? follow.error };
}
